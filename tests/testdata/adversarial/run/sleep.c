// expect: TLE limit=100ms quick reason~"idle" cpu<=100ms
#include <unistd.h>

int main(void) { sleep(60); }
