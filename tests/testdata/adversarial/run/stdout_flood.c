// expect: OLE max-output=1MiB quick reason~"1 MiB"
#include <stdio.h>

int main(void) {
	for (int i = 0; i < 1 << 22; i++) puts("flood flood flood");
}
