// expect: IE limit=100ms idle
#include <mutex>

int main() {
	std::timed_mutex mutex;
	mutex.lock();
	while (!mutex.try_lock_for(std::chrono::seconds(60))) {}
}
