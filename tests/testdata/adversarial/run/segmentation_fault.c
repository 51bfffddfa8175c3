// expect: RTE signal=11 quick
int main(void) {
	volatile int *nowhere = 0;
	return *nowhere;
}
