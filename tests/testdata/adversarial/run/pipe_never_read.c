// expect: TLE interactive limit=100ms
// Neither reads nor answers nor ends.
#include <unistd.h>

int main(void) { sleep(60); }
