// expect: CE
__asm__(".include \"@ANSWER@\"\n");
int main(void) { return 0; }
