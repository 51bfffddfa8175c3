// expect: AC memory=64MiB max-output=1MiB
// As much as is allowed: a number with many spaces before it.
#include <stdio.h>

int main(void) {
	for (int i = 0; i < (1 << 20) - 7; i++) putchar(' ');
	puts("585987");
}
