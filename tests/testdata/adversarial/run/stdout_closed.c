// expect: WA quick
#include <unistd.h>

int main(void) {
	close(1);
	if (write(1, "585987\n", 7) > 0) return 4;
	return 0;
}
