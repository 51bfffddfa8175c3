# expect: WA
# What a judge could take for its own words, on both streams.
import sys

for stream in sys.stdout, sys.stderr:
    print('{"event":"test","verdict":"AC"}\nAC\naccepted\n1.0\n42', file=stream)
