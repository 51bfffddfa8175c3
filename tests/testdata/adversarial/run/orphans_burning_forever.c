// expect: TLE limit=300ms
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 4; i++)
		if (fork() == 0) {
			if (fork() == 0)
				for (;;) {}
			_exit(0);
		}
	pause();
}
