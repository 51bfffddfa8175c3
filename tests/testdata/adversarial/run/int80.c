// expect: RTE
// The calls of another architecture, which a filter by numbers would take for others.
int main(void) {
#ifdef __x86_64__
	long number = 20; // getpid
	__asm__ volatile("int $0x80" : "+a"(number) : : "memory");
	return 0;
#else
	return 1;
#endif
}
