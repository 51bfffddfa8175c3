// expect: MLE memory=64MiB quick reason~"killed by the kernel at 64 MiB" peak<=65MiB oom-kills>=1; no-cgroup: MLE reason~"64 MiB"
#include <stdlib.h>

int main(void) {
	for (int i = 0; i < 512; i++) {
		volatile char *p = malloc(1 << 20);
		for (int j = 0; p && j < 1 << 20; j += 4096) p[j] = 1;
	}
}
