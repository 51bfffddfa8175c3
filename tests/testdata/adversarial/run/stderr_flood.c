// expect: OLE max-output=1MiB quick
#include <stdio.h>

int main(void) {
	puts("585987");
	fflush(stdout);
	for (int i = 0; i < 1 << 22; i++) fputs("flood flood flood\n", stderr);
}
