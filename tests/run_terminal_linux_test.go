package tests

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"grundy/tests/suite"
)

// terminalSpoiler does to its terminal what it can, through each descriptor and name that may lead there: it takes it
// for itself, changes its size, settings and line discipline, puts keys into it, and reads what the user types.
const terminalSpoiler = `#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int main(void) {
	int fds[] = {1, 2, open("/proc/self/fd/1", O_RDWR | O_NOCTTY), open("/proc/self/fd/2", O_RDWR | O_NOCTTY), open("/dev/tty", O_RDWR)};
	printf("%s, %s\n", isatty(1) ? "a terminal" : "no terminal", fds[4] < 0 ? "the only one" : "and another one");
	for (int i = 0; i < 5; i++) {
		struct winsize size = {5, 7, 0, 0};
		struct termios raw;
		ioctl(fds[i], TIOCEXCL);
		ioctl(fds[i], TIOCSWINSZ, &size);
		if (tcgetattr(fds[i], &raw) == 0) {
			cfmakeraw(&raw);
			tcsetattr(fds[i], TCSANOW, &raw);
		}
		fcntl(fds[i], F_SETFL, O_NONBLOCK);
	}
	puts("ready");
	fflush(stdout);
	for (int n = 0; n < 200; n++) {
		for (int i = 0; i < 5; i++) {
			char keys[100];
			int got = read(fds[i], keys, sizeof keys - 1);
			if (got > 0) printf("stolen: %.*s\n", got, keys);
		}
		usleep(1000);
	}
	fprintf(stderr, "\033]52;c;eA==\a\033[?1049hthrough\n");
	printf("\033]52;c;eA==\a\033[?1049h\033[35mthrough\n");
	fflush(stdout);
	for (int i = 0; i < 5; i++) {
		int null = 27;
		ioctl(fds[i], TIOCSTI, "x");
		ioctl(fds[i], TIOCSETD, &null);
	}
	return 0;
}
`

// TestRunKeepsTheTerminal checks that a program which runs in a terminal has one of its own for its output, and that
// the user's stays as it was, including its typed input.
func TestRunKeepsTheTerminal(t *testing.T) {
	needsLanguages(t, "c")
	for _, kind := range []string{"auto", "no-cgroup", "process"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			dir := suite.WriteAll(t, t.TempDir(), map[string]string{"spoiler.c": terminalSpoiler, "in": "5\n"})
			s := sit(t, 80, dir, "run", "--sandbox", kind, "--input", "in", "spoiler.c")
			s.reads("ready")
			s.types("secret\n")
			s.leaves(0)
			s.reads("a terminal, the only one")
			shown := strings.Join(s.rows(), "\n")
			if strings.Contains(shown, "stolen") || strings.Count(shown, "through") != 2 {
				t.Errorf("it shows\n%s", shown)
			}
			s.unspoilt()
			if typed := s.typed(); typed != "secret\n" {
				t.Errorf("typed was %q for whoever comes next", typed)
			}
		})
	}
}

// unspoilt checks the terminal state that outlives programs, besides its settings.
func (s *sitting) unspoilt() {
	s.t.Helper()
	fd := int(s.slave.Fd())
	if size, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ); err != nil || size.Row != 24 || size.Col != 80 {
		s.t.Errorf("the size is %+v, %v", size, err)
	}
	if taken, err := unix.IoctlGetInt(fd, unix.TIOCGEXCL); err != nil || taken != 0 {
		s.t.Errorf("the terminal is taken: %d, %v", taken, err)
	}
	if discipline, err := unix.IoctlGetInt(fd, unix.TIOCGETD); err != nil || discipline != 0 {
		s.t.Errorf("the line discipline is %d, %v", discipline, err)
	}
	if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0); err != nil || flags&unix.O_NONBLOCK != 0 {
		s.t.Errorf("the flags are %#x, %v", flags, err)
	}
}

// typed is the unread input of the terminal.
func (s *sitting) typed() string {
	s.t.Helper()
	again, err := os.OpenFile(s.slave.Name(), os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	defer again.Close()
	buffer := make([]byte, 100)
	n, _ := unix.Read(int(again.Fd()), buffer) // nothing to read is an error
	return string(buffer[:max(n, 0)])
}

// terminalGuess asks for numbers and prints the width of its terminal.
const terminalGuess = `#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void) {
	char line[100];
	for (;;) {
		struct winsize size = {0, 0, 0, 0};
		ioctl(1, TIOCGWINSZ, &size);
		printf("%d columns, your guess? ", size.ws_col);
		if (!fgets(line, sizeof line, stdin)) break;
		puts(strcmp(line, "7\n") == 0 ? "right" : "wrong");
	}
	puts("bye");
	return 0;
}
`

// TestRunInTerminal talks with a program as users do: prompts come before their answers, the program notices another
// size and survives a stop, and Ctrl-D is the end of the input.
func TestRunInTerminal(t *testing.T) {
	needsLanguages(t, "c")
	t.Parallel()
	s := sit(t, 80, guessing(t), "run", "--quiet", "guess.c")
	s.sees("80 columns, your guess?")
	s.types("8\n")
	s.reads("wrong")
	s.sees("80 columns, your guess?")
	if err := s.command.Process.Signal(syscall.SIGTSTP); err != nil {
		t.Fatal(err)
	}
	s.resize(100)
	if err := s.command.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for answers, wide := 1, false; !wide; answers++ { // the new size arrives later
		s.types("7\n")
		s.waits("an answer comes", func(rows []string) bool {
			given, last := 0, rows[len(rows)-1]
			for _, row := range rows {
				if row == "right" {
					given++
				}
			}
			wide = last == "100 columns, your guess?"
			return given == answers && (wide || last == "80 columns, your guess?")
		})
	}
	s.types("\x04")
	s.reads("100 columns, your guess? bye")
	s.leaves(0)
}

// TestRunEndsInTerminal checks that the terminal is restored however the run ends.
func TestRunEndsInTerminal(t *testing.T) {
	needsLanguages(t, "c")
	for name, end := range map[string]func(s *sitting){
		"Ctrl-C":  func(s *sitting) { s.types("\x03") },
		"SIGTERM": func(s *sitting) { _ = s.command.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, 80, guessing(t), "run", "--quiet", "guess.c")
			s.sees("80 columns, your guess?")
			end(s)
			s.leaves(130)
			s.unspoilt()
		})
	}
}

func guessing(t *testing.T) (dir string) {
	t.Helper()
	return suite.WriteAll(t, t.TempDir(), map[string]string{"guess.c": terminalGuess})
}
