// expect: TLE limit=300ms
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

static void *spin(void *unused) {
	for (volatile int i = 0;; i++) {}
	return unused;
}

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	pthread_t t;
	for (int i = 0; i < 1 << 12; i++) pthread_create(&t, 0, spin, 0);
	spin(0);
}
