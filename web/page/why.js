// Why a position is good: the themes of the evaluation as bars, the worth of each
// piece for the board.

/** Centipawns in pawns, with a sign. */
export const signed = (value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${(Math.abs(value) / 100).toFixed(2)}`;

/** Names that say more than those of the engine. */
const NAMES = { squares: "placement", tempo: "the move" };
/** Differences below this, in centipawns, are not told in the sentence. */
const LEAST = 5;

const side = (value) => (value >= 0 ? "White" : "Black");

/** The parts of an evaluation, which add up to it: name and centipawns for White. */
function parts(evaluation) {
  const material = evaluation.material.reduce((sum, { value, white, black }) => sum + value * (white - black), 0);
  const rows = [["material", material]];
  for (const { theme, net } of evaluation.themes) rows.push([NAMES[theme] ?? theme, net.now]);
  const { rounding, linear, sum, network, white } = evaluation;
  const scale = rounding + linear - sum.now;
  if (scale !== 0) rows.push(["scale, rounding", scale]);
  if (network !== null) rows.push(["network", network]);
  const rest = white - rows.reduce((all, [, value]) => all + value, 0);
  if (rest !== 0) rows.push(["limits", rest]);
  return rows;
}

/** The sentence above the bars. */
function sentence(evaluation) {
  const { white, known } = evaluation;
  if (known) return white === 0 ? "A known end game: it is drawn." : `A known end game: ${side(white)} wins.`;
  if (Math.abs(white) < LEAST) return "Nobody is better.";
  const told = parts(evaluation)
    .filter(([, value]) => Math.sign(value) === Math.sign(white) && Math.abs(value) >= LEAST)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, 2)
    .map(([name, value]) => `${name === "network" ? "the network" : name} (${signed(Math.abs(value))})`);
  const most = told.length ? `, most of all by ${told.join(" and ")}` : "";
  return `Without any search ${side(white)} is better by ${(Math.abs(white) / 100).toFixed(2)} pawns${most}.`;
}

function bar(value, most) {
  const width = Math.round((50 * Math.abs(value)) / most);
  const kind = value >= 0 ? "for-white" : "for-black";
  return `<div class="bar" aria-hidden="true"><span class="${kind}" style="width:${width}%"></span></div>`;
}

/** The evaluation as a piece of a page. */
export function reasons(evaluation) {
  const rows = evaluation.known ? [] : parts(evaluation);
  const most = Math.max(50, ...rows.map(([, value]) => Math.abs(value)));
  const row = ([name, value]) =>
    `<tr><th scope="row">${name}</th><td class="bar-cell">${bar(value, most)}</td><td class="number">${signed(value)}</td></tr>`;
  const total = `<tr class="total"><th scope="row">evaluation</th><td></td><td class="number">${signed(evaluation.white)}</td></tr>`;
  return `<p>${sentence(evaluation)}</p>
    <table><thead><tr><th scope="col">theme</th><th scope="col">Black ← → White</th><th scope="col" class="number">pawns</th></tr></thead>
    <tbody>${rows.map(row).join("")}${total}</tbody></table>
    <p class="faint">On the board: what the evaluation loses for its side without the piece. The numbers need not add up, since pieces work together.</p>`;
}

/** The worth of each piece by its square, in pawns. */
export function worths(evaluation) {
  const shown = evaluation.pieces.filter(({ worth }) => worth !== null);
  return Object.fromEntries(shown.map(({ square, worth }) => [square, (worth / 100).toFixed(1).replace("-", "−")]));
}
