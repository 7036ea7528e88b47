// Steps through the games of a page: by buttons, keys, swipes, clicks on moves and
// charts, and links to a ply. Each move says what it changes on the board, so no rules
// are needed here. Without this script the page shows its diagrams instead.
"use strict";
(() => {
  const FILES = "abcdefgh";
  const ICONS = {
    first: ["Start (Home)", "M18 5v14L8 12zM6 5v14"],
    back: ["Back (←)", "M16 5v14L6 12z"],
    forward: ["Forward (→)", "M8 5v14l10-7z"],
    last: ["End", "M6 5v14l10-7zM18 5v14"],
    flip: ["Turn the board (f)", "M7 20V5L3 9M7 5l4 4M17 4v15l-4-4M17 19l4-4"],
    mark: ["Next mistake (m)", "M5 5l8 7-8 7zM18 5v8M18 18v1"],
    quiz: ["Your turn", ""],
  };
  const CHIPS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
  const SVG = (content, box = 24) => `<svg viewBox="0 0 ${box} ${box}" aria-hidden="true">${content}</svg>`;
  const index = (square) => FILES.indexOf(square[0]) + 8 * (8 - Number(square[1]));

  /** The letters on the 64 squares from a8 to h1, by the first word of a FEN. */
  const squaresOf = (rows) =>
    [...rows.replaceAll("/", "")].flatMap((letter) => (/\d/.test(letter) ? Array(Number(letter)).fill("-") : [letter]));

  /** The squares after a move that changes `e2-e4P`. */
  function changed(squares, changes = "") {
    const after = [...squares];
    for (const [, square, letter] of changes.matchAll(/([a-h][1-8])(.)/g)) after[index(square)] = letter;
    return after;
  }

  class Viewer {
    constructor(root) {
      this.root = root;
      this.number = root.dataset.game;
      this.article = root.closest(".game") ?? root;
      this.board = root.querySelector(".board");
      this.said = root.querySelector(".said");
      this.moves = [...root.querySelectorAll(".moves a.mv")];
      this.marked = this.moves.flatMap((move, at) => (move.dataset.k ? [at + 1] : []));
      const asked = [...root.querySelectorAll("[data-ask]")].map((item) => Number(item.dataset.ask));
      this.asked = [...new Set(asked)].sort((a, b) => a - b);
      this.below = root.dataset.below;
      this.positions = [squaresOf(root.dataset.start)];
      this.line = null;
      this.ply = 0;
      this.quiz = null;
      this.build();
    }

    build() {
      const controls = this.root.querySelector(".controls");
      for (const [name, [title, path]] of Object.entries(ICONS)) {
        if ((name === "quiz" && !this.asked.length) || (name === "mark" && !this.marked.length)) continue;
        const button = document.createElement("button");
        Object.assign(button, { type: "button", className: name, title });
        button.innerHTML = path ? SVG(`<path d="${path}"/>`) : title;
        button.setAttribute("aria-label", title);
        button.addEventListener("click", () => this.press(name));
        controls.append(button);
      }
      for (const plot of this.root.querySelectorAll(".scrub .plot")) {
        plot.insertAdjacentHTML("beforeend", '<i class="now"></i>');
        const seek = (event) => {
          const { left, width } = plot.getBoundingClientRect();
          this.endQuiz();
          this.show(Math.round(((event.clientX - left) / width) * this.moves.length));
          this.remember();
        };
        plot.addEventListener("pointerdown", (event) => event.button === 0 && seek(event));
        plot.addEventListener("pointermove", (event) => event.buttons === 1 && seek(event));
      }
      let from = null;
      this.board.addEventListener("pointerdown", (event) => (from = event));
      this.board.addEventListener("pointerup", (event) => {
        const [x, y] = from ? [event.clientX - from.clientX, event.clientY - from.clientY] : [0, 0];
        if (Math.abs(x) > 30 && Math.abs(x) > 2 * Math.abs(y)) this.press(x < 0 ? "forward" : "back");
        else if (this.quiz && Math.hypot(x, y) < 12) this.choose(event);
        from = null;
      });
      this.board.addEventListener("pointercancel", () => (from = null));
    }

    /** The squares after some plies of the game. */
    at(ply) {
      for (let next = this.positions.length; next <= ply; next++) {
        this.positions.push(changed(this.positions[next - 1], this.moves[next - 1].dataset.c));
      }
      return this.positions[ply];
    }

    press(name) {
      const last = this.line ? this.line.querySelectorAll(".mv").length : this.moves.length;
      if (name === "quiz") return this.quiz ? this.endQuiz() : this.ask(0);
      if (name === "flip") {
        this.below = this.below === "white" ? "black" : "white";
        return this.draw();
      }
      this.endQuiz();
      if (name === "forward") this.show(Math.min(this.ply + 1, last), this.line);
      else if (name === "back" && this.line && this.ply <= 1) this.show(Number(this.line.dataset.from));
      else if (name === "back") this.show(Math.max(this.ply - 1, 0), this.line);
      else if (name === "mark") {
        const now = this.line ? Number(this.line.dataset.from) + 1 : this.ply;
        this.show(this.marked.find((ply) => ply > now) ?? this.marked[0]);
      } else this.show(name === "first" ? 0 : this.moves.length);
      this.remember();
    }

    /** Shows the position after some plies of the game, or of a line that leaves it. */
    show(ply, line = null) {
      const moves = line ? [...line.querySelectorAll(".mv")] : this.moves;
      this.ply = Math.max(0, Math.min(ply, moves.length));
      this.line = line;
      const from = line ? Number(line.dataset.from) : 0;
      this.squares = line
        ? moves.slice(0, this.ply).reduce((squares, move) => changed(squares, move.dataset.c), this.at(from))
        : this.at(this.ply);
      this.move = moves[this.ply - 1] ?? null;
      const next = moves[this.ply];
      this.arrow = line ? next?.dataset.m : next?.dataset.b;
      this.draw();
      this.root.querySelectorAll("[aria-current]").forEach((move) => move.removeAttribute("aria-current"));
      this.move?.setAttribute("aria-current", "step");
      const main = line ? from : this.ply;
      this.root.style.setProperty("--now", main / Math.max(this.moves.length, 1));
      for (const item of this.root.querySelectorAll("[data-ply]")) {
        item.classList.toggle("now", Number(item.dataset.ply) === (line ? from + 1 : this.ply));
      }
      this.follow(line ? this.moves[from] : this.move);
      if (this.quiz) return;
      this.say(this.move ? this.move.dataset.n : "The start. Step with the arrow keys, the buttons or a swipe.", this.move?.dataset.k);
    }

    /** Keeps the move in sight within its own list, where that scrolls. */
    follow(move) {
      for (const [list, item] of [[".moves", move], [".mistakes", this.root.querySelector(".mistakes .now")]]) {
        const box = this.root.querySelector(list);
        if (!box || !item || box.scrollHeight <= box.clientHeight) continue;
        const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top;
        if (top < 0 || top + item.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 3;
      }
    }

    /** Whether a part of it is on the screen. */
    get isSeen() {
      const { top, bottom } = this.root.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }

    say(text, mark = "") {
      this.said.className = `said ${mark}`;
      this.said.textContent = text ?? "";
    }

    draw() {
      const turned = this.below === "black";
      const place = (square) => {
        const [x, y] = [square % 8, Math.floor(square / 8)].map((at) => 100 * (turned ? 7 - at : at));
        return { x, y };
      };
      const pieces = this.squares.map((letter, square) => {
        if (letter === "-") return "";
        const kind = letter.toUpperCase();
        const { x, y } = place(square);
        return `<use href="#${kind}" class="${letter === kind ? "w" : "b"}" x="${x}" y="${y}"/>`;
      });
      const mark = (square, name) => {
        const { x, y } = place(square);
        return `<rect class="${name}" x="${x}" y="${y}" width="100" height="100"/>`;
      };
      const squares = this.move?.dataset.m;
      const class_ = this.move?.dataset.k ?? "";
      const marks = [];
      if (squares) marks.push(mark(index(squares), `last ${class_}`), mark(index(squares.slice(2)), `last ${class_}`));
      if (this.from !== undefined && this.quiz) marks.push(mark(this.from, "from"));
      let above = this.arrow && !this.quiz ? this.drawArrow(place(index(this.arrow)), place(index(this.arrow.slice(2)))) : "";
      if (squares && class_) {
        const { x, y } = place(index(squares.slice(2)));
        const [left, top] = [Math.min(x + 90, 772), Math.max(y + 10, 28)];
        above += `<g class="sign ${class_}"><circle cx="${left}" cy="${top}" r="27"/><text x="${left}" y="${top + 11}">${CHIPS[class_] ?? ""}</text></g>`;
      }
      this.board.querySelector(".pieces").innerHTML = pieces.join("");
      this.board.querySelector(".marks").innerHTML = marks.join("");
      this.board.querySelector(".arrows").innerHTML = above;
      this.board.querySelector(".edge").setAttribute("href", turned ? "#black-below" : "#white-below");
      this.board.setAttribute("aria-label", `The board${this.move ? ` after ${this.move.dataset.n}` : ""}`);
    }

    drawArrow(from, to) {
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const tip = length - 8;
      const outline = [[24, 9], [tip - 42, 9], [tip - 42, 27], [tip, 0], [tip - 42, -27], [tip - 42, -9], [24, -9]];
      const points = outline.map(([far, beside]) =>
        `${Math.round(from.x + 50 + far * dx - beside * dy)} ${Math.round(from.y + 50 + far * dy + beside * dx)}`);
      return `<path class="better" d="M${points.join("L")}z"/>`;
    }

    /** Asks for the best move instead of a mistake; the page hides what gives it away. */
    ask(which) {
      this.quiz = { which, ply: this.asked[which] };
      this.from = undefined;
      document.documentElement.classList.add("quiz");
      const { dataset } = this.moves[this.quiz.ply - 1];
      const piece = this.at(this.quiz.ply - 1)[index(dataset.m || "a1")];
      const white = piece === piece.toUpperCase();
      this.below = white ? "white" : "black";
      this.show(this.quiz.ply - 1);
      const number = `${which + 1} of ${this.asked.length}`;
      this.say(`Your turn (${number}): ${white ? "White" : "Black"} to move. Find the best move: click its piece, then its square.`);
      this.offer(["Show", () => this.answer("The answer: ")], ["End", () => this.endQuiz()]);
    }

    offer(...choices) {
      for (const [name, act] of choices) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: name, className: "choice" });
        button.addEventListener("click", act);
        this.said.append(" ", button);
      }
    }

    choose(event) {
      const { left, top, width } = this.board.getBoundingClientRect();
      let [x, y] = [event.clientX - left, event.clientY - top].map((at) => Math.max(0, Math.min(7, Math.floor((8 * at) / width))));
      if (this.below === "black") [x, y] = [7 - x, 7 - y];
      const name = FILES[x] + (8 - y);
      const letter = this.squares[index(name)];
      const own = letter !== "-" && (letter === letter.toUpperCase()) === (this.below === "white");
      if (this.from === undefined || own) {
        this.from = own && this.from !== index(name) ? index(name) : undefined;
        return this.draw();
      }
      const tried = FILES[this.from % 8] + (8 - Math.floor(this.from / 8)) + name;
      const { b: best, m: played } = this.moves[this.quiz.ply - 1].dataset;
      this.from = undefined;
      this.draw();
      if (tried === best) return this.answer("Right! ");
      this.say(tried === played ? "That was played in the game, and it is not the best." : "That is not the best move. Try another.");
      this.offer(["Show", () => this.answer("The answer: ")], ["End", () => this.endQuiz()]);
    }

    answer(word) {
      const { which, ply } = this.quiz;
      this.endQuiz();
      const line = this.root.querySelector(`[data-ask="${ply}"] .variation`);
      if (line) this.show(1, line);
      this.say(`${word}${line?.textContent ?? ""}`);
      if (which + 1 < this.asked.length) this.offer(["Next", () => this.ask(which + 1)]);
    }

    endQuiz() {
      if (!this.quiz) return;
      this.quiz = null;
      this.from = undefined;
      document.documentElement.classList.remove("quiz");
      this.show(this.ply, this.line);
    }

    /** Puts the position into the address, so that it can be linked to. */
    remember() {
      active = this;
      const ply = this.line ? Number(this.line.dataset.from) + 1 : this.ply;
      try {
        history.replaceState(null, "", `#g${this.number}p${ply}`);
      } catch {
        // A page without an address of its own.
      }
    }
  }

  const root = document.documentElement;
  root.classList.add("steps");
  const viewers = new Map();
  let active = null;

  /** The viewer of a game, made when the game is first seen. */
  function viewer(number) {
    // In a page with many games the later ones are text until then.
    const text = document.querySelector(`script[data-unopened="${number}"]`);
    text?.insertAdjacentHTML("beforebegin", text.textContent);
    text?.remove();
    const element = document.querySelector(`.viewer[data-game="${number}"]`);
    if (element && !viewers.has(number)) {
      const made = new Viewer(element);
      viewers.set(number, made);
      made.show(Number(element.dataset.shown));
    }
    return viewers.get(number);
  }

  /** Shows a game, and the others no more; on paper all are shown. */
  function open(number) {
    const shown = viewer(number);
    if (!shown) return null;
    active?.endQuiz();
    active = shown;
    for (const article of document.querySelectorAll(".game")) article.classList.toggle("folded", article.id !== `g${number}`);
    for (const link of document.querySelectorAll(".contents [data-open]")) link.classList.toggle("now", link.dataset.open === number);
    return shown;
  }

  /** Follows a link to a game or a ply; false if it leads elsewhere. */
  function follow(hash) {
    const [, number, ply] = hash.match(/^#g(\d+)(?:p(\d+))?$/) ?? [];
    const shown = number === undefined ? null : open(number);
    if (!shown) return false;
    if (ply !== undefined) shown.show(Number(ply));
    return shown;
  }

  document.addEventListener("click", (event) => {
    const copy = event.target.closest(".copy");
    if (copy) return copyText(copy);
    const link = event.target.closest('a[href^="#g"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const line = link.closest(".variation");
    const shown = follow(link.hash);
    if (!shown) return;
    event.preventDefault();
    if (line) shown.show([...line.querySelectorAll(".mv")].indexOf(link) + 1, line);
    shown.remember();
    if (!link.closest(".viewer")) shown.article.scrollIntoView({ block: "start" });
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("textarea, select, input")) return;
    const names = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", m: "mark" };
    const name = names[event.key];
    if (!name || !active?.isSeen || (name === "mark" && !active.marked.length)) return;
    event.preventDefault();
    active.press(name);
  });

  async function copyText(button) {
    const field = document.getElementById(button.dataset.copies);
    const text = field.value ?? field.textContent;
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.closest("details")?.setAttribute("open", "");
      getSelection().selectAllChildren(field);
      field.select?.();
      done = document.execCommand("copy");
    }
    button.textContent = done ? "Copied" : "Marked: copy it";
  }

  addEventListener("hashchange", () => follow(location.hash));
  if (!follow(location.hash)) {
    const first = document.querySelector(".viewer");
    if (first) open(first.dataset.game);
  }
})();
