// expect: TLE limit=100ms reason~"idle"
#include <unistd.h>

int main(void) {
	for (int fd = 0; fd < 1024; fd++) close(fd);
	sleep(60);
}
