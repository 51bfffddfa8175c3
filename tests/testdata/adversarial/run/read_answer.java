// expect: AC
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class Main {
	public static void main(String[] words) {
		String[] names = {"@ANSWER@", "/etc/shadow", "/proc/1/environ", "/root/.bashrc", "/proc/self/fd/0/../1.ans"};
		for (String name : names) {
			try {
				Files.readAllBytes(Path.of(name));
				System.out.println(name);
				return;
			} catch (IOException denied) {
				continue;
			}
		}
		System.out.println(585987);
	}
}
