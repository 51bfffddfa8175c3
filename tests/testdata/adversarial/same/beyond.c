// expect: MLE memory=64MiB quick
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	for (int i = 0; i < 256; i++) {
		volatile char *piece = malloc(1 << 20);
		if (!piece) return 1;
		for (int at = 0; at < 1 << 20; at += 4096) piece[at] = 1;
	}
	puts("585987");
}
