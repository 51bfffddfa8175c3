// expect: MLE memory=64MiB
// A watch is one of a file by the number that it has at the moment: 64 sets, 64 files and 64 numbers are 262,144 watches, in each of many
// processes.
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
	enum { many = 64, numbers = 180 };
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	for (int i = 0; i < 100; i++)
		if (fork() == 0) {
			int sets[many], files[many];
			for (int j = 0; j < many; j++) {
				sets[j] = epoll_create1(0);
				files[j] = eventfd(0, 0);
			}
			struct epoll_event event = {EPOLLIN};
			for (int number = numbers; number < numbers + many; number++)
				for (int j = 0; j < many; j++) {
					dup2(files[j], number);
					for (int k = 0; k < many; k++) epoll_ctl(sets[k], EPOLL_CTL_ADD, number, &event);
				}
			sleep(2);
			_exit(0);
		}
	while (wait(0) > 0) {}
	puts("585987");
}
