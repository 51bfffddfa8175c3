"""Run the program of the package: ``python -m grundy test a.py``."""

import os
import subprocess
import sys

from ._judge import executable


def main() -> None:
    """Replace this process by the program."""
    command = [executable(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
