package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
)

// repository is a small program that is built, asked and packed like grundy.
const repository = `
-- Makefile --
build:
	go build -trimpath -ldflags '-s -w' -o $(BINARY) .
-- go.mod --
module grundy

go 1.26

require example.org/part v1.2.3

replace example.org/part v1.2.3 => ./part
-- main.go --
package main

import (
	"os"
	"strings"

	"example.org/part"
)

func main() {
	os.Stdout.WriteString(part.Says + strings.Join(os.Args[1:], " ") + "\n")
}
-- README.md --
Read me.
-- LICENSE --
Free.
-- CHANGELOG.md --
Changed.
-- CONTRIBUTING.md --
Contribute.
-- SECURITY.md --
Secure.
-- docs/design.md --
Designed.
-- python/grundy/__init__.py --
-- python/grundy/__main__.py --
import os.path
import subprocess
import sys

def main():
    program = os.path.join(os.path.dirname(__file__), "bin", "grundy")
    sys.exit(subprocess.call([program, *sys.argv[1:]]))

if __name__ == "__main__":
    main()
-- python/grundy/py.typed --
-- part/go.mod --
module example.org/part
-- part/part.go --
package part

const Says = "it says "
-- part/COPYING --
Copy it.
-- part/part_licence_test.txt --
No test of the name's beginning.
`

const (
	commitTime = "2026-02-03T04:05:06Z"
	version    = "v1.0.0"
)

// commit writes the files of an archive into a repository of their own, with one commit that is tagged.
func commit(t *testing.T, dir, files string) {
	t.Helper()
	suite.Unpack(t, dir, files)
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "--quiet", "--message", "Begin")
	git(t, dir, "tag", version)
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing: apt install git")
	}
	command := exec.Command("git", args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_AUTHOR_DATE="+commitTime,
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_COMMITTER_DATE="+commitTime)
	if printed, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, printed)
	}
}

// entry is what an archive says of a file.
type entry struct {
	mode    fs.FileMode
	time    time.Time
	owner   string
	content string
}

func readTar(t *testing.T, archive []byte) map[string]entry {
	t.Helper()
	decompressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if decompressed.Name != "" || !decompressed.ModTime.IsZero() {
		t.Errorf("gzip names %q and %v, want neither", decompressed.Name, decompressed.ModTime)
	}
	entries := map[string]entry{}
	for reader := tar.NewReader(decompressed); ; {
		header, err := reader.Next()
		if err == io.EOF {
			return entries
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		owner := fmt.Sprint(header.Uid, header.Gid, header.Uname, header.Gname)
		entries[header.Name] = entry{header.FileInfo().Mode(), header.ModTime, owner, string(content)}
	}
}

func readZip(t *testing.T, archive []byte) map[string]entry {
	t.Helper()
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]entry{}
	for _, f := range reader.File {
		content, err := fs.ReadFile(reader, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		entries[f.Name] = entry{f.Mode(), f.Modified, "0 0", string(content)}
	}
	return entries
}

func TestArchives(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "dist")
	commit(t, dir, repository)
	if err := run(t.Context(), []string{"--repository", dir, "--out", out, "--platforms", "windows/arm64,linux/amd64"}); err != nil {
		t.Fatal(err)
	}
	linux, windows := "grundy-v1.0.0-linux-amd64", "grundy-v1.0.0-windows-arm64"
	packed := readFiles(t, out)
	if want := []string{"SHA256SUMS", linux + ".tar.gz", windows + ".zip"}; !slices.Equal(slices.Sorted(maps.Keys(packed)), want) {
		t.Fatalf("made %q, want %q", slices.Sorted(maps.Keys(packed)), want)
	}
	wantSums := fmt.Sprintf("%x  %s\n%x  %s\n", sha256.Sum256(packed[linux+".tar.gz"]), linux+".tar.gz",
		sha256.Sum256(packed[windows+".zip"]), windows+".zip")
	if got := string(packed["SHA256SUMS"]); got != wantSums {
		t.Errorf("SHA256SUMS:\n%swant\n%s", got, wantSums)
	}
	for _, archive := range []struct {
		folder, program string
		entries         map[string]entry
	}{
		{linux, "grundy", readTar(t, packed[linux+".tar.gz"])},
		{windows, "grundy.exe", readZip(t, packed[windows+".zip"])},
	} {
		want := map[string]string{
			"man/man1/grundy.1":                 "it says man\n",
			"completions/grundy.bash":           "it says completion bash\n",
			"completions/_grundy":               "it says completion zsh\n",
			"completions/grundy.fish":           "it says completion fish\n",
			"README.md":                         "Read me.\n",
			"LICENSE":                           "Free.\n",
			"CHANGELOG.md":                      "Changed.\n",
			"CONTRIBUTING.md":                   "Contribute.\n",
			"SECURITY.md":                       "Secure.\n",
			"docs/design.md":                    "Designed.\n",
			"licences/example.org/part/COPYING": "Copy it.\n",
		}
		for name, content := range want {
			if got := archive.entries[archive.folder+"/"+name].content; got != content {
				t.Errorf("%s: %s holds %q, want %q", archive.folder, name, got, content)
			}
		}
		if !strings.Contains(archive.entries[archive.folder+"/licences/go/LICENSE"].content, "The Go Authors") {
			t.Errorf("%s: Go's licence is missing", archive.folder)
		}
		at, err := time.Parse(time.RFC3339, commitTime)
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range archive.entries {
			mode := fs.FileMode(0o644)
			if name == archive.folder+"/"+archive.program {
				mode = 0o755
			}
			if e.mode != mode || !e.time.Equal(at) || strings.TrimSpace(e.owner) != "0 0" {
				t.Errorf("%s: mode %v, time %v, owner %q; want %v, %v, nobody", name, e.mode, e.time, e.owner, mode, at)
			}
		}
		if len(archive.entries[archive.folder+"/"+archive.program].content) < 1<<17 {
			t.Errorf("%s: %s is no program", archive.folder, archive.program)
		}
	}
}

func TestWheels(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "dist")
	commit(t, dir, repository)
	here := platform{runtime.GOOS, runtime.GOARCH}
	if _, known := wheelTags[here]; !known {
		t.Skipf("there is no wheel for %s", here)
	}
	if err := run(t.Context(), []string{"--wheel", "--repository", dir, "--out", out, "--platforms", "windows/arm64," + here.String()}); err != nil {
		t.Fatal(err)
	}
	packed := readFiles(t, out)
	windows, own := "grundy-1.0.0-py3-none-win_arm64.whl", "grundy-1.0.0-py3-none-"+wheelTags[here]+".whl"
	for name, program := range map[string]string{windows: "grundy.exe", own: here.program()} {
		if want := fmt.Sprintf("%x  %s\n", sha256.Sum256(packed[name]), name); !strings.Contains(string(packed["SHA256SUMS"]), want) {
			t.Errorf("SHA256SUMS has no %q", want)
		}
		entries := readZip(t, packed[name])
		if mode := entries["grundy/bin/"+program].mode; mode != 0o755 {
			t.Errorf("%s: the program has the mode %v", name, mode)
		}
		listed := entries["grundy-1.0.0.dist-info/RECORD"].content
		for path, e := range entries {
			sum := sha256.Sum256([]byte(e.content))
			row := fmt.Sprintf("%s,sha256=%s,%d\n", path, base64.RawURLEncoding.EncodeToString(sum[:]), len(e.content))
			if !strings.Contains(listed, row) && path != "grundy-1.0.0.dist-info/RECORD" {
				t.Errorf("%s: RECORD has no %q", name, row)
			}
		}
		for _, path := range []string{"grundy/py.typed", "grundy-1.0.0.dist-info/licenses/LICENSE", "grundy-1.0.0.dist-info/licenses/licences/example.org/part/COPYING"} {
			if _, found := entries[path]; !found {
				t.Errorf("%s has no %s", name, path)
			}
		}
	}
	if tag := "Tag: py3-none-win_arm64\n"; !strings.Contains(readZip(t, packed[windows])["grundy-1.0.0.dist-info/WHEEL"].content, tag) {
		t.Errorf("WHEEL has no %q", tag)
	}

	if exec.CommandContext(t.Context(), "python3", "-m", "pip", "--version").Run() != nil {
		t.Skip("pip does not install the wheel: it is not installed")
	}
	installed := t.TempDir()
	for _, call := range []struct {
		args []string
		want string
	}{
		{[]string{"-m", "pip", "install", "--no-index", "--no-cache-dir", "--disable-pip-version-check", "--target", installed, filepath.Join(out, own)}, "Successfully installed grundy-1.0.0"},
		{[]string{"-m", "grundy", "hello"}, "it says hello"},
		{[]string{"-c", "from importlib.metadata import *; print(version('grundy'), entry_points(name='grundy'))"}, "1.0.0 "},
	} {
		command := exec.CommandContext(t.Context(), "python3", call.args...)
		command.Env = append(os.Environ(), "PYTHONPATH="+installed, "PYTHONDONTWRITEBYTECODE=1")
		if printed, err := command.CombinedOutput(); err != nil || !strings.Contains(string(printed), call.want) {
			t.Fatalf("python3 %q: %v, want %q:\n%s", call.args, err, call.want, printed)
		}
	}
}

func TestVersionsOfPython(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.0":                                    "1.2.0",
		"v1.2.0-rc.1":                               "1.2.0rc1",
		"v1.2.0-beta2":                              "1.2.0b2",
		"v0.0.0-20261122133027-98fc0c2a32aa":        "0.0.0.dev20261122133027",
		"v1.2.1-0.20261122133027-98fc0c2a32aa":      "1.2.1.dev20261122133027",
		"v1.2.0-rc.1.0.20261122133027-98fc0c2a3":    "",
		"v1.2.0-rc.1.0.20261122133027-98fc0c2a32aa": "1.2.0rc1.post20261122133027",
		"v1.2.0-nightly":                            "",
	} {
		if got, err := pythonVersion(version); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", version, got, err, want)
		}
	}
}

func TestSameBytesFromAnyFolder(t *testing.T) {
	dir := t.TempDir()
	commit(t, dir, repository)
	first := filepath.Join(t.TempDir(), "dist")
	releaseHere(t, dir, first)

	other := filepath.Join(t.TempDir(), "somewhere", "else")
	git(t, ".", "clone", "--quiet", dir, other)
	for name, content := range map[string]string{"main.go": "not committed", "docs/new.md": "not committed"} {
		if err := os.WriteFile(filepath.Join(other, filepath.FromSlash(name)), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOFLAGS", "-ldflags=-X=main.unknown=1")
	t.Setenv("GOAMD64", "v3")
	t.Setenv("TZ", "Asia/Tokyo")
	t.Setenv("USER", "somebody")
	second := filepath.Join(t.TempDir(), "dist")
	releaseHere(t, other, second)

	demandSameBytes(t, first, second)
}

// What holds for the small program holds for grundy: nothing in it depends on where it was built.
func TestSameBytesOfGrundy(t *testing.T) {
	suite.NeedsAll(t, "builds and links grundy four times")
	here := filepath.Join("..", "..", "..")
	if _, err := os.Stat(filepath.Join(here, ".git")); err != nil {
		t.Skip("these sources are no git repository")
	}
	first, second := filepath.Join(t.TempDir(), "dist"), filepath.Join(t.TempDir(), "dist")
	releaseHere(t, here, first)
	other := filepath.Join(t.TempDir(), "elsewhere")
	git(t, ".", "clone", "--quiet", here, other)
	releaseHere(t, other, second)
	demandSameBytes(t, first, second)
}

func demandSameBytes(t *testing.T, first, second string) {
	t.Helper()
	a, b := readFiles(t, first), readFiles(t, second)
	if !maps.EqualFunc(a, b, bytes.Equal) {
		t.Errorf("the checksums differ:\n%s\n%s", a["SHA256SUMS"], b["SHA256SUMS"])
	}
}

func releaseHere(t *testing.T, repository, out string) {
	t.Helper()
	if err := release(t.Context(), repository, out, []platform{{"linux", "amd64"}}, false); err != nil {
		t.Fatal(err)
	}
}

func readFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, entry := range entries {
		if files[entry.Name()], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestRefused(t *testing.T) {
	unlicensed := strings.ReplaceAll(repository, "-- part/COPYING --", "-- part/PATENTS --")
	broken := strings.ReplaceAll(repository, "part.Says", "nothing")
	tests := []struct {
		name, files string
		args        []string
		want        string
	}{
		{"no licence", unlicensed, nil, "licence of example.org/part: "},
		{"does not compile", broken, nil, "undefined: nothing"},
		{"unknown platform", "", []string{"--platforms", "plan9/amd64"}, `no platform "plan9/amd64": want one of linux/amd64 linux/arm64 darwin/amd64`},
		{"argument", "", []string{"linux/amd64"}, `want flags only, got "linux/amd64"`},
		{"no repository", "", []string{"--repository", "nowhere"}, "'nowhere' does not exist"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			args := test.args
			out := filepath.Join(t.TempDir(), "dist")
			if test.files != "" {
				dir := t.TempDir()
				commit(t, dir, test.files)
				args = []string{"--repository", dir, "--platforms", "linux/amd64"}
			}
			err := run(context.Background(), append([]string{"--out", out}, args...))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q in it", err, test.want)
			}
			if entries, _ := os.ReadDir(out); len(entries) > 0 {
				t.Errorf("%d files were left", len(entries))
			}
		})
	}
}

// TestLinksOfTheReadme holds that an archive contains every file that the README links to.
func TestLinksOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([A-Za-z][^):#]*)[)#]`).FindAllStringSubmatch(string(readme), -1)
	if len(links) < 20 {
		t.Fatalf("found %d links: there are more", len(links))
	}
	for _, link := range links {
		if top, _, _ := strings.Cut(link[1], "/"); !slices.Contains(copied, top) {
			t.Errorf("no archive contains %s", link[1])
		}
	}
}
