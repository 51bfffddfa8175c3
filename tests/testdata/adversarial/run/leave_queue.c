// expect: AC runs=2
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>

int main(void) {
	if (mq_open("/grundy-adversarial", O_RDWR) >= 0) return puts("found") < 0;
	mq_open("/grundy-adversarial", O_CREAT | O_RDWR, 0666, 0);
	puts("585987");
}
