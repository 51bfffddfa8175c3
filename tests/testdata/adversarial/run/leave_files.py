# expect: AC runs=2
import glob
import os
import tempfile

found = glob.glob("/tmp/*") + glob.glob("/dev/shm/*") + [name for name in glob.glob("*") if name != "leave_files.py"]
found += glob.glob(os.path.expanduser("~/.*cache*"))
for folder in ".", "/tmp", "/dev/shm", os.path.expanduser("~"):
    try:
        tempfile.NamedTemporaryFile(prefix="grundy-adversarial", dir=folder, delete=False)
    except OSError:
        pass
print(found or 585987)
