read -r n
if ((n % 3)); then echo FIRST; else echo SECOND; fi
