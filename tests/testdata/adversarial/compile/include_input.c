// expect: CE
int numbers[] = {
#include "@PROBLEM@/1.in"
};
int main(void) { return 0; }
