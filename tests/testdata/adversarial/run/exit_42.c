// expect: RTE exit=42 reason~"exit code 42" quick
#include <stdio.h>

int main(void) {
	puts("585987");
	return 42;
}
