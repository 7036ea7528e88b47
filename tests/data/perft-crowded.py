"""Writes perft-crowded.epd: random boards that no game can reach, with their
counts by python-chess 1.11.2 (`pip install chess`).

python3 perft-crowded.py > perft-crowded.epd
"""

import random

import chess

BOARDS = 1000
# What the pieces are drawn from, White's in capitals: any kinds, many pawns,
# queens, one kind only, one side far stronger, knights and pawns.
MIXES = ["PNBRQpnbrq", "PPPPPNpppppn", "Qq", "Rr", "QRBNqrbnPPpp", "QQQQQQp", "NNPPnnpp", "Bbpq"]


def random_board(rng: random.Random) -> chess.Board | None:
    """A board with more pieces than a game has; None if it cannot be played."""
    mix = rng.choice(MIXES)
    board = chess.Board(None)
    # Half of the kings stand at home, with rooks for castling.
    if rng.random() < 0.5:
        home = {chess.E1: "K", chess.E8: "k", chess.A1: "R", chess.H8: "r", chess.H1: "R"}
    else:
        home = dict(zip(rng.sample(range(64), 2), "Kk"))
    for square, letter in home.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    free = [square for square in chess.SQUARES if square not in home]
    for square in rng.sample(free, rng.randint(17, len(free))):
        letter = rng.choice(mix)
        if letter in "Pp" and chess.square_rank(square) in (0, 7):
            continue
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.random() < 0.5
    board.castling_rights = chess.BB_CORNERS
    board.castling_rights = board.clean_castling_rights()
    set_en_passant(rng, board)
    return None if board.was_into_check() or not is_crowded(board) else board


def is_crowded(board: chess.Board) -> bool:
    """Whether a side has more than eight pawns or sixteen pieces."""
    pawns = [len(board.pieces(chess.PAWN, color)) for color in chess.COLORS]
    return max(pawns) > 8 or max(map(len, map(chess.SquareSet, board.occupied_co))) > 16


def set_en_passant(rng: random.Random, board: chess.Board) -> None:
    """Perhaps a pawn of the opponent has just made a double push."""
    rank, step = (4, 8) if board.turn else (3, -8)
    pawn = chess.Piece(chess.PAWN, not board.turn)
    pushed = [
        square
        for square in chess.SquareSet(chess.BB_RANKS[rank])
        if board.piece_at(square) == pawn
        and not board.piece_at(square + step)
        and not board.piece_at(square + 2 * step)
    ]
    if pushed:
        board.ep_square = rng.choice(pushed) + step


def perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def main() -> None:
    rng = random.Random(1851)
    print("# FEN ;Ddepth leaf-count ...   (boards that no game can reach; by perft-crowded.py)")
    written = 0
    while written < BOARDS:
        board = random_board(rng)
        if board is not None and any(board.legal_moves):
            counts = " ".join(f";D{depth} {perft(board, depth)}" for depth in (1, 2))
            print(board.fen(en_passant="fen"), counts, flush=True)
            written += 1


main()
