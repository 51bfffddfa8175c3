// expect: CE|AC compile-limit=2s
__attribute__((aligned(1 << 28))) char room[1 << 28] = {1};
int main(void) { return room[5]; }
