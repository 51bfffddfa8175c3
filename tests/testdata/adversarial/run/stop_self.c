// expect: TLE limit=100ms reason~"idle"
#include <signal.h>

int main(void) { raise(SIGSTOP); }
