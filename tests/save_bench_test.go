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

	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// saved is a solution of nim in some language, with the commands that a user would type to compile it and run it on a
// sample.
type saved struct {
	language, ending, comment string
	source                    string
	// byHand are the ways to compile FILE, by name, first the plain one. Their preparations run first.
	byHand []byHand
	run    []string
	// flags are a user's own, to compare with the usual ones; "" compares nothing.
	flags string
	// path prints where the real tools are: a shim in their place takes longer than all of grundy.
	path []string
}

type byHand struct {
	unit    string
	prepare [][]string
	compile []string
}

// saves are solutions as users write them. Each way uses file names of its own.
var saves = []saved{
	{
		language: "cpp", ending: ".cpp", comment: "//",
		source: `#include <bits/stdc++.h>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> heaps(n);
    long long sum = 0;
    for (auto& heap : heaps) {
        cin >> heap;
        sum ^= heap;
    }
    for (int i = 0; i < n; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            cout << "FIRST " << i + 1 << ' ' << (heaps[i] ^ sum) << endl;
            return 0;
        }
    }
    cout << "SECOND" << endl;
}
`,
		byHand: []byHand{
			{unit: "plain", compile: []string{"g++", "-O2", "-std=c++20", "-static", "-o", "a.out", "FILE"}},
			{
				unit: "prepared",
				prepare: [][]string{
					{"mkdir", "-p", "header/bits"},
					{"g++", "-O2", "-std=c++20", "-static", "-x", "c++-header", "-include", "bits/stdc++.h", "-o", "header/bits/stdc++.h.gch", "/dev/null"},
				},
				compile: []string{"g++", "-O2", "-std=c++20", "-static", "-Iheader", "-o", "a.out", "FILE"},
			},
		},
		run:   []string{"./a.out"},
		flags: "-DLOCAL -Wall",
	},
	{
		language: "python3", ending: ".py", comment: "#",
		source: `from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, heaps)
for i, heap in enumerate(heaps, 1):
    if heap ^ nim_sum < heap:
        print("FIRST", i, heap ^ nim_sum)
        break
else:
    print("SECOND")
`,
		byHand: []byHand{{unit: "plain"}},
		run:    []string{"python3", "FILE"},
		path:   []string{"python3", "-c", "import sys; print(sys.executable)"},
	},
	{
		language: "java", ending: ".java", comment: "//",
		source: `import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long[] heaps = new long[in.nextInt()];
        long sum = 0;
        for (int i = 0; i < heaps.length; i++) {
            heaps[i] = in.nextLong();
            sum ^= heaps[i];
        }
        for (int i = 0; i < heaps.length; i++) {
            if ((heaps[i] ^ sum) < heaps[i]) {
                System.out.println("FIRST " + (i + 1) + " " + (heaps[i] ^ sum));
                return;
            }
        }
        System.out.println("SECOND");
    }
}
`,
		byHand: []byHand{{unit: "plain", compile: []string{"javac", "FILE"}}},
		run:    []string{"java", "Main"},
	},
	{
		language: "rust", ending: ".rs", comment: "//",
		source: `use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let heaps: Vec<u64> = text.split_whitespace().skip(1).map(|heap| heap.parse().unwrap()).collect();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|heap| heap ^ sum < *heap) {
        Some(i) => println!("FIRST {} {}", i + 1, heaps[i] ^ sum),
        None => println!("SECOND"),
    }
}
`,
		byHand: []byHand{{unit: "plain", compile: []string{"rustc", "-O", "--crate-name", "program", "-o", "a.out", "FILE"}}},
		run:    []string{"./a.out"},
	},
	{
		language: "go", ending: ".go", comment: "//",
		source: `package main

import "fmt"

func main() {
	var n int
	fmt.Scan(&n)
	heaps := make([]int, n)
	sum := 0
	for i := range heaps {
		fmt.Scan(&heaps[i])
		sum ^= heaps[i]
	}
	for i, heap := range heaps {
		if heap^sum < heap {
			fmt.Println("FIRST", i+1, heap^sum)
			return
		}
	}
	fmt.Println("SECOND")
}
`,
		byHand: []byHand{{unit: "plain", compile: []string{"go", "build", "-o", "a.out", "FILE"}}},
		run:    []string{"./a.out"},
	},
}

// BenchmarkSave measures the time between saving a solution of nim and its verdict on the three samples: the median
// wall time, in milliseconds, of a compiler and three runs by hand, of grundy test, and of grundy watch. All take
// turns, so that a busy phase of the machine affects each of them, and each has another source every time.
func BenchmarkSave(b *testing.B) {
	grundy := builtBinary(b)
	cache := b.TempDir()
	for _, s := range saves {
		b.Run(s.language, func(b *testing.B) { s.measure(b, grundy, cache) })
	}
}

func (s *saved) measure(b *testing.B, grundy, cache string) {
	const rounds = 11
	if _, err := exec.LookPath(append(slices.Clone(s.byHand[0].compile), s.run...)[0]); err != nil {
		b.Skipf("nothing to compare with: %v", err)
	}
	problem, err := filepath.Abs("../problems/nim")
	if err != nil {
		b.Fatal(err)
	}
	samples, err := filepath.Glob(filepath.Join(problem, "data", "sample", "*.in"))
	if err != nil || len(samples) != 3 {
		b.Fatalf("%d samples, want 3: %v", len(samples), err)
	}
	dir := b.TempDir()
	env := os.Environ()
	for name, value := range surroundings(dir, cache) {
		env = append(env, name+"="+value)
	}
	doIn := func(env []string, stdin string, command ...string) {
		c := exec.CommandContext(b.Context(), command[0], command[1:]...)
		c.Dir, c.Env = dir, env
		if stdin != "" {
			input, err := os.Open(stdin)
			if err != nil {
				b.Fatal(err)
			}
			defer input.Close()
			c.Stdin = input
		}
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v: %v\n%s", c.Args, err, out)
		}
	}
	do := func(stdin string, command ...string) { doIn(env, stdin, command...) }
	version := 0
	save := func(file string) {
		version++
		text := fmt.Sprintf("%s%s %d\n", s.source, s.comment, version)
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	const byHand, tested, watched = "by_hand", "tested", "watched" // watch's file is not touched while the others are judged
	save(tested + s.ending)
	save(watched + s.ending)
	judge := []string{grundy, "test", "--problem", problem, "--samples", tested + s.ending}
	do("", judge...) // compiles everything first
	run := slices.Clone(s.run)
	if s.path != nil {
		found, err := exec.CommandContext(b.Context(), s.path[0], s.path[1:]...).Output()
		if err != nil {
			b.Fatal(err)
		}
		run[0] = strings.TrimSpace(string(found))
	}
	judged := s.watch(b, dir, env, grundy, "watch", "--problem", problem, "--samples", "--format", "json", watched+s.ending)
	type way struct {
		unit, file string
		do         func()
		took       []time.Duration
	}
	var ways []way
	for _, hand := range s.byHand {
		for _, command := range hand.prepare {
			do("", command...)
		}
		named := func(command []string) []string {
			return strings.Split(strings.ReplaceAll(strings.Join(command, "\x00"), "FILE", byHand+s.ending), "\x00")
		}
		ways = append(ways, way{unit: hand.unit, file: byHand + s.ending, do: func() {
			if hand.compile != nil {
				do("", named(hand.compile)...)
			}
			for _, sample := range samples {
				do(sample, named(run)...)
			}
		}})
	}
	ways = append(ways,
		way{unit: "test", file: tested + s.ending, do: func() { do("", judge...) }},
		way{unit: "watch", file: watched + s.ending, do: judged})
	if s.flags != "" {
		config := filepath.Join(dir, "config")
		if err := os.MkdirAll(filepath.Join(config, "grundy"), 0o700); err != nil {
			b.Fatal(err)
		}
		rows := fmt.Sprintf("languages: {%s: {flags: %s}}\n", s.language, s.flags)
		if err := os.WriteFile(filepath.Join(config, "grundy", "config.yaml"), []byte(rows), 0o600); err != nil {
			b.Fatal(err)
		}
		flagged := func() { doIn(append(slices.Clone(env), "XDG_CONFIG_HOME="+config), "", judge...) }
		flagged() // prepares the header for them
		ways = append(ways, way{unit: "flags", file: tested + s.ending, do: flagged})
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
		b.ReportMetric(float64(way.took[len(way.took)/2])/float64(time.Millisecond), "ms/"+way.unit)
	}
	b.ReportMetric(0, "ns/op")
}

// watch starts a command that judges saved files, and returns what waits for the end of the next judgement.
func (s *saved) watch(b *testing.B, dir string, env []string, command ...string) (judged func()) {
	watch := exec.CommandContext(b.Context(), command[0], command[1:]...)
	watch.Dir, watch.Env = dir, env
	stream, err := watch.StdoutPipe()
	if err == nil {
		err = watch.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = watch.Process.Signal(os.Interrupt)
		_ = watch.Wait()
	})
	events := event.NewDecoder(stream)
	judged = func() {
		for {
			e, err := events.Decode()
			if err != nil {
				b.Fatal(err)
			}
			if done, ok := e.(event.Done); ok && !done.Interrupted {
				if done.Verdict != verdict.AC {
					b.Fatalf("judged %v", done.Verdict)
				}
				return
			}
		}
	}
	judged()
	return judged
}
