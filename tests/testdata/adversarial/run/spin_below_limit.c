// expect: AC cpu>=285ms
#include <stdio.h>
#include <time.h>

int main(void) {
	while (clock() < CLOCKS_PER_SEC * 3 / 10) {}
	puts("585987");
}
