# expect: OLE max-output=1MiB; landlock: AC
head -c 16777216 /dev/zero
head -c 16777216 /dev/zero >&2
echo 585987
