// expect: AC
// Written backwards.
#include <unistd.h>

int main(void) {
	static const char answer[] = "585987\n";
	for (int i = 6; i >= 0; i--)
		if (pwrite(1, answer + i, 1, i) != 1) return 1;
	return 0;
}
