//go:build unix

package environment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Programs are not looked for in the current directory, nor in one that every user may write to. A caller who asks
// learns about the programs there.
func TestGuarded(t *testing.T) {
	dir := t.TempDir()
	var path []string
	for name, mode := range map[string]os.FileMode{"open": 0o777, "sticky": 0o777 | os.ModeSticky, "closed": 0o755} {
		below := filepath.Join(dir, name)
		if err := os.Mkdir(below, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(below, name+"-tool"), nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(below, mode); err != nil {
			t.Fatal(err)
		}
		path = append(path, below, "", ".", "bin")
	}
	typed := Variables{"A=1", "PATH=" + strings.Join(path, ":"), "B=2"}
	v := typed.Guarded()
	if got, want := v.Get("PATH"), filepath.Join(dir, "closed"); got != want || v.Get("A")+v.Get("B") != "12" {
		t.Errorf("got %q, want the PATH %q", v, want)
	}
	for _, v := range []Variables{v, v.Guarded()} { // a child process applies it once more
		for name, found := range map[string]bool{"open": false, "sticky": false, "closed": true} {
			_, missing := v.LookPath(name + "-tool")
			untrusted := v.Untrusted(name + "-tool")
			if (missing == nil) != found || (untrusted == nil) != found {
				t.Errorf("%s: got %v, %v", name, missing, untrusted)
			}
			if untrusted != nil && !strings.Contains(untrusted.Error(), filepath.Join(dir, name)) {
				t.Errorf("%s: got %v", name, untrusted)
			}
		}
	}
	if err := v.Untrusted("nothing"); err != nil {
		t.Error(err)
	}
	trusting := append(typed, trustAll+"=true")
	if got := trusting.Guarded().Get("PATH"); got != typed.Get("PATH") {
		t.Errorf("with %s: got %q", trustAll, got)
	}
}

func TestGuardedOnWSL(t *testing.T) {
	v := Variables{"WSL_DISTRO_NAME=Debian", "PATH=/mnt/c/Windows"}
	if got := v.Guarded().Get("PATH"); got != "/mnt/c/Windows" {
		t.Errorf("got %q", got)
	}
}
