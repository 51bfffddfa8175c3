package tests

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/displaywidth"
	"golang.org/x/sys/unix"

	"grundy/internal/ui/terminal"
	"grundy/tests/suite"
)

// patience bounds what takes long on a busy machine: builds, starts, the end of processes.
const patience = 5 * time.Minute

// sitting is a user at a terminal in which a command runs.
type sitting struct {
	t             *testing.T
	master, slave *os.File
	before        *unix.Termios
	command       *exec.Cmd
	ended         chan struct{}
	mutex         sync.Mutex
	shown         strings.Builder
}

// sit starts a command in a terminal of this many columns. Like a shell's terminal, it controls the command.
func sit(t *testing.T, columns uint16, dir string, args ...string) *sitting {
	t.Helper()
	s := &sitting{t: t, ended: make(chan struct{})}
	s.master, s.slave = openPseudoterminal(t)
	t.Cleanup(func() { s.master.Close(); s.slave.Close() })
	s.resize(columns)
	s.before = s.settings()
	s.command = exec.Command("grundy", args...)
	s.command.Dir, s.command.Env = dir, append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=1")
	for name, value := range surroundings(dir, sharedCache(t)) {
		s.command.Env = append(s.command.Env, name+"="+value)
	}
	s.command.Stdin, s.command.Stdout, s.command.Stderr = s.slave, s.slave, s.slave
	s.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.command.Process.Kill(); <-s.ended })
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := s.master.Read(buffer)
			if err != nil {
				return
			}
			s.mutex.Lock()
			s.shown.Write(buffer[:n])
			s.mutex.Unlock()
		}
	}()
	go func() { _ = s.command.Wait(); close(s.ended) }()
	return s
}

func (s *sitting) settings() *unix.Termios {
	s.t.Helper()
	settings, err := unix.IoctlGetTermios(int(s.slave.Fd()), unix.TCGETS)
	if err != nil {
		s.t.Fatal(err)
	}
	return settings
}

func (s *sitting) resize(columns uint16) {
	s.t.Helper()
	if err := unix.IoctlSetWinsize(int(s.master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sitting) types(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// rows are what the terminal shows, if no row is full.
func (s *sitting) rows() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return rowsOf(s.shown.String())
}

// sees waits for the content of the last row, except blanks at its end.
func (s *sitting) sees(last string) {
	s.t.Helper()
	s.waits("the last row is "+last, func(rows []string) bool { return rows[len(rows)-1] == last })
}

// reads waits until some row has this content.
func (s *sitting) reads(row string) {
	s.t.Helper()
	s.waits("a row is "+row, func(rows []string) bool { return strings.Contains("\n"+strings.Join(rows, "\n")+"\n", "\n"+row+"\n") })
}

func (s *sitting) waits(what string, holds func(rows []string) bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !holds(s.rows()); time.Sleep(5 * time.Millisecond) {
		select {
		case <-s.ended:
		default:
			if time.Now().Before(deadline) {
				continue
			}
		}
		if holds(s.rows()) {
			return
		}
		s.t.Fatalf("it does not hold that %s:\n%s", what, strings.Join(s.rows(), "\n"))
	}
}

// leaves waits for the end of the command, which must restore the terminal.
func (s *sitting) leaves(code int) {
	s.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		s.t.Fatalf("it does not end:\n%s", strings.Join(s.rows(), "\n"))
	}
	if got := s.command.ProcessState.ExitCode(); got != code {
		s.t.Errorf("exit code %d, want %d:\n%s", got, code, strings.Join(s.rows(), "\n"))
	}
	if after := s.settings(); *after != *s.before {
		s.t.Errorf("the terminal was %+v and is %+v", s.before, after)
	}
	if bad := foreignControls(s.shown.String()); bad != "" {
		s.t.Errorf("%s reached the terminal", bad)
	}
}

// styles are the sequences that do not change the text of a row.
var styles = regexp.MustCompile("\x1b\\[[0-9;]*m|\x1b\\[\\?25[hl]")

// rowsOf interprets carriage returns, line feeds, and erasing the rest of a row.
func rowsOf(shown string) []string {
	shown = styles.ReplaceAllString(shown, "")
	rows, row, column := []string(nil), []string(nil), 0
	for shown != "" {
		if rest, ok := strings.CutPrefix(shown, ansi.EraseLineRight); ok {
			row, shown = row[:min(column, len(row))], rest
			continue
		}
		next := displaywidth.StringGraphemes(shown)
		next.Next()
		character := next.Value()
		shown = shown[len(character):]
		switch character {
		case "\r\n":
			rows, row, column = append(rows, strings.TrimRight(strings.Join(row, ""), " ")), nil, 0
			continue
		case "\r":
			column = 0
			continue
		}
		for len(row) < column+next.Width() {
			row = append(row, " ")
		}
		row[column] = character
		for beside := 1; beside < next.Width(); beside++ {
			row[column+beside] = ""
		}
		column += next.Width()
	}
	return append(rows, strings.TrimRight(strings.Join(row, ""), " "))
}

// TestPlayInTerminal edits lines as users do.
func TestPlayInTerminal(t *testing.T) {
	t.Parallel()
	s := sit(t, 80, t.TempDir(), "play", "nimduel")
	s.sees("FIRST or SECOND >")
	s.types("日本\x7f")
	s.sees("FIRST or SECOND > 日")
	s.types("語x\x1b[D\x7f") // left, and away with the wide character before the cursor
	s.sees("FIRST or SECOND > 日x")
	s.types("\x1b[Fe\u0301\x01>\x05\x7f") // an accent stays with its letter
	s.sees("FIRST or SECOND > >日x")
	s.types("\x15thirst\r")
	s.reads(`"thirst" is not a side: choose FIRST or SECOND`)
	s.types("\x1b[A\x1b[H\x1b[3~\x1b[3~\x04F\x1b[F\x1b[D\x1b[D") // thirst from the history, without thi, F before rst
	s.types("\x7fir\r")
	s.sees("your move: HEAP STONES >")
	s.types("1 9\r1 8\r")
	s.reads("heap 1 has only 3 stones")
	s.types("\x1b[A\x1b[A\x1b[A\x1b[B")
	s.sees("your move: HEAP STONES > 1 9")
	s.types("\x7f2\r")
	s.reads("judge: 1 1")
	s.types("\t")
	s.reads("help  hint  next  quit  rules  show  side  undo  why")
	s.types("ru\t\r")
	s.waits("the rules are there", func(rows []string) bool {
		return strings.Contains(strings.Join(rows, " "), "it never lets a won position go. Win. your move")
	})
	s.resize(50)
	s.types(strings.Repeat("12 ", 30) + "end")
	s.waits("the line fits", func(rows []string) bool {
		last := rows[len(rows)-1]
		return strings.HasSuffix(last, "12 end") && terminal.Width(last) < 50 && strings.HasPrefix(last, "your move: HEAP STONES > …")
	})
	s.types("\x15qu\t")
	s.sees("your move: HEAP STONES > quit")
	s.types("\r")
	s.leaves(0)
}

// guess makes a package of an unknown game, whose judge speaks as soon as it receives something.
func guess(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	suite.WriteAll(t, filepath.Join(dir, "guess"), map[string]string{
		"problem.yaml": "problem_format_version: 2025-09\ntype: interactive\nname: Guess\nuuid: 7c1a3c0e-3f0e-4c55-9b38-0d2f1f3c5a11\nlicense: cc0\n" +
			"limits:\n  time_limit: 1\n",
		"data/secret/1.in": "7\n", "data/secret/1.ans": "7\n",
		"output_validator/interact.sh": "#!/bin/sh\nread secret < \"$1\"\nwhile read guess; do\n" +
			"\tif [ \"$guess\" = \"$secret\" ]; then exit 42; fi\n\techo too small\ndone\nexit 43\n",
	})
	return dir
}

// asked waits until the user is asked for a line.
func (s *sitting) asked() {
	s.t.Helper()
	s.waits("a line is wanted", func([]string) bool { return s.settings().Lflag&unix.ICANON == 0 })
}

// TestPlayLeavesTerminals ends games in all possible ways; each restores the terminal.
func TestPlayLeavesTerminals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		code int
		end  func(s *sitting)
	}{
		"Ctrl-C":  {130, func(s *sitting) { s.types("x\x03") }},
		"Ctrl-D":  {1, func(s *sitting) { s.types("\x04") }}, // the judge has read too little
		"Ctrl-\\": {130, func(s *sitting) { s.types("\x1c") }},
		"SIGTERM": {130, func(s *sitting) { _ = s.command.Process.Signal(unix.SIGTERM) }},
		"SIGHUP":  {130, func(s *sitting) { _ = s.command.Process.Signal(unix.SIGHUP) }},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "SIGHUP" && signal.Ignored(unix.SIGHUP) {
				t.Skip("SIGHUP is ignored, as by nohup, and what is started inherits that")
			}
			t.Parallel()
			s := sit(t, 80, guess(t), "play", "guess")
			s.asked()
			test.end(s)
			s.leaves(test.code)
		})
	}
}

// TestPlayUnknownInTerminal makes the judge speak while the user types.
func TestPlayUnknownInTerminal(t *testing.T) {
	t.Parallel()
	s := sit(t, 80, guess(t), "play", "guess")
	s.asked()
	s.types("3\r日")
	s.reads("judge: too small")
	s.sees("日")
	s.types("\x7f7\r")
	s.reads("The judge accepts.")
	s.leaves(0)
}
