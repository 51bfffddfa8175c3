# expect: RTE exit=42
echo 585987
exit 42
