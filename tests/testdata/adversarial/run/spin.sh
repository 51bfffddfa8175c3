# expect: TLE limit=300ms
while :; do :; done
