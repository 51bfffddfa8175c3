// expect: CE quick
// There is nothing to be read, and no terminal that a compiler would wait for.
#include "/dev/stdin"
#include "/dev/fd/0"
