// expect: CE compile-limit=2s compile-memory=256MiB quick
// 2³⁰ elements with a value, all of which would lie in the executable.
int numbers[1 << 30] = {1};
int main(void) { return numbers[12345]; }
