# expect: CE
# coding: no-such-encoding
print(585987)
