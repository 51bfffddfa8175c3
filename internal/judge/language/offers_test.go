package language

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/store/cache"
)

// offering returns a builder that finds scripts alone, with these rows.
func offering(t *testing.T, path string, rows ...*Language) *Builder {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	store := cache.Open(t.TempDir(), t.TempDir(), log)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("PATH", path+":/usr/bin:/bin")
	return &Builder{Table: &Table{rows: rows}, Cache: store, Log: log, Environment: os.Environ()}
}

func pattern(t *testing.T, text string) (p Pattern) {
	t.Helper()
	if err := p.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return p
}

// The first interpreter in PATH lacks a part that the system's has: the row that needs it takes the latter, and the row that
// lacks it names this row.
func TestAnotherInterpreterHasTheLibrary(t *testing.T) {
	home := home(t)
	script(t, filepath.Join(home, "bin/snake"), "exit 1")
	system := script(t, filepath.Join(home, "system/snake"), "echo 1.24")
	plain := &Language{
		ID: "plain", Name: "Snake", Recognition: Recognition{Extensions: []string{".sn"}}, Building: Building{Run: Words{"snake"}},
		LibraryRules: LibraryRules{Missing: pattern(t, "No module ([\\w.]+)")},
	}
	full := &Language{
		ID: "full", Name: "Snake with Sums", Recognition: Recognition{Also: []string{".sn"}}, Building: Building{Run: Words{"snake|" + system}},
		LibraryRules: LibraryRules{Offers: []string{"sums"}},
		ToolchainRules: ToolchainRules{
			Requires: map[string]Probe{"the sums": {Command: Words{"snake|" + system, "-v"}, Prints: pattern(t, `^\d`)}},
			Install:  map[string]string{"apt": "snake-sums"},
		},
	}
	b := offering(t, filepath.Join(home, "bin"), plain, full)
	tools, err := b.toolchain(t.Context(), full)
	if err != nil {
		t.Fatal(err)
	}
	if got := tools.Commands["snake|"+system].Path; got != system {
		t.Errorf("the row uses %s, want %s, which has the part", got, system)
	}
	for _, test := range []struct{ said, want string }{
		{"No module sums.linear", "sums is a part of Snake with Sums: give --language full"},
		{"No module other", ""},
		{"all is well", ""},
	} {
		if got := b.missingLibrary(t.Context(), plain, Toolchain{}, Source{}, test.said); got != test.want {
			t.Errorf("%q: got %q, want %q", test.said, got, test.want)
		}
	}

	script(t, system, "exit 1")
	if _, err := b.toolchain(t.Context(), full); err == nil || !strings.Contains(err.Error(), "the sums was not found") {
		t.Errorf("without the part: %v", err)
	}
	if got := b.missingLibrary(t.Context(), plain, Toolchain{}, Source{}, "No module sums"); !strings.HasPrefix(got, "sums is a part of Snake with Sums, which this machine lacks: ") {
		t.Errorf("without the part: %q", got)
	}
}

// Where the first command only says where to get the language, the next one takes its place, and a warning says so.
func TestAnotherCommandWorks(t *testing.T) {
	home := home(t)
	script(t, filepath.Join(home, "bin/snake"), "echo Snake was not found, get it from the shop; exit 9")
	launcher := script(t, filepath.Join(home, "bin/sn"), "echo Snake 3.13")
	row := &Language{
		ID: "snake", Name: "Snake", Building: Building{Run: Words{"snake|sn"}},
		ToolchainRules: ToolchainRules{Version: Words{"snake|sn", "--version"}, VersionPattern: pattern(t, `Snake (3[\d.]+)`)},
	}
	b := offering(t, filepath.Join(home, "bin"), row)
	var log strings.Builder
	b.Log = slog.New(slog.NewTextHandler(&log, nil))
	tools, err := b.toolchain(t.Context(), row)
	if err != nil || tools.Version != "3.13" || tools.Commands["snake|sn"].Path != launcher {
		t.Errorf("got %q, version %q, %v", tools.Commands["snake|sn"].Path, tools.Version, err)
	}
	if want := "snake does not work: Snake was not found, get it from the shop, so another command takes its place"; !strings.Contains(log.String(), want) {
		t.Errorf("the log says %q, want %q", &log, want)
	}

	script(t, launcher, "exit 9")
	if _, err := b.toolchain(t.Context(), row); err == nil || !strings.Contains(err.Error(), "get it from the shop") {
		t.Errorf("without a command that works: %v", err)
	}
}

// A toolchain that does not answer in time may work: the error says so, and nothing is remembered.
func TestLateProbe(t *testing.T) {
	defer func(time time.Duration) { probeTime = time }(probeTime)
	probeTime = 50 * time.Millisecond
	home := home(t)
	slow := script(t, filepath.Join(home, "bin/slow"), "exec sleep 60")
	row := &Language{
		ID: "slow", Name: "Slow", Building: Building{Run: Words{"slow"}},
		ToolchainRules: ToolchainRules{Version: Words{"slow", "--version"}, VersionPattern: pattern(t, `\d+`)},
	}
	b := offering(t, filepath.Join(home, "bin"), row)
	_, err := b.toolchain(t.Context(), row)
	missing, is := errors.AsType[*MissingError](err)
	if !is || missing.Reason != "slow --version did not end within 50ms" || !strings.Contains(missing.Hint(), "try again") {
		t.Errorf("got %v", err)
	}
	probeTime = time.Minute
	script(t, slow, "echo 7")
	if tools, err := b.toolchain(t.Context(), row); err != nil || tools.Version != "7" {
		t.Errorf("later: version %q, %v", tools.Version, err)
	}
}

func TestStartsByItself(t *testing.T) {
	for _, test := range []struct {
		system string
		files  []string
		want   bool
	}{
		{"windows", []string{"a.exe"}, true},
		{"windows", []string{"A.EXE"}, true},
		{"windows", []string{"a.exe", "b.exe"}, false},
		{"windows", []string{"a"}, false},
		{"linux", []string{"a.exe"}, false},
	} {
		var source Source
		for _, name := range test.files {
			source.Files = append(source.Files, File{Name: name, Data: []byte("MZ")})
		}
		if got := source.startsByItself(test.system); got != test.want {
			t.Errorf("%v on %s: got %t, want %t", test.files, test.system, got, test.want)
		}
	}
}

// A single source whose file is called like a library's module does not hide it, and the compiler says the user's name.
func TestNameOfModule(t *testing.T) {
	row := &Language{
		ID: "caml", Name: "Caml", Recognition: Recognition{Extensions: []string{".ml"}},
		Building: Building{Compile: Commands{{"{files}"}}, Run: Words{"{program}/{binary}"}, LineDirective: `# 1 "{name}"`},
	}
	b := offering(t, t.TempDir(), row)
	for _, test := range []struct {
		files []string
		want  map[string]string
	}{
		{[]string{"z.ml"}, map[string]string{"grundy_program.ml": "# 1 \"z.ml\"\nlet x = 1\n"}},
		{[]string{"a.ml", "z.ml"}, map[string]string{"a.ml": "let x = 1\n", "z.ml": "let x = 1\n"}},
	} {
		var source Source
		for _, name := range test.files {
			source.Files = append(source.Files, File{Name: name, Data: []byte("let x = 1\n")})
		}
		laid, err := b.newLayout(row, Toolchain{}, source)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, file := range laid.files {
			got[file.Name] = string(file.Data)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Error(diff)
		}
	}
}
