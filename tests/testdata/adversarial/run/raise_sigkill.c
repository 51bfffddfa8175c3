// expect: RTE signal=9 quick
#include <signal.h>

int main(void) { return raise(SIGKILL); }
