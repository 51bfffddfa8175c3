// expect: AC quick
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
	static const char *const places[] = {"", "/usr", "/usr/bin", "/bin", "/etc", "/dev", "/proc", "/mnt", "/box", "/lib", "/var"};
	for (int i = 0; i < sizeof places / sizeof *places; i++) {
		char name[99];
		snprintf(name, sizeof name, "%s/grundy-adversarial", places[i]);
		if (open(name, O_CREAT | O_WRONLY, 0644) >= 0 || mkdir(name, 0755) == 0 || symlink("x", name) == 0)
			return puts(name) < 0;
	}
	if (open("/etc/passwd", O_WRONLY | O_APPEND) >= 0 || open("/bin/sh", O_WRONLY) >= 0) return puts("opened") < 0;
	if (open("/proc/self/exe", O_WRONLY) >= 0) return puts("itself") < 0;
	if (chmod("/etc/passwd", 0666) == 0 || chown("/usr", getuid(), getgid()) == 0) return puts("owned") < 0;
	puts("585987");
}
