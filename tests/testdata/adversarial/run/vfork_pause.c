// expect: TLE limit=100ms quick reason~"idle" cpu<=100ms
#define _GNU_SOURCE
#include <unistd.h>

// The parent waits for its child as if for a disk.
int main(void) {
	if (vfork() == 0)
		for (;;) pause();
}
