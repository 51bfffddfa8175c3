# expect: AC
while read -r name value; do [ "$name$value" = NoNewPrivs:1 ] && boxed=1; done < /proc/self/status; [ "$boxed" ] || exit 3
kill -9 -1
kill -9 1
read -r a b
echo $((a + b))
