# expect: RTE memory=64MiB exit=3
import sys

print(585987)
sys.exit(3)
