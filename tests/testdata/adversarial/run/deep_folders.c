// expect: AC quick
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 4000; i++)
		if (mkdir("deep", 0755) || chdir("deep")) return printf("%d\n", i) < 0;
	puts("585987");
}
