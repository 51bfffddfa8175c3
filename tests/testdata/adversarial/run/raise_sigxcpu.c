// expect: RTE signal=24 reason~"SIGXCPU" quick
#include <signal.h>

int main(void) { return raise(SIGXCPU); }
