# expect: CE
if true; then echo 585987
