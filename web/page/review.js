// The report of a game: who played how well, and where it turned.

const MARKS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
const PLURAL = { "?!": "inaccuracies", "?": "mistakes", "??": "blunders" };

/** The class and the word of a mark. */
export const markName = (mark) => MARKS[mark];

/** Text that is safe in HTML. */
export const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A line of moves whose numbers stay with their moves at the end of a row. */
export const unbroken = (line) => line.replace(/(\d\.+) /g, "$1\u00a0");

/** The points that White can expect, from 0 to 1, by an evaluation in text. For the graph alone. */
function points(text) {
  if (text.startsWith("#")) return text.startsWith("#-") ? 0 : 1;
  return 1 / (1 + Math.exp(-0.9 * Number(text)));
}

/** The graph: White's share of the points after each move. */
function graph(moves) {
  const height = (text) => (100 * (1 - points(text))).toFixed(1);
  const path = moves.map(({ eval: text }, index) => `L${index + 1},${height(text)}`).join("");
  const first = height(moves[0].best_eval);
  return `<svg class="graph" viewBox="0 0 ${moves.length} 100" preserveAspectRatio="none" role="img" aria-label="The evaluation after each move; White is better above the middle">
    <path class="whites" d="M0,100L0,${first}${path}L${moves.length},100z"/>
    <line class="middle" x1="0" x2="${moves.length}" y1="50" y2="50"/><line class="now" y1="0" y2="100"/></svg>`;
}

function sides({ white, black, tags }) {
  const column = (summary) => {
    if (!summary) return ["–", "–", "–", "–"];
    const { accuracy, inaccuracies, mistakes, blunders } = summary;
    return [`${accuracy.toFixed(0)} %`, inaccuracies, mistakes, blunders];
  };
  const names = ["accuracy", ...Object.values(PLURAL)];
  const [left, right] = [column(white), column(black)];
  const rows = names.map((name, index) => {
    const sign = Object.keys(PLURAL)[index - 1];
    const chip = sign ? ` <b class="mark-${MARKS[sign]}">${sign}</b>` : "";
    return `<tr><th scope="row">${name}${chip}</th><td class="number">${left[index]}</td><td class="number">${right[index]}</td></tr>`;
  });
  const name = (tag) => escaped(tags[tag] && tags[tag] !== "?" ? tags[tag] : tag);
  return `<table><thead><tr><td></td><th scope="col" class="number">${name("White")}</th><th scope="col" class="number">${name("Black")}</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** The report as a piece of a page. */
export function summary(game) {
  if (game.moves.length === 0) return "<p>The game has no moves.</p>";
  return `${graph(game.moves)}${sides(game)}
    <p class="row"><button type="button" id="next-mark">Next mistake</button>
    <a id="page" target="_blank" rel="noopener">The whole report</a> <a id="annotated" download="game.pgn">The annotated PGN</a></p>
    <p class="faint">A move costs what its side could expect before it and can no longer expect after it. A move that costs nothing has an accuracy of 100 %, one that costs 10 points of 100 has 61 %.</p>`;
}

/** A score with its sign: `+0.31`, `−1.20`, `#3`. */
function score(text) {
  return /^[-#]/.test(text) ? text.replace("-", "−") : `+${text}`;
}

/** What the report says about a move. */
export function verdict(move) {
  if (!move) return "";
  const name = markName(move.mark);
  if (!name) return `${escaped(move.move)}: ${score(move.eval)}.`;
  return `<b class="mark-${name}">${escaped(move.move)}${move.mark}</b> costs ${move.points_lost.toFixed(0)} points of 100 (${score(move.eval)}). Better: ${escaped(unbroken(move.line))} (${score(move.best_eval)}).`;
}
