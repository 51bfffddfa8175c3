"""Counts its calls, of which it knows none but the present one, and the words of its input."""
import sys

try:
    calls += 1
except NameError:
    calls = 1
if sys.argv[1:] == ["crash"]:
    sys.exit([][len(sys.argv)])
words = sys.stdin.read().split()
print(f"{calls} call, {len(words)} words")
if len(sys.argv) > 1:
    print("as told", file=sys.stderr)
    sys.exit(int(sys.argv[1]))
