// expect: AC memory=64MiB
// No machine has so much, and the program can do without.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	void *volatile piece = malloc((size_t)1 << 50);
	puts(piece ? "0" : "585987");
}
