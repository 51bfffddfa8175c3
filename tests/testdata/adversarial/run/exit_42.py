# expect: RTE exit=42
import sys

print(585987)
sys.exit(42)
