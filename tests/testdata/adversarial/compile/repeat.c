// expect: CE compile-limit=1s compile-memory=256MiB
__asm__(".rept 1000000\n.rept 1000000\nnop\n.endr\n.endr\n");
int main(void) { return 0; }
