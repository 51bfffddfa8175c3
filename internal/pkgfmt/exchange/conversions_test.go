package exchange

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"grundy/checker"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestConversions makes packages from the directories in testdata/conversions. The comment above a directory's
// files requests "import", "import FORMAT", "import icpc TARGET", or "export TARGET". A golden file records the
// result: the refusal, or the notes and each file; a star after a file's name marks an executable. Files copied
// unchanged show only their source's name, and repeated content the name of its first occurrence.
func TestConversions(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("testdata", "conversions", "*.txtar"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no conversions: %v", err)
	}
	for _, source := range sources {
		archive, err := txtar.ParseFile(source)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, file := range archive.Files {
			files[file.Name] = string(file.Data)
		}
		base := strings.TrimSuffix(source, ".txtar")
		t.Run(filepath.Base(base), func(t *testing.T) {
			for line := range strings.Lines(string(archive.Comment)) {
				words := strings.Fields(line)
				if len(words) == 0 || words[0] == "#" {
					continue
				}
				name := strings.Join(words, "_")
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					made, err := convertAs(t, words, folder(t, files))
					got := ""
					if err != nil {
						got = "refused: " + err.Error() + "\n"
					} else {
						got = described(t, made, files, words[0] == "import" || slices.Contains(PackageTargets, Target(words[1])))
					}
					compareGolden(t, base+"."+name+".golden", got)
				})
			}
		})
	}
}

func convertAs(t *testing.T, words []string, dir string) (*Package, error) {
	t.Helper()
	switch {
	case words[0] == "export" && len(words) == 2:
		p, faults := icpc.Load(dir)
		if fatal := faults.Fatal(true); len(fatal) > 0 {
			return nil, errors.New(strings.ReplaceAll(fmt.Sprint(fatal), dir, "DIR"))
		}
		return Export(t.Context(), p, Target(words[1]), standIn(t), "")
	case words[0] == "import" && len(words) <= 3:
		options := Options{Testlib: filepath.Join("testdata", "testlib.h")}
		if len(words) > 1 {
			options.Format = Format(words[1])
		}
		if len(words) > 2 {
			options.To = Target(words[2])
		}
		made, err := Import(t.Context(), dir, options)
		if err != nil {
			err = errors.New(strings.ReplaceAll(err.Error(), dir, "DIR"))
		}
		return made, err
	}
	t.Fatalf("want import or export, got %q", words)
	return nil, nil
}

// standIn compiles nothing: its programs consist of the names of their sources.
func standIn(t *testing.T) Compiler {
	return func(_ context.Context, name string, sources []language.File) (string, error) {
		text := name + ":"
		for _, source := range sources {
			text += " " + source.Name
		}
		file := filepath.Join(t.TempDir(), "program")
		return file, os.WriteFile(file, []byte(text+"\n"), 0o755)
	}
}

// described describes a package and closes it. A package of the ICPC's format must be loadable.
func described(t *testing.T, made *Package, sources map[string]string, isICPC bool) string {
	t.Helper()
	var out strings.Builder
	known := maps.Clone(sources)
	known["assets/compare.cpp"] = comparisonProgram(checker.Options{})
	known["assets/cms_relay.h"], known["assets/cms_manager.c"] = cmsRelay, cmsManager
	fmt.Fprintf(&out, "%s\n", made.ID)
	for _, note := range made.Notes {
		kind := "note"
		if note.Warning {
			kind = "warning"
		}
		fmt.Fprintf(&out, "%s: %s\n", kind, note)
	}
	dir := written(t, made, nil)
	if _, faults := icpc.Load(dir); isICPC && len(faults.Fatal(true)) > 0 {
		fmt.Fprintf(&out, "faulty: %s\n", strings.ReplaceAll(fmt.Sprint(faults.Fatal(true)), dir, "DIR"))
	}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text := content(t, dir, name)
		shown := name
		if info.Mode()&0o100 != 0 {
			shown += "*"
		}
		from := ""
		for _, source := range slices.Sorted(maps.Keys(known)) {
			if known[source] == text && (from == "" || source == name) {
				from = source
			}
		}
		if from != "" && text != "" {
			fmt.Fprintf(&out, "-- %s = %s --\n", shown, from)
		} else {
			fmt.Fprintf(&out, "-- %s --\n%s", shown, text)
			known[name] = text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", file, diff)
	}
}
