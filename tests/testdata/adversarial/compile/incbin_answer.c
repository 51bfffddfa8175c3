// expect: CE quick log~"1.ans"
#include <stdio.h>
__asm__(".data\n.global answer\nanswer: .incbin \"@ANSWER@\"\n");
extern char answer[6];
int main(void) { return fwrite(answer, 1, 6, stdout) != 6; }
