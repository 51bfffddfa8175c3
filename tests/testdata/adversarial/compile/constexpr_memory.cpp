// expect: CE compile-limit=2s compile-memory=256MiB
struct Room {
	char bytes[1 << 28];
	constexpr Room() : bytes{} {
		for (int i = 0; i < 1 << 28; i++) bytes[i] = 1;
	}
};
constexpr Room room;
int main() { return room.bytes[5]; }
