# expect: AC
# Checking the syntax must not run anything: this would end the check with an error.
[ -e "$0" ] || exit 1
case $0 in /*) ;; *) exit 1 ;; esac
echo 585987
