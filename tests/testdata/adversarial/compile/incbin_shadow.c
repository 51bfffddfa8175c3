// expect: CE quick log~"shadow"
__asm__(".data\n.global secret\nsecret: .incbin \"/etc/shadow\"\n");
int main(void) { return 0; }
