# expect: AC quick
for name in /dev/stdin /proc/self/fd/0 /proc/$$/fd/0; do
	: 2>/dev/null >"$name"
	echo spoilt 2>/dev/null >>"$name"
done
read -r a b
echo $((a + b))
