import re
import sys

text = sys.stdin.buffer.read()
most = int(sys.argv[1]) if len(sys.argv) > 1 else 10**5
valid = re.fullmatch(rb"[1-9][0-9]{0,5}\n", text) and int(text) <= most
sys.exit(42 if valid else 43)
