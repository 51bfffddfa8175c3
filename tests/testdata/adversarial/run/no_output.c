// expect: WA output=""
int main(void) { return 0; }
