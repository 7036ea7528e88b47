// The page: a game, an opponent, an analyst. One engine searches, another answers what
// takes no time: rules, evaluations, files.

import { OFFLINE, WHERE, start } from "./backend.js";
import { Board, placement } from "./board.js";
import { piece, NAMES } from "./pieces.js";
import { reasons, signed, worths } from "./why.js";
import { escaped, markName, summary, unbroken, verdict } from "./review.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LEVELS = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800];
/** The time of the engine at full strength, in milliseconds. */
const FULL_TIME = 1500;
/** No answer comes sooner: a person wants to see their own move first. */
const LEAST_TIME = 350;
const LINES = 3;
/** Longer lines are cut. */
const LINE_LENGTH = 12;

const $ = (id) => document.getElementById(id);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The game: moves from a start, and the ply that is shown. */
const game = { fen: null, moves: [], sans: [], at: 0, tags: {}, pgn: null, report: null };
let state = null;
let [rules, searcher] = [null, null];
/** Rises with each change of the position; what began before it is of no interest. */
let turn = 0;
let analysing = false;
let explaining = false;
let reviewing = false;
let searching = Promise.resolve();
let loaded = [];

const board = new Board($("board"), (moves) => choose(moves));

function say(text) {
  $("status").textContent = text;
}

function complain(error) {
  $("wrong").hidden = !error;
  $("wrong").textContent = error ? String(error.message ?? error) : "";
}

// The game.

/** Plays one of the moves that a person means; several are promotions. */
async function choose(moves) {
  const move = moves.length > 1 ? await promotion(moves) : moves[0];
  if (move) await play(move);
}

/** Asks what a pawn becomes. */
function promotion(moves) {
  const dialog = $("promotion");
  const white = state.side === "white";
  const kinds = moves.map((uci) => uci.at(-1));
  const button = (kind) => {
    const letter = white ? kind.toUpperCase() : kind;
    return `<button value="${kind}" aria-label="${NAMES[kind.toUpperCase()]}">${piece(letter)}</button>`;
  };
  dialog.querySelector("form").innerHTML = ["q", "r", "b", "n"].filter((kind) => kinds.includes(kind)).map(button).join("");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(moves.find((uci) => uci.at(-1) === dialog.returnValue)), { once: true }),
  );
}

/** Plays a move at the place that is shown; what followed is cut off. */
async function play(uci) {
  const moves = [...game.moves.slice(0, game.at), uci];
  const isNew = game.moves[game.at] !== uci;
  const next = await rules.game(moves, game.fen ?? undefined);
  if (isNew) {
    Object.assign(game, { moves, sans: next.played.map(({ san }) => san), pgn: null });
    dropReport();
  }
  game.at += 1;
  await refresh(next);
}

/** Shows another place of the game. */
async function go(at) {
  game.at = Math.max(0, Math.min(game.moves.length, at));
  await refresh();
}

/** Takes back the last move, and with an opponent the own move before it. */
async function takeBack() {
  const opponent = opponentOf();
  let count = 1;
  if (opponent && state.side !== opponent && game.at >= 2) count = 2;
  const at = Math.max(0, game.at - count);
  Object.assign(game, { moves: game.moves.slice(0, at), sans: game.sans.slice(0, at), at, pgn: null });
  dropReport();
  await refresh();
}

/** The side that the engine plays; `null` if it plays none. */
function opponentOf() {
  return { white: "black", black: "white", both: null }[$("side").value];
}

/** Shows the position, and lets the engine do what is its turn. */
async function refresh(known) {
  const own = ++turn;
  searcher.stop();
  const next = known ?? (await rules.game(game.moves.slice(0, game.at), game.fen ?? undefined));
  if (own !== turn) return;
  state = next;
  const evaluation = explaining ? await rules.evaluation(state.fen) : null;
  if (own !== turn) return;
  const king = state.side === "white" ? "K" : "k";
  const check = state.check ? Object.entries(placement(state.fen)).find(([, letter]) => letter === king)?.[0] : null;
  const answers = isOpponentsTurn();
  board.show({
    fen: state.fen,
    legal: answers || state.result !== "*" ? [] : state.legal,
    last: game.moves[game.at - 1] ?? null,
    check,
    worth: evaluation && worths(evaluation),
  });
  $("reasons").hidden = !evaluation;
  if (evaluation) $("reasons").innerHTML = reasons(evaluation);
  showMoves();
  showLink();
  if (analysing) analyse(own).catch(complain);
  else if (answers) answer(own).catch(complain);
  else tellTurn();
}

/** Whether the engine is to move, at the end of a game with it. */
function isOpponentsTurn() {
  return state.side === opponentOf() && game.at === game.moves.length && state.result === "*" && !analysing && !reviewing;
}

function tellTurn() {
  const last = game.sans[game.at - 1];
  const before = last ? `${last}. ` : "";
  const side = state.side === "white" ? "White" : "Black";
  if (state.outcome) say(`${before}${state.outcome[0].toUpperCase()}${state.outcome.slice(1)}: ${state.result}.`);
  else say(`${before}${side} to move${state.check ? ", in check" : ""}.`);
}

/** Waits until the search before has ended; false if this one is no longer wanted. */
async function takeTurn(own) {
  const before = searching;
  let free;
  searching = new Promise((resolve) => (free = resolve));
  await before;
  if (own === turn) return free;
  free();
  return null;
}

function setPosition() {
  const start = game.fen ? `fen ${game.fen}` : "startpos";
  searcher.send(`position ${start} moves ${game.moves.slice(0, game.at).join(" ")}`);
}

/** The engine plays a move. */
async function answer(own) {
  say(`${game.sans[game.at - 1] ? `${game.sans[game.at - 1]}. ` : ""}Staunton is thinking …`);
  const free = await takeTurn(own);
  if (!free) return;
  const level = $("level").value;
  searcher.send(`setoption name UCI_LimitStrength value ${level !== "full"}`);
  if (level !== "full") searcher.send(`setoption name UCI_Elo value ${level}`);
  searcher.send("setoption name MultiPV value 1");
  setPosition();
  const [found] = await Promise.all([searcher.go(`movetime ${FULL_TIME}`), wait(LEAST_TIME)]).finally(free);
  if (own === turn && found.best) await play(found.best);
}

// The analysis.

async function analyse(own) {
  tellTurn();
  $("lines").replaceChildren();
  $("depth").textContent = "";
  if (state.legal.length === 0) return;
  const free = await takeTurn(own);
  if (!free) return;
  searcher.send("setoption name UCI_LimitStrength value false");
  searcher.send(`setoption name MultiPV value ${LINES}`);
  setPosition();
  const { fen, side } = state;
  let drawn = 0;
  const show = async (info) => {
    if (own !== turn || info.bound) return;
    const text = await rules.line(fen, info.pv.slice(0, LINE_LENGTH));
    if (own !== turn) return;
    const row = $("lines").children[info.multipv - 1] ?? $("lines").appendChild(document.createElement("li"));
    row.innerHTML = `<span class="score">${scoreText(info.score, side)}</span><span>${escaped(unbroken(text))}</span>`;
    if (info.multipv === 1 && performance.now() - drawn > 100) {
      drawn = performance.now();
      $("depth").textContent = `Depth ${info.depth}, ${thousands(info.nodes)} nodes, ${thousands(info.nps)} a second.`;
    }
  };
  await searcher.go("infinite", show).finally(free);
}

const thousands = (count) => (1000 * Math.round(count / 1000)).toLocaleString("en");

/** A score as White sees it. */
function scoreText({ cp, mate }, side) {
  const sign = side === "white" ? 1 : -1;
  if (mate !== undefined) return `${sign * mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  return signed(sign * cp);
}

async function toggleAnalysis() {
  analysing = !analysing;
  $("analyse").setAttribute("aria-pressed", String(analysing));
  $("analyse").textContent = analysing ? "Stop" : "Analyse";
  for (const id of ["lines", "depth"]) $(id).hidden = !analysing;
  await refresh(state);
}

async function toggleReasons() {
  explaining = !explaining;
  $("why").setAttribute("aria-pressed", String(explaining));
  await refresh(state);
}

// The list of moves.

function showMoves() {
  const [, first = "w", , , , number = "1"] = (game.fen ?? START).split(" ");
  const offset = first === "b" ? 1 : 0;
  const items = game.sans.map((san, index) => {
    const ply = index + offset;
    const item = document.createElement("li");
    if (ply % 2 === 0 || index === 0) {
      const label = `${Number(number) + Math.floor(ply / 2)}.${ply % 2 ? ".." : ""}`;
      item.innerHTML = `<span class="number">${label}</span>`;
    }
    const button = document.createElement("button");
    button.type = "button";
    const mark = game.report?.moves[index]?.mark;
    button.innerHTML = escaped(san) + (mark ? `<span class="mark-${markName(mark)}">${mark}</span>` : "");
    if (mark) button.setAttribute("aria-label", `${san}, ${markName(mark)}`);
    if (index + 1 === game.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(index + 1));
    item.append(button);
    return item;
  });
  const list = $("moves");
  list.replaceChildren(...items);
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  const { White, Black } = game.tags;
  $("players").textContent = White || Black ? `${White ?? "?"} – ${Black ?? "?"}` : "";
  for (const [id, off] of [["first", game.at === 0], ["back", game.at === 0], ["undo", game.at === 0]]) $(id).disabled = off;
  for (const id of ["forward", "last"]) $(id).disabled = game.at === game.moves.length;
  $("review").disabled = game.moves.length === 0 && !reviewing;
  const now = document.querySelector(".graph .now");
  if (now) {
    now.setAttribute("x1", game.at);
    now.setAttribute("x2", game.at);
    $("said").innerHTML = verdict(game.report.moves[game.at - 1]);
  }
}

/** The game as PGN. */
function asPgn() {
  if (game.pgn) return game.pgn;
  const tags = game.fen ? `[SetUp "1"]\n[FEN "${game.fen}"]\n` : "";
  const you = $("side").value;
  const name = (side) => (you === "both" ? "?" : you === side ? "You" : "Staunton");
  return `[White "${name("white")}"]\n[Black "${name("black")}"]\n${tags}\n${game.sans.join(" ")} *\n`;
}

/** The address holds the game, so that it can be kept and sent. */
function showLink() {
  const tags = game.fen ? `[FEN "${game.fen}"]\n\n` : "";
  const text = game.moves.length || game.fen ? `#pgn=${encodeURIComponent(`${tags}${game.sans.join(" ")} *`)}` : "#";
  history.replaceState(null, "", text);
}

// Files.

/** Loads games or a position from a text. */
async function load(text) {
  complain(null);
  try {
    const line = text.trim();
    if (/^[pnbrqk1-8]+(\/[pnbrqk1-8]+){7}\s+[wb]\b/i.test(line)) {
      await rules.game([], line);
      await take({ fen: line, moves: [], tags: {}, pgn: null }, 0);
      return;
    }
    loaded = await rules.games(text);
    if (loaded.length === 0) throw new Error("There is no game in this text.");
    const name = ({ tags, moves }, index) => `${index + 1}. ${tags.White ?? "?"} – ${tags.Black ?? "?"} (${Math.ceil(moves.length / 2)} moves)`;
    $("games").replaceChildren(...loaded.map((one, index) => new Option(name(one, index), String(index))));
    $("games").hidden = loaded.length < 2;
    await takeLoaded(0);
  } catch (error) {
    complain(error);
  }
}

async function takeLoaded(index) {
  const { fen, moves, tags, pgn, errors } = loaded[index];
  if (errors.length) complain(errors[0]);
  $("side").value = "both";
  await take({ fen: fen === START ? null : fen, moves: moves.map(({ uci }) => uci), sans: moves.map(({ san }) => san), tags, pgn }, 0);
}

async function take(next, at) {
  Object.assign(game, { sans: [], ...next, at });
  dropReport();
  await refresh();
}

async function newGame() {
  complain(null);
  searcher.send("ucinewgame");
  board.flipped = $("side").value === "black";
  await take({ fen: null, moves: [], tags: {}, pgn: null }, 0);
}

// The review.

function dropReport() {
  game.report = null;
  $("said").textContent = "";
  $("report").hidden = true;
}

async function review() {
  if (reviewing) {
    searcher.stop();
    return;
  }
  complain(null);
  reviewing = true;
  if (analysing) await toggleAnalysis();
  const own = ++turn;
  searcher.stop();
  $("review").textContent = "Stop the review";
  $("progress").hidden = false;
  const free = await takeTurn(own);
  try {
    if (!free) return;
    const onProgress = (done, all) => ($("progress").value = done / all);
    const { game: report, pgn, html } = await searcher.report(asPgn(), { nodes: Number($("effort").value), onProgress });
    if (own === turn) showReport(report, pgn, html);
  } catch (error) {
    if (error.message !== "stopped" && !/was stopped/.test(error.message)) complain(error);
  } finally {
    free?.();
    reviewing = false;
    $("review").textContent = "Review this game";
    $("progress").hidden = true;
    $("progress").value = 0;
  }
  showMoves();
}

function showReport(report, pgn, html) {
  game.report = report;
  $("report").innerHTML = summary(report);
  $("report").hidden = false;
  if (report.moves.length === 0) return;
  const link = (id, text, type) => ($(id).href = URL.createObjectURL(new Blob([text], { type })));
  link("page", html, "text/html");
  link("annotated", pgn, "application/x-chess-pgn");
  const show = async (at) => {
    await go(at);
    // On a phone the board is far above.
    $("board").scrollIntoView({ block: "nearest" });
  };
  $("next-mark").addEventListener("click", () => {
    const marked = report.moves.map(({ mark }, index) => (mark ? index + 1 : 0)).filter(Boolean);
    const next = marked.find((at) => at > game.at) ?? marked[0];
    if (next) show(next);
  });
  document.querySelector(".graph").addEventListener("click", (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    show(Math.round((report.moves.length * (event.clientX - left)) / width));
  });
  showMoves();
}

// What people press.

function listen() {
  const on = (id, event, act) =>
    $(id).addEventListener(event, (...all) => Promise.resolve(act(...all)).catch(complain));
  on("first", "click", () => go(0));
  on("back", "click", () => go(game.at - 1));
  on("forward", "click", () => go(game.at + 1));
  on("last", "click", () => go(game.moves.length));
  on("flip", "click", () => (board.flipped = !board.flipped));
  on("undo", "click", takeBack);
  on("new", "click", newGame);
  on("side", "change", () => {
    board.flipped = $("side").value === "black";
    return refresh(state);
  });
  on("analyse", "click", toggleAnalysis);
  on("why", "click", toggleReasons);
  on("review", "click", review);
  on("load", "click", () => load($("pgn").value));
  on("games", "change", () => takeLoaded(Number($("games").value)));
  on("file", "change", async ({ target }) => target.files[0] && load(await target.files[0].text()));
  on("pgn", "paste", () => setTimeout(() => load($("pgn").value)));
  on("entry", "submit", async (event) => {
    event.preventDefault();
    const text = $("move").value.trim();
    const plain = (san) => san.replace(/[+#x=]/g, "").replaceAll("0", "O");
    const meant = isOpponentsTurn() ? [] : state.legal.filter(({ uci, san }) => uci === text || plain(san) === plain(text));
    if (meant.length === 0) {
      say(`${text || "Nothing"} is not a legal move here.`);
      return;
    }
    $("move").value = "";
    await play(meant[0].uci);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select, dialog") || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: game.at - 1, ArrowRight: game.at + 1, Home: 0, End: game.moves.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    go(steps[event.key]).catch(complain);
  });
  const drop = (name, act) => document.addEventListener(name, (event) => {
    if (![...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    act(event);
  });
  drop("dragover", () => document.body.classList.add("dropping"));
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  drop("drop", async ({ dataTransfer }) => {
    document.body.classList.remove("dropping");
    const [file] = dataTransfer.files;
    await load(file ? await file.text() : dataTransfer.getData("text/plain"));
  });
}

async function begin() {
  $("level").replaceChildren(...LEVELS.map((elo) => new Option(`${elo} Elo`, String(elo))), new Option("full strength", "full"));
  $("level").value = "1400";
  $("where").textContent = WHERE;
  [rules, searcher] = await start();
  $("memory").textContent = searcher.sharesMemory
    ? ""
    : "The server does not let the page share memory, so stopping a search starts the engine again, and it forgets what it had found.";
  listen();
  const pgn = new URLSearchParams(location.hash.slice(1)).get("pgn");
  if (pgn) {
    await load(pgn);
    await go(game.moves.length);
  } else {
    await refresh();
  }
  document.body.dataset.ready = "";
}

begin().catch((error) => say(`The engine does not start: ${error.message}`));
if (OFFLINE) navigator.serviceWorker?.register("sw.js").catch(() => {});
