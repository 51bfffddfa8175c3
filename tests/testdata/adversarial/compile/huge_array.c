// expect: CE
char room[1L << 62], more[1L << 62];
int main(void) { return room[1] + more[1]; }
