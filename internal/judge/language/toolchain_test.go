package language

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/environment"
	"grundy/internal/store/cache"
)

// home is a user's home directory with commands in the places of version managers and installers.
func home(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs links and scripts")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	return dir
}

func script(t *testing.T, path, body string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func TestLocate(t *testing.T) {
	tests := []struct {
		name  string
		setup func(t *testing.T, home string)
		// found is the path found in PATH. path and roots are the expected results, below the home directory.
		found, path string
		roots       []string
	}{
		{
			name: "unpacked archive", found: "tools/node/bin/tool", path: "tools/node/bin/tool", roots: []string{"tools/node"},
			setup: func(t *testing.T, home string) { script(t, filepath.Join(home, "tools/node/bin/tool"), "") },
		},
		{
			name: "link from the person's bin", found: "bin/tool", path: "sdk/bin/tool", roots: []string{"sdk"},
			setup: func(t *testing.T, home string) {
				link(t, script(t, filepath.Join(home, "sdk/bin/tool"), ""), filepath.Join(home, "bin/tool"))
			},
		},
		{
			name: "script in the person's bin", found: ".local/bin/tool", path: ".local/bin/tool", roots: []string{".local/bin"},
			setup: func(t *testing.T, home string) { script(t, filepath.Join(home, ".local/bin/tool"), "") },
		},
		{
			name: "selecting script", found: "shims/tool", path: "versions/3/bin/tool", roots: []string{"versions/3"},
			setup: func(t *testing.T, home string) {
				script(t, filepath.Join(home, "versions/3/bin/tool"), "")
				script(t, filepath.Join(home, "shims/tool"), "echo "+filepath.Join(home, "versions/3"))
			},
		},
		{
			name: "virtual environment", found: "venv/bin/tool", path: "venv/bin/tool", roots: []string{"venv", "base"},
			setup: func(t *testing.T, home string) {
				base := script(t, filepath.Join(home, "base/bin/tool"), fmt.Sprintf("echo %s/venv; echo %s/base", home, home))
				link(t, base, filepath.Join(home, "venv/bin/tool"))
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			home := home(t)
			test.setup(t, home)
			t.Setenv("PATH", filepath.Dir(filepath.Join(home, test.found))+":/usr/bin:/bin")
			row := &Language{Building: Building{Run: Words{"tool"}}, ToolchainRules: ToolchainRules{Root: Words{"tool", "--root"}}}
			tools := Toolchain{Commands: map[string]Command{}, environment: os.Environ()}
			command, found := tools.lookUp("tool")
			if !found {
				t.Fatal("not found")
			}
			tools.Commands["tool"] = command
			if err := tools.inspect(t.Context(), row); err != nil {
				t.Fatal(err)
			}
			var roots []string
			for _, root := range test.roots {
				roots = append(roots, filepath.Join(home, root))
			}
			if diff := cmp.Diff(roots, tools.Roots); diff != "" {
				t.Error(diff)
			}
			if got, want := tools.Commands["tool"].Path, filepath.Join(home, test.path); got != want {
				t.Errorf("path %s, want %s", got, want)
			}
			for i, mount := range tools.mounts("x") {
				if want := fmt.Sprintf("x-tool%d", i+1); mount.Name != want || !mount.SamePath || mount.Writable {
					t.Errorf("mount %+v, want the name %s", mount, want)
				}
			}
		})
	}
}

func TestPrivateFoldersAreNotShown(t *testing.T) {
	home := home(t)
	for _, dir := range []string{home, filepath.Dir(home), "/", filepath.Join(home, ".local"), "/usr/lib/jvm"} {
		tools := Toolchain{environment: os.Environ()}
		if err := os.MkdirAll(filepath.Join(home, ".local"), 0o755); err != nil {
			t.Fatal(err)
		}
		if tools.addRoot(dir); len(tools.Roots) > 0 {
			t.Errorf("%s would be shown", dir)
		}
	}
}

// TestFlags checks that the first option that the toolchain supports is used, that an option with a command of its
// own is used only if every box shows that command, and that neither is cached once the command vanishes or changes.
func TestFlags(t *testing.T) {
	dir := home(t)
	bin := filepath.Join(dir, "bin")
	script(t, filepath.Join(bin, "cc"), `[ "$1" != -slow ] || echo fine`)
	var row Language
	text := "optional: {linker: [{add: -fast, with: ld.fast}, {add: -refused, when: [{command: cc -refused, prints: fine}]}, {add: -slow, when: [{command: cc -slow, prints: fine}]}]}"
	if err := yaml.Unmarshal([]byte(text), &row); err != nil {
		t.Fatal(err)
	}
	look := func() (flags []string, key cache.Key) {
		tools := Toolchain{
			Commands: map[string]Command{"cc": {Name: "cc", Found: filepath.Join(bin, "cc")}}, Optional: map[string][]string{},
			environment: environment.Variables{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir},
		}
		if err := tools.inspect(t.Context(), &row); err != nil {
			t.Fatal(err)
		}
		return tools.Optional["linker"], tools.key(&row)
	}
	want := func(when, flag string) cache.Key {
		t.Helper()
		flags, key := look()
		if !slices.Equal(flags, []string{flag}) {
			t.Errorf("%s: the flags are %q, want %s", when, flags, flag)
		}
		return key
	}
	absent := want("without the command", "-slow")
	helper := script(t, filepath.Join(bin, "ld.fast"), "")
	want("with the command in a person's folder", "-slow")

	before := systemFolders
	t.Cleanup(func() { systemFolders = before })
	systemFolders = append(slices.Clone(before), bin)
	there := want("with the command in a folder of the system", "-fast")
	script(t, helper, "# another version")
	changed := want("with another command", "-fast")
	if absent == there || there == changed {
		t.Error("what was found is remembered although the command is another one")
	}
}
