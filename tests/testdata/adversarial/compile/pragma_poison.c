// expect: CE
#pragma GCC poison int main
#pragma GCC dependency "@ANSWER@"
int main(void) { return 0; }
