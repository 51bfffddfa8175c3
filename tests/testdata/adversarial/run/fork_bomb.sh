# expect: TLE limit=300ms memory=1GiB wall<=50s
while read -r name value; do [ "$name$value" = NoNewPrivs:1 ] && boxed=1; done < /proc/self/status; [ "$boxed" ] || exit 3
bomb() { bomb | bomb & wait; }
bomb 2>/dev/null
sleep 60
