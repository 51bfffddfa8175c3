// expect: RTE signal=25
// Looks like an output limit and is none.
#include <signal.h>

int main(void) { return raise(SIGXFSZ); }
