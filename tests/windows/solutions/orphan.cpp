// Starts a child at once, which writes the file MARK if it outlives the run.
#include <cstdio>
#include <string>
#include <windows.h>

int main(int count, char **arguments) {
	char self[MAX_PATH];
	GetModuleFileNameA(nullptr, self, sizeof self);
	if (count > 1) {
		Sleep(2000);
		if (FILE *mark = std::fopen(arguments[1], "w")) std::fclose(mark);
		return 0;
	}
	const char *mark = MARK;
	std::string command = std::string("\"") + self + "\" " + mark;
	STARTUPINFOA startup = {};
	startup.cb = sizeof startup;
	PROCESS_INFORMATION child;
	if (!CreateProcessA(nullptr, &command[0], nullptr, nullptr, FALSE, DETACHED_PROCESS, nullptr, nullptr, &startup, &child)) return 1;
	long long a, b;
	if (std::scanf("%lld %lld", &a, &b) != 2) return 2;
	std::printf("%lld\n", a + b);
}
