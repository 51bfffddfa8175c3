# expect: TLE limit=300ms memory=1GiB wall<=50s
[ "$PPID" = 1 ] || exit 3
bomb() { bomb | bomb & wait; }
bomb 2>/dev/null
sleep 60
