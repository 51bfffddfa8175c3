// expect: RTE signal=15
#include <signal.h>

int main(void) { return raise(SIGTERM); }
