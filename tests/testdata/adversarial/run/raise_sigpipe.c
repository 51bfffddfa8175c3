// expect: RTE signal=13
#include <signal.h>

int main(void) { return raise(SIGPIPE); }
