# Runs a Python file with a file as its standard input, for debuggers that cannot redirect it.
import os
import runpy
import sys

source, sys.argv = sys.argv[1], sys.argv[2:]
os.dup2(os.open(source, os.O_RDONLY), 0)
runpy.run_path(sys.argv[0], run_name="__main__")
