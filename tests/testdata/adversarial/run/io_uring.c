// expect: AC quick
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	char params[256];
	memset(params, 0, sizeof params);
	for (int call = 425; call <= 427; call++)
		if (syscall(call, 1, params, 0, 0, 0, 0) >= 0) return printf("call %d\n", call) < 0;
	puts("585987");
}
