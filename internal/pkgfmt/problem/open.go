package problem

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/store/digest"
)

// Loader reads the packages of one format.
type Loader struct {
	// Name describes the format for users: "an ICPC package (problem.yaml, data/secret)".
	Name string
	// Is reports whether a directory is meant to be in the format; Load reads it.
	Is   func(dir string) bool
	Load func(dir string) (*Problem, Diagnostics)
	// Nearest describes what in a directory comes nearest to the format, "" for nothing; nil if the format cannot tell.
	Nearest func(dir string) string
}

// Open reads the problem at a path with the first loader that accepts it. The path is a directory or an archive (.zip,
// .kpp). An archive is unpacked once below cacheDir, under the hash of its content, unless ctx ends. The error says
// that there is no problem there, with a remedy; the faults of a package are in the diagnostics.
func Open(ctx context.Context, path string, loaders []Loader, cacheDir string) (*Problem, Diagnostics, error) {
	dir, err := Folder(ctx, path, cacheDir)
	if err != nil {
		return nil, nil, fmt.Errorf("problem %q: %w", path, err)
	}
	i := slices.IndexFunc(loaders, func(l Loader) bool { return l.Is(dir) })
	if i < 0 {
		return nil, nil, fmt.Errorf("problem %q: no problem found; looked for %s%s", path, names(loaders), nearest(dir, loaders))
	}
	p, faults := loaders[i].Load(dir)
	if p == nil {
		return nil, faults, &FaultError{Package: path, Diagnostics: faults}
	}
	return p, faults, nil
}

// Folder returns the directory at a path: the path itself, or the directory of an unpacked archive.
func Folder(ctx context.Context, path, cacheDir string) (string, error) {
	dir, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fs.ErrNotExist
	case err != nil:
		return "", err
	case !info.IsDir():
		return openArchive(ctx, dir, cacheDir)
	}
	return dir, nil
}

func names(loaders []Loader) string {
	names := make([]string, len(loaders))
	for i, l := range loaders {
		names[i] = l.Name
	}
	return strings.Join(names, ", ")
}

// nearest describes what in a directory comes nearest to a problem.
func nearest(dir string, loaders []Loader) string {
	for _, l := range loaders {
		if l.Nearest != nil {
			if near := l.Nearest(dir); near != "" {
				return "; nearest is " + near
			}
		}
	}
	return ""
}

// openArchive returns the directory with the contents of an archive, and unpacks it if necessary.
func openArchive(ctx context.Context, file, cacheDir string) (string, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".zip", ".kpp":
	default:
		hint := ""
		switch filepath.Base(file) {
		case "problem.yaml", "contest.yaml", "problems.yaml", "problemset.yaml":
			hint = "; give the directory that holds it"
		}
		return "", fmt.Errorf("want a directory, or a .zip or .kpp archive%s", hint)
	}
	cacheDir, err := filepath.Abs(cacheDir)
	if err != nil {
		return "", err
	}
	content, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer content.Close()
	hash, err := digest.Reading(fsutil.Until(ctx, content))
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cacheDir, hash, archiveName(file))
	if isDir(dir) {
		return dir, nil
	}
	// Another process may have unpacked the same archive in the meantime.
	if err := Unpack(ctx, file, dir); err != nil && !isDir(dir) {
		return "", err
	}
	return dir, nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// archiveName returns the name of the package in an archive: that of its top directory, so that a download called "nim
// (1).zip" is still nim, or else that of the file.
func archiveName(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if archive, err := zip.OpenReader(file); err == nil {
		defer archive.Close()
		if top := topFolder(&archive.Reader); filepath.IsLocal(top) && !strings.ContainsAny(top, `\/:`) {
			name = top
		}
	}
	if name == "" || name == "." || !filepath.IsLocal(name) {
		return "problem"
	}
	return name
}
