// expect: CE
template <typename T> struct Pair { T *left, *right; Pair<Pair<T>> *next; static const int depth = Pair<Pair<T>>::depth + 1; };
int main() { return Pair<int>::depth; }
