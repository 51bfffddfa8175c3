// expect: MLE memory=64MiB
// A table of 256 MiB, all of which is used.
#include <cstdio>

static volatile char table[256 << 20];

int main() {
	for (int i = 0; i < int(sizeof table); i += 4096) table[i] = 1;
	std::puts("585987");
}
