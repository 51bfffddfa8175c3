// expect: CE compile-limit=2s compile-memory=256MiB quick
// Two gigabytes in the object file, of one line.
__asm__(".data\n.fill 0x7fffffff, 1, 1\n");
int main(void) { return 0; }
