# expect: AC quick
read -r a b
for name in @ANSWER@ @PROBLEM@/1.in /etc/shadow /etc/gshadow /proc/1/environ /proc/kallsyms /root/.ssh /dev/kmsg; do
	if cat "$name" 2>/dev/null; then exit 0; fi
done
for tool in 'su -c id' 'sudo -n id' 'mount -t tmpfs x /tmp' 'unshare -r id' 'nsenter -t 1 -m id' 'dmesg' 'chroot / id'; do
	if $tool </dev/null 2>/dev/null; then exit 0; fi
done
echo $((a + b))
