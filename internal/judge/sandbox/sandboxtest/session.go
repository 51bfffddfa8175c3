package sandboxtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// session is a test that takes more than one plain run.
type session struct {
	name  string
	needs need
	run   func(*bench)
}

func sessions() []session {
	return []session{
		{"arguments", anything, arguments},
		{"environment", anything, environment},
		{"lookup in PATH", anything, lookup},
		{"no such program", anything, noProgram},
		{"a program still open for writing", anything, busyProgram},
		{"input from a path", anything, inputPath},
		{"input from an open file", anything, inputFile},
		{"input that is no file any more", walled, inputDeleted},
		{"input passed on", walled, inputPassedOn},
		{"input from a pipe", anything, inputPipe},
		{"input that is long in coming", anything, inputAwaited},
		{"input not read", anything, inputUnread},
		{"no input", anything, noInput},
		{"output into a pipe", anything, outputPipe},
		{"files larger than the memory", walled, largeFiles},
		{"input reopened for writing", walled, inputReopened},
		{"copies", anything, copies},
		{"copies that programs spoil", anything, copiesSpoiled},
		{"copies out of the working folder", anything, copiesOut},
		{"read-only working folder", sealed, readOnlyWork},
		{"export", anything, export},
		{"export after a failure", anything, exportFailure},
		{"export limit", anything, exportLimit},
		{"export that cannot be written", anything, exportFault},
		{"export of locked folders", anything, exportLocked},
		{"export of deep folders", anything, exportDeep},
		{"read-only mount", walled, readOnlyMount},
		{"writable mount", anything, writableMount},
		{"shared folder both ways", anything, sharedBothWays},
		{"bounds of a shared folder", anything, sharedBounds},
		{"mount at its own path", anything, samePath},
		{"mounts that change", anything, changingMounts},
		{"files that are replaced", anything, replacedFiles},
		{"sockets of the host", walled, hostSockets},
		{"locks of the host", sealed, hostLocks},
		{"nothing is handed on", anything, nothingHandedOn},
		{"cancelling", anything, cancelling},
		{"cancelling before the start", anything, cancelledBefore},
		{"cancelling at the end", anything, cancellingLate},
		{"a hundred runs", anything, hundredRuns},
		{"limits are per run", walled, limitsPerRun},
		{"numbers that the kernel counts on", sealed, countedNumbers},
	}
}

// folder creates a directory with files that any user may read and write.
func (b *bench) folder(files map[string]string) string {
	b.Helper()
	dir := b.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		b.Fatal(err)
	}
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// tree lists a directory: names of directories with a slash, files with their content.
func (b *bench) tree(dir string) string {
	b.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir():
			fmt.Fprintf(&list, "%s/\n", name)
		case entry.Type().IsRegular():
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&list, "%s %v %q\n", name, info.Mode().Perm(), content)
		default:
			fmt.Fprintf(&list, "%s %v\n", name, info.Mode())
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return list.String()
}

func arguments(b *bench) {
	args := []string{"plain", "with space", "ünïcödé ∑", "", "-x", "$HOME `ls` \"'", strings.Repeat("long", 5000)}
	o := b.run(sandbox.Spec{Limits: usual}, append([]string{"args"}, args...)...)
	b.expect(o, want{stdout: strings.Join(args, "\n") + "\n"})
}

func environment(b *bench) {
	env := []string{"A=1", "PATH=/usr/bin:/bin", "SPACE=zwei drei", "ÄÖ=∑", "EMPTY="}
	b.expect(b.run(sandbox.Spec{Env: env, Limits: usual}, "env"), want{stdout: strings.Join(env, "\n") + "\n"})
	b.expect(b.run(sandbox.Spec{Limits: usual}, "env"), want{})
}

func lookup(b *bench) {
	env := []string{"PATH=/nonexistent:" + b.box.Path(b.program)}
	b.expect(b.run(sandbox.Spec{Args: []string{executable, "exit", "3"}, Env: env, Limits: usual}), want{exit: 3})
}

func noProgram(b *bench) {
	for _, name := range []string{"/no/such/program", "nosuchprogram", b.box.Path(b.program)} {
		o, err := b.try(context.Background(), sandbox.Spec{Args: []string{name}, Env: []string{"PATH=/bin"}, Limits: usual})
		if err == nil {
			b.Errorf("%s: got %s, want an error", name, o)
		} else if !strings.Contains(err.Error(), name) {
			b.Errorf("%s is not named by the error: %v", name, err)
		} else if unstarted := (*sandbox.StartError)(nil); !errors.As(err, &unstarted) || unstarted.Command != name {
			b.Errorf("%s: %T, want a StartError", name, err)
		}
	}
	if _, err := b.box.Run(context.Background(), sandbox.Spec{}); err == nil {
		b.Error("no command: want an error")
	}
}

func busyProgram(b *bench) {
	content, err := os.ReadFile(filepath.Join(b.program.Host, executable))
	if err != nil {
		b.Fatal(err)
	}
	mount := sandbox.Mount{Name: "busy", Host: b.folder(nil)}
	file, err := os.OpenFile(filepath.Join(mount.Host, executable), os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := file.Write(content); err != nil {
		b.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() { file.Close() })
	spec := sandbox.Spec{
		Args: []string{b.box.Path(mount, executable), "exit", "3"}, Mounts: []sandbox.Mount{mount}, Limits: usual,
	}
	b.expect(b.run(spec), want{exit: 3})
}

func inputPath(b *bench) {
	content := strings.Repeat("line\n", 1000)
	dir := b.folder(map[string]string{"1 ∑.in": content})
	spec := sandbox.Spec{Stdin: sandbox.FromPath(filepath.Join(dir, "1 ∑.in")), Limits: usual}
	b.expect(b.run(spec, "cat"), want{stdout: content})

	spec.Stdin = sandbox.FromPath(filepath.Join(dir, "missing.in"))
	if o, err := b.try(context.Background(), spec, "cat"); err == nil || !strings.Contains(err.Error(), "missing.in") {
		b.Errorf("a missing input: got %s and error %v, want one that names it", o, err)
	}
	spec.Stdin = sandbox.FromPath(dir)
	if o, err := b.try(context.Background(), spec, "cat"); err == nil || !strings.Contains(err.Error(), dir) {
		b.Errorf("a folder for an input: got %s and error %v, want one that names it", o, err)
	}
}

// inputSizes are the sizes of a file that boxes copy, and of one that is too large to be copied.
var inputSizes = []int{5000, 1 << 20}

// inputFile reads from a file's current offset, and from its beginning by path.
func inputFile(b *bench) {
	for _, size := range inputSizes {
		content := "header\n" + strings.Repeat("0123456789abcde\n", size/16)
		dir := b.folder(map[string]string{"1.in": content})
		file, err := os.Open(filepath.Join(dir, "1.in"))
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		if _, err := file.Seek(7, io.SeekStart); err != nil {
			b.Fatal(err)
		}
		b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromFile(file), Limits: usual}, "digest"), want{stdout: digest(content[7:])})
		b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromPath(file.Name()), Limits: usual}, "digest"), want{stdout: digest(content)})
	}
}

// digest returns what the behaviour of this name prints.
func digest(text string) string {
	var sum uint32
	for _, c := range []byte(text) {
		sum = sum*31 + uint32(c)
	}
	return fmt.Sprintf("%d %d\n", len(text), sum)
}

func inputDeleted(b *bench) {
	for _, size := range inputSizes {
		content := strings.Repeat("x", size)
		path := filepath.Join(b.folder(map[string]string{"1.in": content}), "1.in")
		file, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
		b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromFile(file), Limits: usual}, "digest"), want{stdout: digest(content)})
	}
}

// inputPassedOn reads from inputs that cannot be opened again: another process's pipe, and a device.
func inputPassedOn(b *bench) {
	reader, writer := b.pipe()
	go func() {
		fmt.Fprint(writer, "passed on")
		writer.Close()
	}()
	b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromFile(reader), Limits: usual}, "cat"), want{stdout: "passed on"})
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromFile(null), Limits: usual}, "cat"), want{})
	// The pipe has no writer, and the run does not wait for one.
	idle, other := b.pipe()
	defer other.Close()
	b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromFile(idle), Limits: usual}, "nothing"), want{})
}

// pipe creates a pipe that is closed at the end of the test.
func (b *bench) pipe() (reader, writer *os.File) {
	b.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { reader.Close(); writer.Close() })
	return reader, writer
}

func inputPipe(b *bench) {
	reader, writer := b.pipe()
	go func() {
		time.Sleep(20 * time.Millisecond)
		fmt.Fprint(writer, "through a pipe")
		writer.Close()
	}()
	b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromPipe(reader), Limits: usual}, "cat"), want{stdout: "through a pipe"})
}

// inputAwaited keeps a program waiting for longer than its limits. The program is not to blame, and the sandbox
// reports the wait.
func inputAwaited(b *bench) {
	if runtime.GOOS != "linux" {
		b.Skip("the sandbox cannot see what programs wait for")
	}
	reader, writer := b.pipe()
	limits := usual
	limits.Wall, limits.Idle = time.Second, 500*time.Millisecond
	var reports []sandbox.Report
	spec := sandbox.Spec{Stdin: sandbox.FromPipe(reader), Limits: limits, Report: func(r sandbox.Report) {
		if r.State != sandbox.Stuck {
			return
		}
		reports = append(reports, r)
		if len(reports) == 20 {
			fmt.Fprint(writer, "at last")
			writer.Close()
		}
	}}
	before := time.Now()
	b.expect(b.run(spec, "cat"), want{stdout: "at last", facts: wallWithin(limits.Wall, usual.Wall)})
	for _, r := range reports {
		if r.At.Before(before) || r.At.After(time.Now()) || r.Since.After(r.At) {
			b.Errorf("stuck at %v since %v, in a run that began after %v", r.At, r.Since, before)
		}
		before = r.At
	}
}

func inputUnread(b *bench) {
	reader, writer := b.pipe()
	fmt.Fprint(writer, "never read")
	b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromPipe(reader), Limits: usual}, "nothing"), want{})
	reader.Close()
	// A program that another test starts at this moment holds a copy until its exec.
	for deadline := time.Now().Add(slack); ; time.Sleep(10 * time.Millisecond) {
		if _, err := writer.WriteString("more"); err != nil {
			return
		}
		if time.Now().After(deadline) {
			b.Fatal("a process still holds the pipe's reading end")
		}
	}
}

func noInput(b *bench) {
	b.expect(b.run(sandbox.Spec{Limits: usual}, "cat"), want{})
}

// outputPipe has an orphan hold the writing end: the reader must still see the end.
func outputPipe(b *bench) {
	reader, writer := b.pipe()
	b.expect(b.run(sandbox.Spec{Stdout: writer, Limits: usual}, "orphan"), want{facts: survivors(1)})
	writer.Close()
	if err := reader.SetReadDeadline(time.Now().Add(slack)); err != nil {
		b.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || string(text) != "ok" {
		b.Errorf("got %q, %v; want ok and the end", text, err)
	}
}

// largeFiles are read and written through the page cache, which counts as memory and must give way.
func largeFiles(b *bench) {
	const size = 100 << 20
	dir := b.folder(map[string]string{"1.in": ""})
	path := filepath.Join(dir, "1.in")
	if err := os.WriteFile(path, make([]byte, size), 0o644); err != nil {
		b.Fatal(err)
	}
	output, err := os.Create(filepath.Join(dir, "1.out"))
	if err != nil {
		b.Fatal(err)
	}
	defer output.Close()
	scarce := 16 * bytesize.MiB
	if inMemory(dir) {
		scarce = 4 * size // files there are memory, charged to the process that writes them
	}
	for _, memory := range []bytesize.Size{4 * size, scarce} {
		limits := usual
		limits.Memory, limits.Output = memory, 3*size
		b.expect(b.run(sandbox.Spec{Stdin: sandbox.FromPath(path), Stdout: output, Limits: limits}, "cat"), want{})
	}
	if info, err := output.Stat(); err != nil || info.Size() != 2*size {
		b.Errorf("got %v, %v; want %d bytes", info, err, 2*size)
	}
}

func inputReopened(b *bench) {
	for _, size := range inputSizes {
		content := strings.Repeat("x", size)
		path := filepath.Join(b.folder(map[string]string{"1.in": content}), "1.in")
		if err := os.Chmod(path, 0o666); err != nil {
			b.Fatal(err)
		}
		// Opened for reading and writing, as a shell may do.
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		if o := b.run(sandbox.Spec{Stdin: sandbox.FromPath(path), Limits: usual}, "name"); strings.Contains(o.stdout, "1.in") || o.Exit != 0 {
			b.Errorf("the program knows the name of its input: %s", o)
		}
		before, err := file.Stat()
		if err != nil {
			b.Fatal(err)
		}
		for _, input := range []sandbox.Input{sandbox.FromPath(path), sandbox.FromFile(file)} {
			b.expect(b.run(sandbox.Spec{Stdin: input, Limits: usual}, "reopen"), want{stdout: "ok"})
		}
		after, err := file.Stat()
		if err != nil {
			b.Fatal(err)
		}
		if after.Mode() != before.Mode() || !after.ModTime().Equal(before.ModTime()) {
			b.Errorf("the input was %v, %v, and is %v, %v", before.Mode(), before.ModTime(), after.Mode(), after.ModTime())
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			b.Errorf("the input is now %.20q, %v", got, err)
		}
	}
}

func copies(b *bench) {
	dir := b.folder(map[string]string{"single": "one", "tree/a": "two", "tree/sub/b": "three", "overlay/a": "four"})
	if err := os.Symlink("../single", filepath.Join(dir, "tree", "link")); err != nil {
		b.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "tree", "a"), 0o400); err != nil {
		b.Fatal(err)
	}
	spec := sandbox.Spec{
		Copies: []sandbox.Copy{
			{Host: filepath.Join(dir, "tree"), To: "."},
			{Host: filepath.Join(dir, "single"), To: "new/place", Mode: 0o755},
			{Host: filepath.Join(dir, "overlay"), To: "."},
		},
		Export: b.TempDir(), Limits: usual,
	}
	b.expect(b.run(spec, "write", "sub/b", "changed"), want{})
	const wanted = "a -rw-r--r-- \"four\"\nlink -rw-r--r-- \"one\"\nnew/\nnew/place -rwxr-xr-x \"one\"\nsub/\nsub/b -rw-r--r-- \"changed\"\n"
	if got := b.tree(spec.Export); got != wanted {
		b.Errorf("got\n%swant\n%s", got, wanted)
	}
	if got := b.tree(filepath.Join(dir, "tree", "sub")); got != "b -rw-r--r-- \"three\"\n" {
		b.Errorf("the original is now\n%s", got)
	}
	// A compiler may depend on the times of files.
	single, ahead := filepath.Join(dir, "single"), time.Now().Add(time.Hour)
	if err := os.Chtimes(single, ahead, ahead); err != nil {
		b.Fatal(err)
	}
	spec = sandbox.Spec{Copies: []sandbox.Copy{{Host: single, To: "copy"}}, Limits: usual}
	b.expect(b.run(spec, "modified", "copy"), want{stdout: fmt.Sprintln(ahead.Unix())})
}

func copiesSpoiled(b *bench) {
	dir := b.folder(map[string]string{"one": "first", "two": "second"})
	if err := os.Chmod(filepath.Join(dir, "one"), 0o644); err != nil {
		b.Fatal(err)
	}
	for _, how := range []string{
		"map", "append", "mode", "times", "remove", "rename", "move", "replace", "link", "add", "come and go",
	} {
		if how == "append" && b.capabilities.NoTruncate {
			how = "lengthen" // the same with an open file
		}
		spec := sandbox.Spec{Copies: []sandbox.Copy{{Host: dir, To: "."}}, Limits: usual}
		for range 2 {
			b.expect(b.run(spec, "spoil", how, "one"), want{})
		}
		for _, next := range []struct {
			copies []sandbox.Copy
			wanted string
		}{
			{spec.Copies, "one -rw-r--r-- \"first\"\ntwo -rw-r--r-- \"second\"\n"},
			{nil, ""},
			{[]sandbox.Copy{{Host: filepath.Join(dir, "two"), To: "one"}}, "one -rw-r--r-- \"second\"\n"},
		} {
			export := sandbox.Spec{Copies: next.copies, Export: b.TempDir(), Limits: usual}
			b.expect(b.run(export, "exists", "../tmp/other", "/tmp/other"), want{})
			if got := b.tree(export.Export); got != next.wanted {
				b.Errorf("%s: the next program finds\n%swant\n%s", how, got, next.wanted)
			}
		}
	}
}

func copiesOut(b *bench) {
	dir := b.folder(map[string]string{"file": "x"})
	for _, copied := range []sandbox.Copy{
		{Host: filepath.Join(dir, "file"), To: "../out"}, {Host: filepath.Join(dir, "file"), To: "/out"}, {Host: filepath.Join(dir, "missing"), To: "in"},
	} {
		if o, err := b.try(context.Background(), sandbox.Spec{Copies: []sandbox.Copy{copied}, Limits: usual}, "nothing"); err == nil {
			b.Errorf("%+v: got %s, want an error", copied, o)
		}
	}
}

func readOnlyWork(b *bench) {
	dir := b.folder(map[string]string{"given": "text"})
	spec := sandbox.Spec{Copies: []sandbox.Copy{{Host: dir, To: "."}}, ReadOnlyWork: true, Limits: usual}
	b.expect(b.run(spec, "cat", "given"), want{stdout: "text"})
	b.refused(spec, "write", "given", "changed")
	b.refused(spec, "write", "new", "text")
	b.expect(b.run(spec, "write", "/tmp/new", "text"), want{})
	spec.ReadOnlyWork = false
	b.expect(b.run(spec, "write", "new", "text"), want{})
}

// refused checks that a behaviour fails with the system's message.
func (b *bench) refused(spec sandbox.Spec, behaviour ...string) {
	b.Helper()
	if o := b.run(spec, behaviour...); o.Exit != 1 || o.stdout == "" {
		b.Errorf("%q: want a refusal: %s", behaviour, o)
	}
}

func export(b *bench) {
	spec := sandbox.Spec{Export: b.TempDir(), Limits: usual}
	b.expect(b.run(spec, "produce"), want{})
	const wanted = "folder/\nfolder/empty/\nfolder/file -rw-r--r-- \"text\"\nprogram -rwxr-xr-x \"#!\"\n"
	if got := b.tree(spec.Export); got != wanted {
		b.Errorf("got\n%swant\n%s", got, wanted)
	}
}

func exportFailure(b *bench) {
	dir := b.folder(map[string]string{"file": "x"})
	spec := sandbox.Spec{Copies: []sandbox.Copy{{Host: dir, To: "."}}, Export: b.TempDir(), Limits: usual}
	b.expect(b.run(spec, "exit", "1"), want{exit: 1})
	if got := b.tree(spec.Export); got != "" {
		b.Errorf("got\n%swant nothing", got)
	}
}

func exportLimit(b *bench) {
	spec := sandbox.Spec{Export: b.TempDir(), ExportLimit: bytesize.MiB, Limits: usual}
	b.expect(b.run(spec, "sized", "2", "file"), want{breaches: onOutput})

	spec.Export, spec.ExportLimit = b.TempDir(), 2*bytesize.MiB
	b.expect(b.run(spec, "sized", "2", "file"), want{})
	if info, err := os.Stat(filepath.Join(spec.Export, "file")); err != nil || info.Size() != 2<<20 {
		b.Errorf("got %v, %v; want a file of 2 MiB", info, err)
	}
	spec.Export, spec.ExportLimit = b.TempDir(), 0
	b.expect(b.run(spec, "sized", "2", "file"), want{})
	if info, err := os.Stat(filepath.Join(spec.Export, "file")); err != nil || info.Size() != 2<<20 {
		b.Errorf("without a limit: got %v, %v; want a file of 2 MiB", info, err)
	}
}

// exportFault checks that a failed export is reported in a form for which the judge can find a remedy.
func exportFault(b *bench) {
	spec := sandbox.Spec{Export: b.folder(map[string]string{"file": "taken"}), Limits: usual}
	if _, err := b.try(context.Background(), spec, "write", "file", "text"); !errors.Is(err, fs.ErrExist) {
		b.Errorf("got %v over a file that is there", err)
	}
}

func exportLocked(b *bench) {
	b.expect(b.run(sandbox.Spec{Export: b.TempDir(), Limits: usual}, "lock"), want{})
}

func exportDeep(b *bench) {
	b.expect(b.run(sandbox.Spec{Export: b.TempDir(), Limits: usual}, "deep"), want{breaches: onOutput})
}

func readOnlyMount(b *bench) {
	mount := sandbox.Mount{Name: "data", Host: b.folder(map[string]string{"sub/file": "text"})}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}
	b.expect(b.run(spec, "cat", b.box.Path(mount, "sub", "file")), want{stdout: "text"})
	b.refused(spec, "write", b.box.Path(mount, "sub", "file"), "changed")
	b.refused(spec, "write", b.box.Path(mount, "new"), "text")
}

func writableMount(b *bench) {
	mount := sandbox.Mount{Name: "data", Host: b.folder(nil), Writable: true}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}
	b.expect(b.run(spec, "write", b.box.Path(mount, "new"), "text"), want{})
	if got := b.tree(mount.Host); got != "new -rw-r--r-- \"text\"\n" {
		b.Errorf("got\n%s", got)
	}
}

// sharedBothWays checks that programs find the directory's content, and that what they leave replaces it.
func sharedBothWays(b *bench) {
	mount := sandbox.Mount{Name: "data", Host: b.folder(map[string]string{"kept": "kept", "sub/file": "old"}), Writable: true}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}
	b.expect(b.run(spec, "cat", b.box.Path(mount, "kept")), want{stdout: "kept"})
	b.expect(b.run(spec, "write", b.box.Path(mount, "sub", "file"), "new"), want{})
	for name, wanted := range map[string]string{"kept": "kept", "sub/file": "new"} {
		if got, err := os.ReadFile(filepath.Join(mount.Host, name)); err != nil || string(got) != wanted {
			b.Errorf("%s holds %q, %v; want %q", name, got, err, wanted)
		}
	}
	other := sandbox.Mount{Name: "data", Host: b.folder(nil), Writable: true}
	b.expect(b.run(sandbox.Spec{Mounts: []sandbox.Mount{other}, Limits: usual}, "exists", b.box.Path(other, "kept")), want{})
}

// sharedBounds checks that neither many bytes nor many files reach the host, whatever the modes of their directories.
func sharedBounds(b *bench) {
	mount := sandbox.Mount{Name: "data", Host: b.folder(nil), Writable: true}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}
	spec.Limits.Output = 3 * bytesize.MiB
	b.expect(b.run(spec, "sized", "2", b.box.Path(mount, "one")), want{})
	b.expect(b.run(spec, "sized", "2", b.box.Path(mount, "two")), want{breaches: onOutput})
	b.expect(b.run(spec, "files", strconv.Itoa(sandbox.MaxReturned+1), b.box.Path(mount)), want{breaches: onOutput})
	entries, err := os.ReadDir(mount.Host)
	if err != nil || len(entries) > sandbox.MaxReturned {
		b.Errorf("%d files reached the host, %v; want at most %d", len(entries), err, sandbox.MaxReturned)
	}

	for range 2 {
		mount.Host = b.folder(nil)
		spec.Mounts = []sandbox.Mount{mount}
		b.expect(b.run(spec, "exists", b.box.Path(mount, "locked")), want{})
		b.expect(b.run(spec, "lock", b.box.Path(mount)), want{})
		if err := os.RemoveAll(mount.Host); err != nil {
			b.Errorf("what was given back cannot be removed: %v", err)
		}
	}
}

func samePath(b *bench) {
	mount := sandbox.Mount{Name: "data", Host: b.folder(map[string]string{"file": "text"}), SamePath: true}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}
	if got, wanted := b.box.Path(mount, "file"), filepath.Join(mount.Host, "file"); got != wanted {
		b.Errorf("got the path %s, want %s", got, wanted)
	}
	for range 2 {
		b.expect(b.run(spec, "cat", filepath.Join(mount.Host, "file")), want{stdout: "text"})
	}
}

func changingMounts(b *bench) {
	first := sandbox.Mount{Name: "data", Host: b.folder(map[string]string{"file": "first"})}
	second := sandbox.Mount{Name: "data", Host: b.folder(map[string]string{"file": "second"})}
	other := sandbox.Mount{Name: "other", Host: second.Host}
	cat := func(wanted, path string, mounts ...sandbox.Mount) {
		b.Helper()
		b.expect(b.run(sandbox.Spec{Mounts: mounts, Limits: usual}, "cat", path), want{stdout: wanted})
	}
	cat("first", b.box.Path(first, "file"), first)
	cat("second", b.box.Path(second, "file"), second)
	cat("second", b.box.Path(other, "file"), first, other)
	cat("first", b.box.Path(first, "file"), other, first)
	if err := os.WriteFile(filepath.Join(first.Host, "file"), []byte("changed"), 0o644); err != nil {
		b.Fatal(err)
	}
	cat("changed", b.box.Path(first, "file"), first)
	if walled.met(b.capabilities) {
		b.refused(sandbox.Spec{Limits: usual}, "cat", b.box.Path(first, "file"))
	}
}

// replacedFiles replaces a file as fast as possible: a program sees the one that exists when it starts.
func replacedFiles(b *bench) {
	dir := b.folder(nil)
	mount := sandbox.Mount{Name: "data", Host: dir}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}
	replace := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path+".new", []byte(content), 0o644), os.Rename(path+".new", path)); err != nil {
			b.Fatal(err)
		}
		return path
	}
	for i := range 20 {
		content := fmt.Sprintf("%d\n", i)
		replace("file", content)
		b.expect(b.run(spec, "cat", b.box.Path(mount, "file")), want{stdout: content})
		content = strings.Repeat(content, inputSizes[1]/len(content))
		onInput := spec
		onInput.Stdin = sandbox.FromPath(replace("large", content))
		o := b.run(onInput, "cat")
		if o.stdout != content[:len(o.stdout)] {
			b.Errorf("got the input %.20q, want %.20q", o.stdout, content)
		}
	}
}

// hostLocks locks files on the host that programs see: the locks do not exist in the box.
func hostLocks(b *bench) {
	dir := b.folder(map[string]string{"file": "text", "large": strings.Repeat("x", inputSizes[1])})
	mount := sandbox.Mount{Name: "data", Host: dir}
	large := filepath.Join(dir, "large")
	held := map[string]string{ // by path in the box
		b.box.Path(mount, "file"): filepath.Join(dir, "file"), b.box.Path(b.program, executable): filepath.Join(b.program.Host, executable),
		"/dev/stdin": large, "/bin/sh": "/bin/sh",
	}
	if _, err := os.Stat("/etc/ld.so.cache"); err == nil {
		held["/etc/ld.so.cache"] = "/etc/ld.so.cache"
	}
	if os.Geteuid() == 0 { // other users cannot create devices
		held["/dev/null"] = "/dev/null"
	}
	for _, path := range held {
		file, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		if err := lock(file); err != nil {
			b.Fatalf("lock %s: %v", path, err)
		}
	}
	spec := sandbox.Spec{Mounts: []sandbox.Mount{mount}, Stdin: sandbox.FromPath(large), Limits: usual}
	b.expect(b.run(spec, append([]string{"locked"}, slices.Sorted(maps.Keys(held))...)...), want{})
}

// hostSockets listens on a socket below a mounted directory: neither modes nor read-only mounts stop a caller.
func hostSockets(b *bench) {
	dir := b.folder(nil)
	stream, err := net.Listen("unix", filepath.Join(dir, "stream"))
	if err != nil {
		b.Fatal(err)
	}
	defer stream.Close()
	datagram, err := net.ListenPacket("unixgram", filepath.Join(dir, "datagram"))
	if err != nil {
		b.Fatal(err)
	}
	defer datagram.Close()
	for _, name := range []string{"stream", "datagram"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o777); err != nil {
			b.Fatal(err)
		}
	}
	mount := sandbox.Mount{Name: "data", Host: dir}
	b.expect(b.run(sandbox.Spec{Mounts: []sandbox.Mount{mount}, Limits: usual}, "call", b.box.Path(mount)), want{stdout: "ok"})
}

func nothingHandedOn(b *bench) {
	if walled.met(b.capabilities) {
		b.expect(b.run(sandbox.Spec{Limits: usual}, "leave"), want{facts: survivors(1)})
	}
	b.expect(b.run(sandbox.Spec{Limits: usual}, "write", "left", "text"), want{})
	// bench.inspect checks for all of these.
}

func cancelling(b *bench) {
	ctx, cancel := context.WithCancelCause(context.Background())
	reason := errors.New("changed my mind")
	time.AfterFunc(100*time.Millisecond, func() { cancel(reason) })
	started := time.Now()
	o, err := b.try(ctx, sandbox.Spec{Limits: usual}, "sleep")
	if !errors.Is(err, reason) {
		b.Errorf("got %s and error %v, want %v", o, err, reason)
	}
	if took := time.Since(started); took > slack {
		b.Errorf("cancelling took %v", took)
	}
}

// cancelledBefore cancels a run before it starts, as happens on a busy machine: the reason is the same as during a
// run.
func cancelledBefore(b *bench) {
	ctx, cancel := context.WithCancelCause(context.Background())
	reason := errors.New("changed my mind")
	cancel(reason)
	if o, err := b.try(ctx, sandbox.Spec{Limits: usual}, "nothing"); !errors.Is(err, reason) {
		b.Errorf("got %s and error %v, want %v", o, err, reason)
	}
}

// cancellingLate cancels at the moment in which a run ends: the next run must not be affected.
func cancellingLate(b *bench) {
	for i := range 100 {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Duration(500+20*i)*time.Microsecond, cancel)
		if _, err := b.try(ctx, sandbox.Spec{Limits: usual}, "nothing"); err != nil && !errors.Is(err, context.Canceled) {
			b.Fatal(err)
		}
		b.expect(b.run(sandbox.Spec{Limits: usual}, "exit", "7"), want{exit: 7})
		cancel()
	}
}

func hundredRuns(b *bench) {
	dir := b.folder(map[string]string{"1.in": "the same\n"})
	for range 100 {
		spec := sandbox.Spec{
			Stdin: sandbox.FromPath(filepath.Join(dir, "1.in")), Copies: []sandbox.Copy{{Host: dir, To: "copy"}}, Limits: usual,
		}
		b.expect(b.run(spec, "cat"), want{stdout: "the same\n"})
		if b.Failed() {
			return
		}
	}
}

// limitsPerRun changes the memory limit from run to run.
func limitsPerRun(b *bench) {
	for _, limit := range []bytesize.Size{256 * bytesize.MiB, 32 * bytesize.MiB, 0, 64 * bytesize.MiB, 128 * bytesize.MiB} {
		limits := usual
		limits.Memory = limit
		wanted := want{stdout: "ok"}
		if limit > 0 && limit < 100*bytesize.MiB {
			wanted = want{breaches: onMemory}
		}
		b.Run(limit.String(), func(t *testing.T) {
			inner := &bench{T: t, suite: b.suite, box: b.box}
			inner.expect(inner.run(sandbox.Spec{Limits: limits}, "touch", "100"), wanted)
		})
	}
}

// countedNumbers has a program increase numbers that the kernel counts, more or less often; the next one must see no
// difference.
func countedNumbers(b *bench) {
	var first string
	for i, times := range []string{"1", "40", "17"} {
		b.expect(b.run(sandbox.Spec{Limits: usual}, "count", times), want{})
		o := b.run(sandbox.Spec{Limits: usual}, "numbers")
		if i == 0 {
			first = o.stdout
		}
		b.expect(o, want{stdout: first})
	}
}
