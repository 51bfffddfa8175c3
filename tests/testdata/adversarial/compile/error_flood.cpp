// expect: CE compile-limit=5s
#include <map>
#include <string>
#include <vector>
template <typename T, int N> struct Deep : Deep<std::map<T, std::vector<T>>, N - 1> {};
template <typename T> struct Deep<T, 0> { T value = typename T::nothing(); };
int main() {
	Deep<std::string, 3> deep;
	return deep.value;
}
