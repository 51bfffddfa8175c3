package language_test

import (
	"archive/zip"
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/environment"
	"grundy/internal/judge/language"
)

// library makes files below a directory of the test and returns that.
func library(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// seen builds a Bash script in which $LIBRARIES is what {libraries} stands for. It returns that value as the program gets
// it, the directories that boxes show, and the program's key.
func seen(t *testing.T, builder *language.Builder, from language.Source) (value string, dirs []string, key string) {
	t.Helper()
	program, err := builder.Build(t.Context(), &box{t: t}, from, limits)
	skipMissing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	for _, mount := range program.Mounts("program") {
		if strings.Contains(mount.Name, "library") {
			dirs = append(dirs, mount.Host)
		}
	}
	return environment.Variables(program.Env()).Get("LIBRARIES"), dirs, string(program.Key)
}

const withLibraries = `
bash:
  env: {LIBRARIES: "{libraries}"}
  library-variables: [MINE]
  library-archives: .jar
  libraries: `

// TestOwnLibraries checks which libraries a program sees: those to which it refers, wherever they are named.
func TestOwnLibraries(t *testing.T) {
	one := library(t, map[string]string{"atcoder/all": "", "util.h": ""})
	two := library(t, map[string]string{"other.py": ""})
	builder := newBuilder(t, t.TempDir(), configure(t, withLibraries+one+"\n"))
	builder.Environment = append(slices.Clone(builder.Environment), "MINE="+two+string(os.PathListSeparator)+"relative")
	for _, test := range []struct {
		text string
		want []string
	}{
		{"echo\n", nil},
		{"echo atcoder/all\n", []string{one}},
		{"echo util.h\n", []string{one}},
		{"echo utility others\n", nil}, // parts of words
		{"echo other atcoder\n", []string{one, two}},
	} {
		value, dirs, _ := seen(t, builder, source(map[string]string{"a.sh": test.text}))
		if !slices.Equal(dirs, test.want) || value != strings.Join(test.want, string(os.PathListSeparator)) {
			t.Errorf("%q: the program sees %v, and is told %q; want %v", test.text, dirs, value, test.want)
		}
	}
}

// TestChangedLibrary checks that a program with a changed library is another program.
func TestChangedLibrary(t *testing.T) {
	dir := library(t, map[string]string{"util.h": "1", "deep/in/it.h": "1"})
	builder := newBuilder(t, t.TempDir(), configure(t, withLibraries+dir+"\n"))
	from := source(map[string]string{"a.sh": "echo util\n"})
	_, _, before := seen(t, builder, from)
	if _, _, again := seen(t, builder, from); again != before {
		t.Error("the same library makes another program")
	}
	if err := os.WriteFile(filepath.Join(dir, "deep", "in", "it.h"), []byte("12"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, after := seen(t, builder, from); after == before {
		t.Error("a changed library makes the same program")
	}
}

// TestLibrariesOfOthers checks that programs of packages and of other people see none, nor does anybody see one that other
// users can write or the user's whole home directory.
func TestLibrariesOfOthers(t *testing.T) {
	dir := library(t, map[string]string{"util.h": ""})
	from := source(map[string]string{"a.sh": "echo util\n"})
	of := func(config string, change func(*language.Builder, *language.Source)) (dirs []string, said string) {
		t.Helper()
		builder, source := newBuilder(t, t.TempDir(), configure(t, config)), from
		var log bytes.Buffer
		builder.Log = slog.New(slog.NewTextHandler(&log, nil))
		change(builder, &source)
		_, dirs, _ = seen(t, builder, source)
		return dirs, log.String()
	}
	if dirs, _ := of(withLibraries+dir+"\n", func(_ *language.Builder, s *language.Source) { s.OfPackage = true }); dirs != nil {
		t.Errorf("a program of a package sees %v", dirs)
	}
	if dirs, _ := of(withLibraries+dir+"\n", func(b *language.Builder, _ *language.Source) { b.Strangers = true }); dirs != nil {
		t.Errorf("a stranger's program sees %v", dirs)
	}
	home := filepath.Dir(dir)
	dirs, said := of(withLibraries+dir+"\n", func(b *language.Builder, _ *language.Source) {
		b.Environment = append(environment.Variables{"HOME=" + dir}, b.Environment...)
	})
	if dirs != nil || !strings.Contains(said, "all files of yours") {
		t.Errorf("%s is shown as a library: %v, %s", home, dirs, said)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if dirs, said := of(withLibraries+dir+"\n", func(*language.Builder, *language.Source) {}); dirs != nil || !strings.Contains(said, "every user may write to") {
		t.Errorf("a directory that is open to all is shown: %v, %s", dirs, said)
	}
}

// TestArchives checks that an archive is found by its packages, in a directory or alone, and that a lone one shows nothing of
// its directory.
func TestArchives(t *testing.T) {
	dir := library(t, map[string]string{"secret.txt": ""})
	archive := filepath.Join(dir, "lib-1.2.jar")
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	writer := zip.NewWriter(file)
	if _, err := writer.Create("org/example/Sum.class"); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	from := source(map[string]string{"a.sh": "echo import org.example.Sum\n"})
	value, _, _ := seen(t, newBuilder(t, t.TempDir(), configure(t, withLibraries+dir+"\n")), from)
	if want := dir + string(os.PathListSeparator) + archive; value != want {
		t.Errorf("in a directory: the program is told %q, want %q", value, want)
	}
	value, dirs, _ := seen(t, newBuilder(t, t.TempDir(), configure(t, withLibraries+archive+"\n")), from)
	if filepath.Base(value) != "lib-1.2.jar" || len(dirs) != 1 || dirs[0] == dir {
		t.Errorf("alone: the program is told %q and sees %v", value, dirs)
	}
	if value, _, _ := seen(t, newBuilder(t, t.TempDir(), configure(t, withLibraries+archive+"\n")), source(map[string]string{"a.sh": "echo\n"})); value != "" {
		t.Errorf("a program that does not refer to it is told %q", value)
	}
}

// TestMissingLibrary checks what is said of a library that a program does not see.
func TestMissingLibrary(t *testing.T) {
	dir := library(t, map[string]string{
		"t/a.sh": "echo fatal error: deep/sum.h: No such file\n", "include/deep/sum.h": "", ".venv/pyvenv.cfg": "", ".venv/lib/python3.9/site-packages/sum.py": "",
	})
	from, err := language.ReadSource(filepath.Join(dir, "t", "a.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		missing, said string
		ofPackage     bool
		want          string
	}{
		{`error: ([^:]+):`, "error: deep/sum.h: no", false, "deep/sum.h lies in " + filepath.Join(dir, "include") + ", outside the sandbox; to show it, write into config.yaml: libraries: {bash: "},
		{`error: ([^:]+):`, "error: deep/sum.h: no", true, "put it beside the program"},
		{`error: ([^:]+):`, "error: other.h: no", false, ""},
		{`error: ([^:]+):`, "all is well", false, ""},
		{`module (\w+)`, "module sum", false, "not active: source " + filepath.Join(dir, ".venv", "bin", "activate")},
	} {
		builder := newBuilder(t, t.TempDir(), configure(t, "bash: {missing: '"+test.missing+"', also: [.py]}\n"))
		builder.Environment = append(environment.Variables{"HOME=" + filepath.Join(dir, "t")}, builder.Environment...)
		from.OfPackage = test.ofPackage
		program, err := builder.Build(t.Context(), &box{t: t}, from, limits)
		skipMissing(t, err)
		if err != nil {
			t.Fatal(err)
		}
		if said := program.MissingLibrary(t.Context(), test.said); !strings.Contains(said, test.want) || test.want == "" && said != "" {
			t.Errorf("%q: got %q, want %q", test.said, said, test.want)
		}
	}
}

// TestWarnOfAbsence checks what is said of a source that is judged on another machine.
func TestWarnOfAbsence(t *testing.T) {
	dir := library(t, map[string]string{"util.h": ""})
	builder := newBuilder(t, t.TempDir(), configure(t, withLibraries+dir+"\n  flags: -DLOCAL\n  compile: bash -n {flags} {main}\n"))
	var log bytes.Buffer
	builder.Log = slog.New(slog.NewTextHandler(&log, nil))
	for range 2 {
		builder.WarnOfAbsence(t.Context(), source(map[string]string{"a.sh": "echo util\n"}))
	}
	for _, want := range []string{"the flags -DLOCAL of your row bash do not apply", "a.sh refers to libraries in " + dir} {
		if strings.Count(log.String(), want) != 1 {
			t.Errorf("%q was said %d times, want once: %s", want, strings.Count(log.String(), want), &log)
		}
	}
}
