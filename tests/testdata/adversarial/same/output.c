// expect: OLE memory=64MiB max-output=1MiB quick
#include <stdio.h>

int main(void) {
	for (int i = 0; i < 64 << 20; i++) putchar('x');
}
