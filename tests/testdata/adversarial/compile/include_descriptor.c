// expect: CE
// A descriptor of the judge's that the compiler inherited.
#include "/proc/self/fd/3"
#include "/proc/self/fd/4"
#include "/proc/1/fd/3"
