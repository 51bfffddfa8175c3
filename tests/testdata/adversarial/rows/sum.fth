: sum ( -- )
  pad 80 stdin read-line throw drop
  pad swap 0. 2swap >number 1 /string
  0. 2swap >number 2drop d+ d. cr ;

sum
