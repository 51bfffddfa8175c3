# expect: CE
cat <<end $(cat /etc/shadow >&2
585987
