// expect: RTE memory=64MiB signal=11 reason~"stack overflow"
// The stack of a thread other than the first.
#include <cstdio>
#include <thread>

[[gnu::noinline]] static int dive(volatile int *above) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	return dive(frame) + frame[0];
}

int main() {
	std::thread([] {
		volatile int seed = 0;
		std::printf("%d\n", dive(&seed));
	}).join();
}
