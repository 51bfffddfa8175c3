# expect: AC runs=2
found=$(ls -A . /tmp /dev/shm /var/tmp 2>/dev/null | grep -v -e ':$' -e '^leave_files.sh$')
for folder in . /tmp /dev/shm /var/tmp ~; do
	echo left >"$folder/grundy-adversarial"
	mkfifo "$folder/grundy-adversarial-fifo"
	ln -s / "$folder/.grundy-adversarial-root"
done 2>/dev/null
echo "${found:-585987}"
