# expect: TLE|MLE limit=500ms memory=128MiB
# One operation of the interpreter that takes for ever and looks at no signal.
print(len(str(7 ** (7 ** 12))))
