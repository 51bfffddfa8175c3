// Does bare what a search does in boxes: runs the generator, the trusted and the tried program N times, one after the other,
// by posix_spawn, and compares the two outputs. Prints the nanoseconds.
//
//	spawn CORE N GENERATOR TRUSTED TRIED FOLDER
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>

static bool run(const char *program, const char *argument, const std::string &in, const std::string &out) {
	posix_spawn_file_actions_t files;
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, in.c_str(), O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
	char *args[] = {const_cast<char *>(program), const_cast<char *>(argument), nullptr};
	char *environment[] = {nullptr};
	pid_t child;
	int failed = posix_spawn(&child, program, &files, nullptr, args, environment), status = 1;
	posix_spawn_file_actions_destroy(&files);
	return !failed && waitpid(child, &status, 0) == child && status == 0;
}

static std::string text(const std::string &path) {
	std::ifstream file(path, std::ios::binary);
	return {std::istreambuf_iterator<char>(file), {}};
}

int main(int, char **args) {
	cpu_set_t core;
	CPU_ZERO(&core);
	CPU_SET(atoi(args[1]), &core);
	sched_setaffinity(0, sizeof core, &core);
	std::string dir = args[6], in = dir + "/in", expected = dir + "/ans", got = dir + "/out";
	auto begun = std::chrono::steady_clock::now();
	for (int i = 1, n = atoi(args[2]); i <= n; i++) {
		if (!run(args[3], std::to_string(i).c_str(), "/dev/null", in) || !run(args[4], nullptr, in, expected) ||
		    !run(args[5], nullptr, in, got) || text(expected) != text(got))
			return 1;
	}
	std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begun;
	printf("%lld\n", (long long)took.count());
}
