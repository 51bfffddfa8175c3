// expect: MLE memory=64MiB; landlock: AC
// A file that lists what an epoll watches keeps a buffer for all of the list as long as it is open.
#include <fcntl.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	enum { many = 64, numbers = 130 };
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 8; i++)
		if (fork() == 0) {
			int set = epoll_create1(0), files[many];
			struct epoll_event event = {EPOLLIN};
			for (int j = 0; j < many; j++) files[j] = eventfd(0, 0);
			for (int number = numbers; number < numbers + many; number++)
				for (int j = 0; j < many; j++) {
					dup2(files[j], number);
					epoll_ctl(set, EPOLL_CTL_ADD, number, &event);
				}
			char name[64], byte;
			snprintf(name, sizeof name, "/proc/self/fdinfo/%d", set);
			for (int list; (list = open(name, O_RDONLY)) >= 0;)
				if (read(list, &byte, 1) != 1) _exit(1);
			sleep(2);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
