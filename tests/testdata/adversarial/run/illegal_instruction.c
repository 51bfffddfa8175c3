// expect: RTE signal=4
int main(void) { __builtin_trap(); }
