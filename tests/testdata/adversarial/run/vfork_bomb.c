// expect: TLE limit=300ms memory=1GiB
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words) {
	if (count == 1 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	char *again[] = {words[0], "again", 0}, *none[] = {0};
	for (int i = 0; i < 1 << 20; i++)
		if (vfork() == 0) {
			execve("/proc/self/exe", again, none);
			_exit(1);
		}
}
