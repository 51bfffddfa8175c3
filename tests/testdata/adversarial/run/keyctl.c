// expect: AC runs=2 quick
// The second run must not find the first one's key, if it could ever be made.
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	for (int ring = -5; ring < 0; ring++) {
		if (syscall(SYS_request_key, "user", "grundy-adversarial", 0, ring) >= 0) return printf("found in %d\n", ring) < 0;
		if (syscall(SYS_keyctl, 10 /* search */, ring, "user", "grundy-adversarial", 0) >= 0) return puts("searched") < 0;
		if (syscall(SYS_add_key, "user", "grundy-adversarial", "1", 1, ring) >= 0) return printf("added to %d\n", ring) < 0;
		if (syscall(SYS_keyctl, 0 /* get */, ring, 1) >= 0) return printf("got %d\n", ring) < 0;
	}
	if (syscall(SYS_keyctl, 1 /* join session */, "grundy-adversarial") >= 0) return puts("joined") < 0;
	puts("585987");
}
