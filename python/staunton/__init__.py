"""Staunton, a UCI chess engine: the path of its program."""

import os
import sys
import sysconfig

__all__ = ["path"]

_NAME = "staunton" + (sysconfig.get_config_var("EXE") or "")


def path() -> str:
    """The path of the program that this package has installed.

    Raises FileNotFoundError if it is not there.
    """
    for folder in _folders():
        program = os.path.join(folder, _NAME)
        if os.path.isfile(program):
            return program
    raise FileNotFoundError(f"the program {_NAME} is in none of {', '.join(_folders())}")


def _folders():
    """Where pip puts programs: in an environment, for a user, with --target."""
    user = "osx_framework_user" if sys.platform == "darwin" else f"{os.name}_user"
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [sysconfig.get_path("scripts")]
    if user in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", scheme=user))
    folders.append(os.path.join(os.path.dirname(here), "bin"))
    return folders
