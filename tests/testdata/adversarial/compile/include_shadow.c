// expect: CE quick log~"shadow"
#include "/etc/shadow"
int main(void) { return 0; }
