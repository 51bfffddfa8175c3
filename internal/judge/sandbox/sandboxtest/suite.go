package sandboxtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// Capabilities say what a backend's tier guarantees.
type Capabilities struct {
	// Sealed boxes have their own file system, processes, users and network, and a system call filter.
	Sealed bool
	// Walled boxes keep programs from everything that is not theirs, which may still show that it exists. Sealed boxes
	// are walled, too.
	Walled bool
	// NoTruncate boxes refuse truncate(2), but not ftruncate(2).
	NoTruncate bool
	// Accounted boxes have the kernel account time and memory of all processes.
	Accounted bool
	// Clocked boxes have the kernel account the time of all processes.
	Clocked bool
}

// Run runs the suite on a host. Several tests use the host at once, and Run does not close it.
func Run(t *testing.T, host sandbox.Host, capabilities Capabilities) {
	s := &suite{host: host, capabilities: capabilities, program: compile(t)}
	s.open(t)
	for _, scenario := range scenarios() {
		s.test(t, scenario.name, scenario.needs, func(b *bench) { b.play(scenario) })
	}
	for _, session := range sessions() {
		s.test(t, session.name, session.needs, session.run)
	}
}

// suite is what all tests of one host share.
type suite struct {
	host         sandbox.Host
	capabilities Capabilities
	program      sandbox.Mount
	boxes        chan sandbox.Box
}

// parallel is the number of boxes. Tests take turns with them, so that each runs after many others.
const parallel = 2

func (s *suite) open(t *testing.T) {
	t.Helper()
	s.boxes = make(chan sandbox.Box, parallel)
	for i := range parallel {
		config := sandbox.Config{Name: fmt.Sprintf("suite%d", i), Core: i % runtime.NumCPU()}
		box, err := s.host.Open(context.Background(), config)
		if err != nil {
			t.Fatal(err)
		}
		s.boxes <- box
		t.Cleanup(func() {
			if err := box.Close(); err != nil {
				t.Errorf("close the box: %v", err)
			}
		})
	}
}

// need is what a test requires of a backend.
type need int

const (
	anything  need = iota
	walled         // Capabilities.Walled
	sealed         // Capabilities.Sealed
	accounted      // Capabilities.Accounted
	clocked        // Capabilities.Clocked
)

func (n need) String() string {
	return [...]string{"anything", "walled", "sealed", "accounted", "clocked"}[n]
}

func (n need) met(c Capabilities) bool {
	return n == anything || n == walled && (c.Walled || c.Sealed) || n == sealed && c.Sealed || n == accounted && c.Accounted || n == clocked && c.Clocked
}

// test runs one test in a box of its own, and then checks that the box is as good as new.
func (s *suite) test(t *testing.T, name string, needs need, run func(*bench)) {
	t.Run(name, func(t *testing.T) {
		if !needs.met(s.capabilities) {
			t.Skipf("needs a box that is %s, which the tier %s has not", needs, s.host.Tier())
		}
		t.Parallel()
		box := <-s.boxes
		defer func() { s.boxes <- box }()
		b := &bench{T: t, suite: s, box: box}
		run(b)
		b.inspect()
	})
}

// bench is the environment of one test.
type bench struct {
	*testing.T
	*suite
	box sandbox.Box
}

// usual are limits that no harmless program reaches.
var usual = sandbox.Limits{
	CPU: 30 * time.Second, Wall: 2 * time.Minute, Memory: 256 * bytesize.MiB, Output: 16 * bytesize.MiB,
	Processes: 64, OpenFiles: 256,
}

// outcome is the result of a run.
type outcome struct {
	sandbox.Result
	stdout, stderr string
}

// run runs a behaviour as the spec says. It sets the command, and the output if the spec has none.
func (b *bench) run(spec sandbox.Spec, behaviour ...string) outcome {
	b.Helper()
	o, err := b.try(context.Background(), spec, behaviour...)
	if err != nil {
		b.Fatalf("%q: %v", behaviour, err)
	}
	return o
}

func (b *bench) try(ctx context.Context, spec sandbox.Spec, behaviour ...string) (o outcome, err error) {
	b.Helper()
	if len(spec.Args) == 0 {
		spec.Args = append([]string{b.box.Path(b.program, executable)}, behaviour...)
	}
	spec.Mounts = append(slices.Clone(spec.Mounts), b.program)
	for _, stream := range []struct {
		file **os.File
		text *string
	}{{&spec.Stdout, &o.stdout}, {&spec.Stderr, &o.stderr}} {
		if *stream.file != nil {
			continue
		}
		file, err := os.Create(filepath.Join(b.TempDir(), "stream"))
		if err != nil {
			b.Fatal(err)
		}
		*stream.file = file
		defer func() {
			*stream.text = b.head(file)
			file.Close()
		}()
	}
	o.Result, err = b.box.Run(ctx, spec)
	if err == nil && o.Tier != b.host.Tier() {
		b.Errorf("got tier %q, want the host's, %q", o.Tier, b.host.Tier())
	}
	return o, err
}

// head reads the beginning of a file.
func (b *bench) head(file *os.File) string {
	b.Helper()
	buffer := make([]byte, 64<<10)
	n, err := file.ReadAt(buffer, 0)
	if n == 0 && err == nil {
		b.Fatalf("%s: nothing read", file.Name())
	}
	return string(buffer[:n])
}

// inspect checks that nothing is left of what ran in the box.
func (b *bench) inspect() {
	b.Helper()
	o := b.run(sandbox.Spec{Limits: usual}, "exists", "left", "sparse", "locked")
	b.expect(o, want{})
	if walled.met(b.capabilities) {
		b.expect(b.run(sandbox.Spec{Limits: usual}, "find"), want{})
	}
	if b.capabilities.Sealed {
		b.expect(b.run(sandbox.Spec{Limits: usual}, "processes"), want{stdout: "0\n"})
	}
}

// want is the expected result of a run. The zero value is a program that ends well and prints nothing.
type want struct {
	exit   int
	signal int
	// breaches are the possible breaches; an empty list allows none.
	breaches []sandbox.Breach
	stdout   string
	// facts checks the rest. It returns a complaint, or "".
	facts func(outcome) string
}

func (b *bench) expect(o outcome, w want) {
	b.Helper()
	if len(w.breaches) > 0 {
		if !slices.Contains(w.breaches, o.Breach) {
			b.Errorf("got breach %q, want %q: %s", o.Breach, w.breaches, o)
		}
	} else {
		if w.signal != 0 {
			w.exit = -1
		}
		if o.Breach != sandbox.NoBreach || o.Exit != w.exit || o.Signal != w.signal {
			b.Errorf("got breach %q, exit %d, signal %d; want exit %d, signal %d: %s", o.Breach, o.Exit, o.Signal, w.exit, w.signal, o)
		}
		if o.stdout != w.stdout {
			b.Errorf("got output %.200q, want %.200q: %s", o.stdout, w.stdout, o)
		}
	}
	if w.facts != nil {
		if complaint := w.facts(o); complaint != "" {
			b.Errorf("%s: %s", complaint, o)
		}
	}
}

// String formats the result for messages.
func (o outcome) String() string {
	return fmt.Sprintf("%+v, stdout %.200q, stderr %.200q", o.Result, o.stdout, o.stderr)
}
