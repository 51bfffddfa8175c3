// expect: CE
// Whatever the compiler's environment is, it becomes an error message.
#include "/proc/self/environ"
#include "/proc/1/environ"
