"""`python -m staunton` is `staunton`."""

import os
import subprocess
import sys

from . import path

if os.name == "posix":
    os.execv(path(), ["staunton", *sys.argv[1:]])
sys.exit(subprocess.run([path(), *sys.argv[1:]]).returncode)
