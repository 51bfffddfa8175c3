package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkJudgeLines judges 500 submissions on ten cases each by grundy judge: in Python, in C++, and in both. It measures how
// much of all processors its programs and compilers have, which is of use on an idle machine only, and how much of the processor
// time that is spent is the judge's own, which is so on a busy one, too.
func BenchmarkJudgeLines(b *testing.B) {
	const submissions, cases = 500, 10
	needs := map[string][]string{"python": {"python3"}, "cpp": {"g++"}, "mixed": {"python3", "g++"}}
	grundy := builtBinary(b)
	for _, kind := range []string{"python", "cpp", "mixed"} {
		b.Run(kind, func(b *testing.B) {
			for _, tool := range needs[kind] {
				if _, err := exec.LookPath(tool); err != nil {
					b.Skip(err)
				}
			}
			dir := b.TempDir()
			env := os.Environ()
			for name, value := range surroundings(dir, b.TempDir()) {
				env = append(env, name+"="+value)
			}
			judge := func(name, lines string) spending {
				file := filepath.Join(dir, name)
				if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
					b.Fatal(err)
				}
				command := exec.CommandContext(b.Context(), grundy, "judge", file)
				command.Dir, command.Env = dir, env
				return spend(b, command)
			}
			judge("first.ndjson", linesOf(kind, 0, 2, 1)) // prepares the toolchains
			var all spending
			judged := 0
			for b.Loop() {
				s := judge("lines.ndjson", linesOf(kind, 2+judged, submissions, cases))
				all.wall, all.own, all.children = all.wall+s.wall, all.own+s.own, all.children+s.children
				judged += submissions
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(judged)/all.wall.Seconds(), "lines/s")
			b.ReportMetric(100*all.children.Seconds()/all.wall.Seconds()/float64(runtime.NumCPU()), "%-of-processors")
			b.ReportMetric(100*all.own.Seconds()/(all.own+all.children).Seconds(), "%-judge's-own")
		})
	}
}

// linesOf are lines of submissions, each with a source of its own.
func linesOf(kind string, first, submissions, cases int) string {
	var inline []string
	for n := range cases {
		inline = append(inline, fmt.Sprintf(`{"input":"%d\n","answer":"%d\n"}`, n, 2*n))
	}
	var lines strings.Builder
	for i := first; i < first+submissions; i++ {
		language, source := "python3", fmt.Sprintf(`print(2 * int(input())) # %d`, i)
		if kind == "cpp" || kind == "mixed" && i%2 == 0 {
			language, source = "cpp", fmt.Sprintf(`#include <iostream>\nint main() { int n; std::cin >> n; std::cout << 2 * n; } // %d`, i)
		}
		fmt.Fprintf(&lines, `{"id":"%d","language":%q,"source":"%s","problem":{"cases":[%s]}}`+"\n", i, language, source, strings.Join(inline, ","))
	}
	return lines.String()
}

// spending is what a command took: time, and processor time of its own and of its children.
type spending struct{ wall, own, children time.Duration }

// spend runs a command to its end.
func spend(b *testing.B, command *exec.Cmd) (s spending) {
	b.Helper()
	begin := time.Now()
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	process := command.Process.Pid
	if err := unix.Waitid(unix.P_PID, process, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil {
		b.Fatal(err)
	}
	s.wall = time.Since(begin)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		b.Fatal(err)
	}
	_, figures, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(figures)
	const ticks = 100 // a second, in every system that Go supports
	for i, to := range []*time.Duration{&s.own, &s.own, &s.children, &s.children} {
		count, err := strconv.Atoi(fields[11+i])
		if err != nil {
			b.Fatal(err)
		}
		*to += time.Duration(count) * time.Second / ticks
	}
	if err := command.Wait(); err != nil {
		b.Fatalf("%v: %v", command.Args, err)
	}
	return s
}
