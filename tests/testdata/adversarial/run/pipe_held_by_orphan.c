// expect: AC interactive
// An orphan keeps both ends open.
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	int a, b;
	if (scanf("%d %d", &a, &b) != 2) return 4;
	if (fork() == 0) sleep(60);
	printf("%d\n", a + b);
}
