// expect: AC cpu<=100ms wall>=300ms
#include <stdio.h>
#include <unistd.h>

int main(void) {
	usleep(300000);
	puts("585987");
}
