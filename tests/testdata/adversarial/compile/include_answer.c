// expect: CE quick log~"1.ans"
#include "@ANSWER@"
int main(void) { return 0; }
