// Package verifiers has the verifiers of other judges for tests: verifyproblem, which is Kattis' and reads legacy packages, and
// BAPCtools' bt, which reads those of 2025-09; and the compiler of Typst.
package verifiers

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// names are those that pip knows them by.
const names = "problemtools==1.20260907 bapctools==2026.10.0"

// Installed is the folder of a virtual environment of Python with the verifiers.
func Installed(t testing.TB) string {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("exported programs run on Linux on x86-64 alone")
	}
	return kept(t, names, func(dir string) [][]string {
		return [][]string{
			{"python3", "-m", "venv", "--clear", dir},
			slices.Concat([]string{filepath.Join(dir, "bin", "python"), "-m", "pip", "install", "--quiet"}, strings.Fields(names)),
		}
	})
}

// Sources is the folder of what the verifiers are made from, with their tests: a folder for each.
func Sources(t testing.TB) string {
	t.Helper()
	return kept(t, names+"-sources", func(dir string) [][]string {
		return [][]string{
			slices.Concat([]string{"python3", "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", dir}, strings.Fields(names)),
			{"python3", "-c", "import pathlib, shutil, sys\nfor a in pathlib.Path(sys.argv[1]).glob('*.tar.gz'): shutil.unpack_archive(a, sys.argv[1])", dir},
		}
	})
}

// typstName is the compiler of Typst as a module of Python.
const typstName = "typst==0.15.2"

// typstCommand does with the module what the command of that name does with these arguments.
const typstCommand = `#!/usr/bin/python3
# typst compile --root ROOT SOURCE PDF
import os, sys, warnings
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "lib"))
import typst
_, compile, _, root, source, pdf = sys.argv
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    try:
        typst.compile(source, output=pdf, root=root)
    except typst.TypstError as error:
        sys.exit(error.diagnostic)
for warning in said:
    print("warning:", warning.message, file=sys.stderr)
`

// Typst is a folder with a command of that name.
func Typst(t testing.TB) string {
	t.Helper()
	dir := kept(t, typstName, func(dir string) [][]string {
		return [][]string{{"/usr/bin/python3", "-m", "pip", "install", "--quiet", "--target", filepath.Join(dir, "lib"), typstName}}
	})
	if err := os.WriteFile(filepath.Join(dir, "typst"), []byte(typstCommand), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// kept is a folder that commands make at the first time. It lasts, in the cache of the person who runs the tests.
func kept(t testing.TB, name string, commands func(dir string) [][]string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("no folder for a cache: %v", err)
	}
	dir := filepath.Join(cache, "grundy-tests", strings.NewReplacer("==", "-", " ", "-").Replace(name))
	complete := filepath.Join(dir, "complete")
	if _, err := os.Stat(complete); err == nil {
		return dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Skipf("no folder for %s: %v", name, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	for _, command := range commands(dir) {
		if out, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Skipf("%s cannot be installed: %s: %v\n%s", name, strings.Join(command, " "), err, out)
		}
	}
	if err := os.WriteFile(complete, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// PyPy writes a program pypy3 into a folder, which is the Python that there is: both judge with PyPy. It is named by its path,
// since BAPCtools has the name python3 lead to pypy3.
func PyPy(t testing.TB, dir string) {
	t.Helper()
	python, err := exec.CommandContext(t.Context(), "python3", "-c", "import sys; print(sys.executable, end='')").Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "pypy3"), []byte("#!/bin/sh\nexec '"+string(python)+"' \"$@\"\n"), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// gccgo builds with Go's own compiler: both call it as gccgo -g -o BINARY -static-libgcc FILES.
const gccgo = "#!/bin/sh\nbinary=$3\nshift 4\nCGO_ENABLED=0 exec go build -o \"$binary\" \"$@\"\n"

// Compilers writes programs pypy3 and gccgo into a folder, which are the Python and the Go that there are.
func Compilers(t testing.TB, dir string) {
	t.Helper()
	PyPy(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "gccgo"), []byte(gccgo), 0o755); err != nil {
		t.Fatal(err)
	}
}

// unzip keeps the bits that make files executable, as Python's own function does not.
const unzip = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for member in archive.infolist():
        os.chmod(archive.extract(member, sys.argv[2]), member.external_attr >> 16)
`

// Unzip unpacks an exported package into a folder.
func Unzip(t testing.TB, archive, dir string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "python3", "-c", unzip, archive, dir).CombinedOutput(); err != nil {
		t.Fatalf("unzip: %v\n%s", err, out)
	}
}
