# expect: AC runs=2
# A module beside the program, or a compiled one, would be imported by the next run.
import glob
import os
import sys

done = []
for folder in sys.path + [os.path.dirname(os.__file__), os.path.dirname(os.path.abspath(__file__))]:
    try:
        with open(os.path.join(folder or ".", "json.py"), "x") as file:
            file.write("print('spoilt')")
        if os.path.realpath(folder or ".") != os.getcwd():
            done.append(folder)
    except OSError:
        pass
print(done or 585987)
