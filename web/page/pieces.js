// The pieces: one set for all pages, drawn in pieces.svg. The style sheet has the colors.

const sheet = await (await fetch(new URL("pieces.svg", import.meta.url))).text();
document.body.insertAdjacentHTML("afterbegin", sheet);

export const NAMES = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** The drawing of a piece by its letter in a FEN. */
export function piece(letter) {
  const kind = letter.toUpperCase();
  const side = letter === kind ? "white" : "black";
  return `<svg class="piece ${side}" viewBox="0 0 100 100" aria-hidden="true"><use href="#${kind}"/></svg>`;
}

/** A piece in words: "white knight". */
export function pieceName(letter) {
  const kind = letter.toUpperCase();
  return `${letter === kind ? "white" : "black"} ${NAMES[kind]}`;
}
