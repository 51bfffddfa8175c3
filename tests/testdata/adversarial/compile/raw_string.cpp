// expect: CE
const char *never_ended = R"grundy(
int main() { return 0; }
