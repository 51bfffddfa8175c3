// expect: TLE limit=300ms wall<=50s
// Each process has a child and dies: nobody can be listed and killed one by one.
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	if (fork() == 0)
		for (int i = 0; i < 1 << 22; i++)
			if (fork() > 0) _exit(0);
	for (;;) {}
}
