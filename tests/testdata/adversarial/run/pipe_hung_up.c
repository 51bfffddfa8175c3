// expect: WA interactive quick
// Hangs up before the first word: the interactor sees the end of its input, and its own output breaks.
int main(void) { return 0; }
