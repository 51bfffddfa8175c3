// expect: TLE limit=300ms cpu>=300ms cpu<=3s; landlock: WA
#include <fcntl.h>
#include <unistd.h>

int main(void) {
	static char block[1 << 20];
	int fd = open("/dev/zero", O_RDONLY);
	while (read(fd, block, sizeof block) > 0) {}
}
