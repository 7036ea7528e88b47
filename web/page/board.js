// The board: shows a position, and takes moves by click, by drag and by keyboard. It
// knows no rules: it is told which moves are legal.

import { piece, pieceName } from "./pieces.js";

const FILES = "abcdefgh";
/** How far a pointer moves before it drags, in pixels. */
const DRAG_FROM = 6;

/** The pieces of a FEN by their squares. */
export function placement(fen) {
  const pieces = {};
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces[`${FILES[file++]}${8 - index}`] = letter;
    }
  });
  return pieces;
}

export class Board {
  #root;
  #onMove;
  #squares = {};
  #pieces = {};
  #legal = [];
  #from = null;
  #flipped = false;
  #focus = "e2";
  #drag = null;

  constructor(root, onMove) {
    this.#root = root;
    this.#onMove = onMove;
    this.#build();
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("pointercancel", () => this.#endDrag());
  }

  get flipped() {
    return this.#flipped;
  }

  set flipped(flipped) {
    this.#flipped = flipped;
    this.#build();
    this.#draw();
  }

  /**
   * Shows a position: `legal` are the moves that a person may make, `last` the move
   * before it, `check` the square of a king in check, `worth` a number for each square.
   */
  show({ fen, legal = [], last = null, check = null, worth = null }) {
    this.#pieces = placement(fen);
    this.#legal = legal;
    this.#from = null;
    this.#endDrag();
    for (const [name, square] of Object.entries(this.#squares)) {
      square.classList.toggle("last", last?.slice(0, 2) === name || last?.slice(2, 4) === name);
      square.classList.toggle("check", check === name);
      square.dataset.worth = worth?.[name] ?? "";
    }
    this.#draw();
  }

  #build() {
    const files = this.#flipped ? [...FILES].reverse() : [...FILES];
    const ranks = this.#flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
    const kept = this.#squares;
    this.#squares = {};
    this.#root.replaceChildren(
      ...ranks.map((rank, row) => {
        const line = document.createElement("div");
        line.setAttribute("role", "row");
        files.forEach((file, column) => {
          const name = `${file}${rank}`;
          const square = kept[name] ?? document.createElement("button");
          square.type = "button";
          square.dataset.square = name;
          square.setAttribute("role", "gridcell");
          square.classList.add("square", (FILES.indexOf(file) + rank) % 2 ? "dark" : "light");
          square.dataset.file = row === 7 ? file : "";
          square.dataset.rank = column === 0 ? String(rank) : "";
          this.#squares[name] = square;
          line.append(square);
        });
        return line;
      }),
    );
  }

  #draw() {
    const targets = this.#targets();
    for (const [name, square] of Object.entries(this.#squares)) {
      const letter = this.#pieces[name];
      const { rank, file, worth } = square.dataset;
      const label = (text, kind) => (text ? `<span class="${kind}" aria-hidden="true">${text}</span>` : "");
      const drawn = label(rank, "coordinate of-rank") + label(file, "coordinate of-file") + (letter ? piece(letter) : "") + label(worth, "worth");
      if (square.innerHTML !== drawn) square.innerHTML = drawn;
      square.dataset.piece = letter ?? "";
      const goes = targets.includes(name);
      square.classList.toggle("from", this.#from === name);
      square.classList.toggle("target", goes);
      square.classList.toggle("own", this.#isOwn(name));
      square.tabIndex = name === this.#focus ? 0 : -1;
      const parts = [name, letter ? pieceName(letter) : "empty"];
      if (this.#from === name) parts.push("selected");
      if (goes) parts.push("can be reached");
      if (worth) parts.push(`worth ${worth}`);
      square.setAttribute("aria-label", parts.join(", "));
      square.setAttribute("aria-selected", String(this.#from === name));
    }
  }

  #isOwn(name) {
    return this.#legal.some(({ uci }) => uci.startsWith(name));
  }

  #targets() {
    if (!this.#from) return [];
    const moves = this.#legal.filter(({ uci }) => uci.startsWith(this.#from));
    return moves.map(({ uci }) => uci.slice(2, 4));
  }

  /** Selects a square, or moves the selected piece there. */
  #choose(name) {
    if (this.#from && this.#targets().includes(name)) {
      const moves = this.#legal.filter(({ uci }) => uci.startsWith(this.#from + name));
      this.#from = null;
      this.#draw();
      this.#onMove(moves.map(({ uci }) => uci));
      return;
    }
    this.#from = this.#isOwn(name) && this.#from !== name ? name : null;
    this.#draw();
  }

  #click(event) {
    const name = event.target.closest?.(".square")?.dataset.square;
    if (!name || this.#drag?.done) {
      this.#drag = null;
      return;
    }
    this.#focus = name;
    this.#choose(name);
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Escape") {
      this.#from = null;
      this.#draw();
      return;
    }
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const way = this.#flipped ? -1 : 1;
    const file = FILES.indexOf(this.#focus[0]) + way * step[0];
    const rank = Number(this.#focus[1]) + way * step[1];
    if (file < 0 || file > 7 || rank < 1 || rank > 8) return;
    this.#focus = `${FILES[file]}${rank}`;
    this.#draw();
    this.#squares[this.#focus].focus();
  }

  #press(event) {
    const square = event.target.closest?.(".square");
    this.#endDrag();
    this.#drag = null;
    if (event.button !== 0 || !square || !this.#isOwn(square.dataset.square)) return;
    this.#drag = { square, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, done: false };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || drag.done || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      this.#root.setPointerCapture(event.pointerId);
      this.#from = drag.square.dataset.square;
      this.#draw();
      drag.ghost = drag.square.querySelector(".piece").cloneNode(true);
      const size = drag.square.getBoundingClientRect().width;
      drag.ghost.classList.add("ghost");
      Object.assign(drag.ghost.style, { width: `${size}px`, height: `${size}px` });
      document.body.append(drag.ghost);
      drag.square.classList.add("lifted");
    }
    const half = drag.ghost.getBoundingClientRect().width / 2;
    drag.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
  }

  #release(event) {
    const drag = this.#drag;
    if (!drag?.ghost) return;
    this.#endDrag();
    // The click that follows is part of the drag.
    drag.done = true;
    setTimeout(() => (this.#drag = null));
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".square");
    const name = under?.dataset.square;
    if (name && this.#targets().includes(name)) {
      this.#choose(name);
    } else {
      this.#from = null;
      this.#draw();
    }
  }

  #endDrag() {
    this.#drag?.ghost?.remove();
    this.#drag?.square.classList.remove("lifted");
  }
}
