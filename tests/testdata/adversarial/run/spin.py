# expect: TLE limit=300ms quick
while True:
    pass
