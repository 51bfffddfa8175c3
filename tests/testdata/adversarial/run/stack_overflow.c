// expect: RTE|MLE memory=64MiB quick
static int dive(volatile int *above) {
	volatile int frame[256];
	frame[0] = above[0] + 1;
	return dive(frame) + frame[0];
}

int main(void) {
	volatile int seed = 0;
	return dive(&seed);
}
