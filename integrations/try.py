"""try.py PROGRAM: plays with the settings of lichess-bot.yml, without lichess.

lichess-bot drives an engine by python-chess too, which refuses an option that the
engine does not have. Needs python-chess and PyYAML.
"""

import pathlib
import sys
import time

import chess
import chess.engine
import yaml

settings = yaml.safe_load((pathlib.Path(__file__).parent / "lichess-bot.yml").read_text())
for key, kind in {"token": str, "url": str, "engine": dict, "challenge": dict}.items():
    assert isinstance(settings[key], kind), key
engine_settings = settings["engine"]
assert {"dir", "name", "protocol", "uci_options"} <= engine_settings.keys()


def play(board: chess.Board) -> None:
    """One game on a clock of six seconds a side, both sides by one engine, which ponders."""
    clocks = {chess.WHITE: 6.0, chess.BLACK: 6.0}
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        engine.configure(engine_settings["uci_options"])
        # The settings that are comments there.
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1600})
        engine.configure({"UCI_LimitStrength": False})
        while not board.is_game_over(claim_draw=True) and board.fullmove_number <= 60:
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.1, black_inc=0.1
            )
            start = time.monotonic()
            result = engine.play(
                board, limit, info=chess.engine.INFO_SCORE, ponder=engine_settings["ponder"], draw_offered=False
            )
            clocks[board.turn] += 0.1 - (time.monotonic() - start)
            assert clocks[board.turn] > 0, "lost on time"
            assert "score" in result.info or board.fullmove_number == 1
            board.push(result.move)
    print(f"{'Chess960' if board.chess960 else 'standard'}: {board.fullmove_number} moves, {board.result(claim_draw=True)}")


play(chess.Board())
play(chess.Board.from_chess960_pos(42))
