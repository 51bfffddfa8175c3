identification division.
program-id. sum-of-two.
data division.
working-storage section.
01 line-in pic x(80).
01 first-word pic x(20).
01 second-word pic x(20).
01 total pic 9(9).
01 shown pic z(8)9.
procedure division.
    accept line-in
    unstring line-in delimited by space into first-word second-word
    compute total = function numval(first-word) + function numval(second-word)
    move total to shown
    display function trim(shown)
    stop run.
