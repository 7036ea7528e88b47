// The pieces: one set of our own, after the shapes of Staunton's men. Each is drawn in
// a square of 100; the style sheet has the colors.

const BASE = '<path d="M24 79h52q4 0 4 5v6H20v-6q0-5 4-5z"/>';
const BODY = '<path d="M41 55c0 12-7 17-11 24h40c-4-7-11-12-11-24z"/>';
const COLLAR = '<path d="M35 49h30q3 0 3 3.5t-3 3.5H35q-3 0-3-3.5t3-3.5z"/>';

const SHAPES = {
  P: `${BASE}${BODY}<circle cx="50" cy="34" r="14"/>${COLLAR}`,
  N: `${BASE}<path d="M33 79c-1-15 13-18 14-31-6 4-11 4-16 8-5 5-13 0-11-7l10-17c0-4 1-6 3-8l-2-12 11 7c22-1 34 18 31 60z"/>
      <circle class="mark" cx="40" cy="34" r="2.6"/><path class="line" d="M55 27c9 8 13 22 12 41M24 50l3-2"/>`,
  B: `${BASE}${BODY}<path d="M50 18c-15 12-19 23-10 33h20c9-10 5-21-10-33z"/><circle cx="50" cy="14" r="5"/>
      <path class="line" d="M50 28v14M43 35h14"/>${COLLAR}`,
  R: `${BASE}<path d="M35 43l-4 36h38l-4-36z"/><path d="M27 17h11v8h7v-8h10v8h7v-8h11v20l-8 7H35l-8-7z"/>
      <path class="line" d="M36 44h28M32 71h36"/>`,
  Q: `${BASE}${BODY}<path d="M33 51l-9-25 13 13 4-20 9 18 9-18 4 20 13-13-9 25z"/>
      <circle cx="24" cy="24" r="4.5"/><circle cx="41" cy="17" r="4.5"/><circle cx="59" cy="17" r="4.5"/><circle cx="76" cy="24" r="4.5"/>${COLLAR}`,
  K: `${BASE}${BODY}<path d="M46 7h8v7h7v7h-7v9h-8v-9h-7v-7h7z"/>
      <path d="M36 51c-9-13-5-24 5-24 5 0 8 2 9 5 1-3 4-5 9-5 10 0 14 11 5 24z"/><path class="line" d="M50 32v18"/>${COLLAR}`,
};

export const NAMES = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** The drawing of a piece by its letter in a FEN. */
export function piece(letter) {
  const kind = letter.toUpperCase();
  const side = letter === kind ? "white" : "black";
  return `<svg class="piece ${side}" viewBox="0 0 100 100" aria-hidden="true">${SHAPES[kind]}</svg>`;
}

/** A piece in words: "white knight". */
export function pieceName(letter) {
  const kind = letter.toUpperCase();
  return `${letter === kind ? "white" : "black"} ${NAMES[kind]}`;
}
