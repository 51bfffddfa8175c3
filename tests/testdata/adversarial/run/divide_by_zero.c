// expect: RTE signal=8
int main(int one, char **words) {
	volatile int zero = one - 1;
	return words[0][0] / zero;
}
