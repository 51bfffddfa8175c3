// expect: AC quick
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	if (getppid() != 1) return 3;
	for (int i = 0; i < 4000; i++)
		if (mkdir("deep", 0755) || chdir("deep")) return printf("%d\n", i) < 0;
	puts("585987");
}
