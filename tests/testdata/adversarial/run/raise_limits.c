// expect: AC
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
	struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
	struct rlimit cores; // setting it succeeds, and changes nothing
	if (setrlimit(RLIMIT_CORE, &most) || getrlimit(RLIMIT_CORE, &cores) || cores.rlim_max > 1) return puts("core") < 0;
	if (setrlimit(RLIMIT_FSIZE, &most) == 0) return puts("file size") < 0;
	if (setrlimit(RLIMIT_NOFILE, &most) == 0) return puts("descriptors") < 0;
	struct rlimit one = {1, 1};
	if (prlimit(1, RLIMIT_NOFILE, &one, 0) == 0) return puts("of init") < 0;
	puts("585987");
}
