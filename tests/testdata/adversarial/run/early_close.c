// expect: AC
// Closes its output early and works on.
#include <stdio.h>
#include <time.h>

int main(void) {
	puts("585987");
	fclose(stdout);
	fclose(stderr);
	while (clock() < CLOCKS_PER_SEC / 20) {}
}
