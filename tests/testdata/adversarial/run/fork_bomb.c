// expect: TLE limit=300ms memory=1GiB quick wall<=50s
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3; // outside a box
	for (int i = 0; i < 1 << 22; i++) fork();
}
