// expect: RTE signal=25 max-output=1MiB
// One byte far behind the limit: nothing gets written, and the kernel's signal is the program's own doing.
#include <unistd.h>

int main(void) {
	if (ftruncate(1, 1L << 40) == 0) return 4;
	return pwrite(1, "x", 1, 1L << 30) < 0;
}
