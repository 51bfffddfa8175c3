// expect: AC runs=3 quick
// Whatever belongs to a standard stream and not to a descriptor would be found by whoever gets the same one next.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// found tells of what an earlier run left.
static const char *found(int fd) {
	static char text[200];
	struct stat file;
	if (fstat(fd, &file)) return "nothing can be told";
	if (fd && (file.st_size || file.st_blocks)) return "content";
	if (fd && (file.st_mode & 07777) != 0644 && (file.st_mode & 07777) != 0666) return "a mode"; // the latter where the judge is root
	if (file.st_mtime < time(0) - 1000000 && fd) return "a time";
	if (flistxattr(fd, text, sizeof text) > 0) return text;
	int flags = fcntl(fd, F_GETFL);
	if (flags & (O_APPEND | O_DIRECT | O_NONBLOCK | O_ASYNC | O_NOATIME)) return "flags";
	if (fcntl(fd, F_GETOWN)) return "an owner";
	if (fcntl(fd, F_GETLEASE) != F_UNLCK) return "a lease";
	unsigned long hint = 0;
	if (fcntl(fd, F_GET_RW_HINT, &hint) == 0 && hint) return "a hint";
	struct flock lock = {.l_type = F_WRLCK};
	if (fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) return "a lock";
	lock = (struct flock){.l_type = F_WRLCK};
	if (fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) return "a lock of an open file";
	char name[32];
	snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
	int again = open(name, fd ? O_RDWR : O_RDONLY);
	if (again < 0) return 0; // what belongs to somebody else cannot be opened again
	lock = (struct flock){.l_type = F_WRLCK};
	if (fcntl(again, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) return "a lock of another open file";
	if (flock(again, LOCK_EX | LOCK_NB)) return "a lock of a whole file";
	close(again);
	int set = 0;
	if (ioctl(fd, FS_IOC_GETFLAGS, &set) == 0 && set & (FS_NODUMP_FL | FS_NOATIME_FL | FS_APPEND_FL | FS_IMMUTABLE_FL)) return "flags of the file";
	return 0;
}

static void leave(int fd) {
	for (int kind = 0; kind < 2; kind++) {
		struct flock lock = {.l_type = fd ? F_WRLCK : F_RDLCK, .l_start = kind};
		fcntl(fd, kind ? F_OFD_SETLK : F_SETLK, &lock);
	}
	flock(fd, LOCK_EX | LOCK_NB);
	fcntl(fd, F_SETLEASE, fd ? F_WRLCK : F_RDLCK);
	fcntl(fd, F_NOTIFY, DN_MULTISHOT | DN_MODIFY);
	fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK);
	fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK | O_DIRECT | O_ASYNC | O_NOATIME);
	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE);
	fcntl(fd, F_SETPIPE_SZ, 4096);
	unsigned long hint = 5;
	fcntl(fd, F_SET_RW_HINT, &hint);
	fcntl(fd, F_SET_FILE_RW_HINT, &hint);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	int set = FS_NODUMP_FL | FS_APPEND_FL;
	ioctl(fd, FS_IOC_SETFLAGS, &set);
	set |= FS_IMMUTABLE_FL;
	ioctl(fd, FS_IOC_SETFLAGS, &set);
	fsetxattr(fd, "user.grundy-adversarial", "left", 4, 0);
	struct timespec times[2] = {{1, 0}, {1, 0}};
	futimens(fd, times);
	fchmod(fd, 0);
}

int main(void) {
	for (int fd = 0; fd < 3; fd++) {
		const char *left = found(fd);
		if (left) return printf("%s at %d\n", left, fd) < 0;
	}
	puts("585987");
	fflush(stdout);
	for (int fd = 0; fd < 3; fd++) leave(fd);
}
