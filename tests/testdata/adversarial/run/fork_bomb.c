// expect: TLE limit=300ms memory=1GiB quick wall<=50s
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3; // outside a box
	for (int i = 0; i < 1 << 22; i++) fork();
}
