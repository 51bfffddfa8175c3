package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/internal/event"
)

// BenchmarkSave measures what passes between saving a solution in C++ with <bits/stdc++.h> and its verdict on three samples: the
// median wall time, in milliseconds, of the compiler and three runs by hand, of grundy test, and of grundy watch. All take turns,
// so that a machine that is busy for a while is so for each of them, and each has another source every time.
func BenchmarkSave(b *testing.B) {
	const rounds = 11
	compiler, err := exec.LookPath("g++")
	if err != nil {
		b.Skipf("nothing to compare with: %v", err)
	}
	dir := b.TempDir()
	for i := range 3 {
		name := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(name+".in", fmt.Appendln(nil, i), 0o600); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name+".ans", fmt.Appendln(nil, 2*i), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	version := 0
	save := func(name string) {
		version++
		text := fmt.Sprintf("#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::cout << 2 * n; } // %d\n", version)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	grundy := builtBinary(b)
	env := os.Environ()
	for name, value := range surroundings(dir, b.TempDir()) {
		env = append(env, name+"="+value)
	}
	do := func(name string, args ...string) {
		command := exec.CommandContext(b.Context(), name, args...)
		command.Dir, command.Env = dir, env
		if out, err := command.CombinedOutput(); err != nil {
			b.Fatalf("%v: %v\n%s", command.Args, err, out)
		}
	}
	save("a.cpp")
	do(grundy, "test", "a.cpp") // what is compiled once
	watched := exec.CommandContext(b.Context(), grundy, "watch", "a.cpp", "--format", "json")
	watched.Dir, watched.Env = dir, env
	stream, err := watched.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := watched.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		_ = watched.Process.Signal(os.Interrupt)
		_ = watched.Wait()
	}()
	events := event.NewDecoder(stream)
	judged := func() {
		for {
			e, err := events.Decode()
			if err != nil {
				b.Fatal(err)
			}
			if done, ok := e.(event.Done); ok && !done.Interrupted {
				return
			}
		}
	}
	judged()
	ways := []struct {
		unit string
		file string // the watched one is left alone while the others are judged
		do   func()
		took []time.Duration
	}{
		{unit: "ms/compiler", file: "b.cpp", do: func() {
			do(compiler, "-O2", "-std=c++20", "-static", "-o", "by_hand", "b.cpp")
			for i := range 3 {
				input, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i)+".in"))
				if err != nil {
					b.Fatal(err)
				}
				run := exec.CommandContext(b.Context(), filepath.Join(dir, "by_hand"))
				run.Stdin = strings.NewReader(string(input))
				if out, err := run.CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
			}
		}},
		{unit: "ms/test", file: "b.cpp", do: func() { do(grundy, "test", "b.cpp") }},
		{unit: "ms/watch", file: "a.cpp", do: judged},
	}
	for b.Loop() {
		for range rounds {
			for i, way := range ways {
				begin := time.Now()
				save(way.file)
				way.do()
				ways[i].took = append(ways[i].took, time.Since(begin))
			}
		}
	}
	for _, way := range ways {
		slices.Sort(way.took)
		b.ReportMetric(float64(way.took[len(way.took)/2])/float64(time.Millisecond), way.unit)
	}
	b.ReportMetric(0, "ns/op")
}
