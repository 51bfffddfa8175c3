# expect: AC survivors>=1
sleep 60 &
(setsid sleep 60 &)
nohup sleep 60 >/dev/null 2>&1 &
trap '' HUP TERM INT
read -r a b
echo $((a + b))
