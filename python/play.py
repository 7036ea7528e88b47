"""Plays a short game with the installed package, as its README does.

Needs python-chess. `.ci/release` runs it in a fresh environment.
"""

import subprocess
import sys

import chess
import chess.engine
import staunton

module = [sys.executable, "-m", "staunton"]
version = subprocess.run([*module, "--version"], capture_output=True, text=True, check=True)
assert version.stdout.startswith("staunton "), version.stdout
refused = subprocess.run([*module, "no-such-command"], capture_output=True)
assert refused.returncode == 2, refused

with chess.engine.SimpleEngine.popen_uci(staunton.path()) as engine:
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= 40:
        # A move that is not legal raises an error in python-chess.
        result = engine.play(board, chess.engine.Limit(nodes=2000))
        board.push(result.move)
    mate = engine.play(chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), chess.engine.Limit(depth=3))
    assert mate.move == chess.Move.from_uci("d1d8"), mate

print(f"{version.stdout.splitlines()[0]}: {board.fullmove_number} moves, {board.result(claim_draw=True)}")
