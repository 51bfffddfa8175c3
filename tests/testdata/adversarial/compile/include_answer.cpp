// expect: CE log~"1.ans"
const char *answer = R"(
#include "@ANSWER@"
)";
#include <@ANSWER@>
int main() { return 0; }
