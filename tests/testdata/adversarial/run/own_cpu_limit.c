// expect: RTE signal=24 cpu>=500ms
// The program's own limit, not the problem's. The kernel counts ticks for it.
#include <sys/resource.h>

int main(void) {
	struct rlimit second = {1, 2};
	setrlimit(RLIMIT_CPU, &second);
	for (;;) {}
}
