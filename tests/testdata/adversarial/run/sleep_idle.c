// expect: IE limit=100ms idle reason~"idle" cpu<=100ms
#include <unistd.h>

int main(void) { sleep(60); }
