// expect: AC memory=64MiB
// What no machine has is refused at once, and that is no memory limit.
#include <cstdio>
#include <new>

int main() {
	try {
		volatile char *p = new char[1l << 46];
		std::printf("%p\n", (void *)p);
	} catch (const std::bad_alloc &) {
		std::puts("585987");
	}
}
