// expect: WA max-output=8MiB
#include <stdio.h>
#include <string.h>

int main(void) {
	static char block[1 << 20];
	memset(block, '5', sizeof block);
	for (int i = 0; i < 7; i++) fwrite(block, 1, sizeof block, stdout);
}
