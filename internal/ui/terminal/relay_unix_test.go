//go:build unix

package terminal

import (
	"bufio"
	"io"
	"os"
	"testing"
)

// TestPseudo holds that a program's terminal passes lines, half lines and the end of the input on as they are.
func TestPseudo(t *testing.T) {
	relay, err := NewRelay()
	if err != nil {
		t.Fatal(err)
	}
	if !relay.ends.pseudo {
		t.Skip("there are no pseudo-terminals")
	}
	defer relay.ends.typed.Close()
	if !Is(relay.Stdin) || !Is(relay.Stdout) {
		t.Error("the ends are no terminals")
	}
	for what, file := range map[string]func() error{
		"input is written": func() error { _, err := relay.Stdin.WriteString("x"); return err },
		"output is read":   func() error { _, err := relay.Stdout.Read(make([]byte, 1)); return err },
	} {
		if file() == nil {
			t.Errorf("the %s", what)
		}
	}
	read, write, err := os.Pipe() // what is typed at it
	if err != nil {
		t.Fatal(err)
	}
	relay.Type(read)
	const line = "a\x03b\x15c\x7fd\r\x16\n" // keys that would do something
	if _, err := write.WriteString(line); err != nil {
		t.Fatal(err)
	}
	heard := bufio.NewReader(relay.Stdin)
	if got, err := heard.ReadString('\n'); err != nil || got != line {
		t.Errorf("heard is %q, %v", got, err)
	}
	if _, err := write.WriteString("half"); err != nil {
		t.Fatal(err)
	}
	if got, err := heard.Peek(4); err != nil || string(got) != "half" {
		t.Errorf("heard is %q, %v", got, err)
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(heard); err != nil || string(got) != "half" {
		t.Errorf("heard is %q, %v", got, err)
	}
	go relay.Stdout.WriteString("one\ntwo\n")
	printed := make([]byte, 8)
	if _, err := io.ReadFull(relay.ends.heard, printed); err != nil || string(printed) != "one\ntwo\n" {
		t.Errorf("printed is %q, %v", printed, err)
	}
	relay.End()
}
