# expect: AC cpu>=400ms
import subprocess
import sys

burn = "import time\nwhile time.process_time() < 0.4: pass"
subprocess.run([sys.executable, "-c", burn], check=True)
print(585987)
