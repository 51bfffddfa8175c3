// expect: TLE limit=300ms
// Asks for shared memory without end, which without control groups keeps the init of the box busy.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
	for (;;) {
		void *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (p != MAP_FAILED) munmap(p, 4096);
	}
}
