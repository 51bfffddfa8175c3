// expect: TLE limit=100ms quick reason~"idle" cpu<=50ms
#include <unistd.h>

int main(void) { sleep(60); }
