package sitelog

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
)

// The bounds of a log: contests have some ten thousand submissions, and feeds of a hundred MiB.
const (
	maxFiles  = 250_000
	maxText   = 512 << 20
	maxSource = 1000 // files of a submission
)

// tree is the directory of a log. Its files are found by the names that they have in it.
type tree struct {
	ctx     context.Context
	dir     string
	root    *os.Root
	scratch string
	files   []string            // with slashes, in byte order
	named   map[string][]string // directories and files, by their names and the names without their endings
}

// openTree lists a directory. It refuses links, which may lead anywhere. The caller must close the root.
func openTree(ctx context.Context, dir, scratch string) (*tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &tree{ctx: ctx, dir: dir, root: root, scratch: scratch, named: map[string][]string{}}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case name == ".":
			return nil
		case strings.HasPrefix(entry.Name(), ".") || entry.Name() == "__MACOSX":
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			return hint.Errorf("put a copy of what it names in its place", "%s: links are refused", problem.ShortName(name))
		case strings.Count(name, "/") > problem.MaxDepth:
			return fmt.Errorf("%s: directories are nested deeper than %d levels", problem.ShortName(name), problem.MaxDepth)
		case !entry.IsDir() && !entry.Type().IsRegular():
			return fmt.Errorf("%s: neither a file nor a directory; remove it", problem.ShortName(name))
		}
		t.named[entry.Name()] = append(t.named[entry.Name()], name)
		if !entry.IsDir() {
			if len(t.files) == maxFiles {
				return fmt.Errorf("more than %d files", maxFiles)
			}
			t.files = append(t.files, name)
			if stem := strings.TrimSuffix(entry.Name(), path.Ext(name)); stem != entry.Name() {
				t.named[stem] = append(t.named[stem], name)
			}
		}
		return nil
	})
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	slices.Sort(t.files)
	return t, nil
}

// has reports whether there is a file of that name.
func (t *tree) has(name string) bool {
	_, found := slices.BinarySearch(t.files, name)
	return found
}

// first returns the first of some files that exists, or "".
func (t *tree) first(names ...string) string {
	if i := slices.IndexFunc(names, t.has); i >= 0 {
		return names[i]
	}
	return ""
}

// below lists the files in a directory and its subdirectories.
func (t *tree) below(dir string) []string {
	from, _ := slices.BinarySearch(t.files, dir+"/")
	to := from
	for to < len(t.files) && strings.HasPrefix(t.files[to], dir+"/") {
		to++
	}
	return t.files[from:to]
}

// open opens a file of bounded size.
func (t *tree) open(name string) (io.ReadCloser, error) {
	file, err := t.root.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.Size() > maxText {
		_ = file.Close()
		return nil, fmt.Errorf("%s: larger than %d MiB", name, maxText>>20)
	}
	return file, nil
}

// read returns the content of a file.
func (t *tree) read(name string) ([]byte, error) {
	file, err := t.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// attach finds the sources of submissions by their IDs, below submissions/ rather than elsewhere: a directory or an archive of that
// name, a directory with an archive alone, such as files.zip, or a file. DOMjudge puts an s before the ID.
func (t *tree) attach(submissions []Submission) error {
	for i := range submissions {
		s := &submissions[i]
		if len(s.Files) > 0 {
			continue
		}
		var places []string
		for _, name := range []string{s.ID, "s" + s.ID} {
			places = append(places, t.named[name]...)
		}
		if i := slices.IndexFunc(places, func(place string) bool { return strings.HasPrefix(place, "submissions/") }); i > 0 {
			places[0] = places[i]
		}
		if len(places) == 0 {
			s.Missing = "there is no source: no directory or file named " + s.ID
			continue
		}
		if err := t.take(s, places[0]); err != nil {
			return err
		}
	}
	return nil
}

// take makes a directory, an archive or a file the sources of a submission. The error is that of the context; other faults are
// those of the submission.
func (t *tree) take(s *Submission, place string) error {
	files := []string{place}
	base := path.Dir(place)
	if !t.has(place) {
		files, base = t.below(place), place
	}
	files = slices.DeleteFunc(slices.Clone(files), func(name string) bool { return path.Base(name) == description })
	if len(files) == 1 && strings.EqualFold(path.Ext(files[0]), ".zip") {
		dir, err := unpack(t.ctx, filepath.Join(t.dir, filepath.FromSlash(files[0])), t.scratch)
		if t.ctx.Err() != nil {
			return context.Cause(t.ctx)
		}
		var inner *tree
		if err == nil {
			inner, err = openTree(t.ctx, dir, t.scratch)
		}
		if err != nil {
			s.Missing = err.Error()
			return nil
		}
		defer inner.root.Close()
		inner.fill(s, inner.files, ".")
		return nil
	}
	t.fill(s, files, base)
	return nil
}

// fill makes files below a directory the sources of a submission.
func (t *tree) fill(s *Submission, files []string, base string) {
	if len(files) == 0 {
		s.Missing = "there is no source: its directory is empty"
	}
	if len(files) > maxSource {
		s.Missing = fmt.Sprintf("more than %d files", maxSource)
		return
	}
	for _, name := range files {
		s.Files = append(s.Files, File{Name: strings.TrimPrefix(name, base+"/"), Path: filepath.Join(t.dir, filepath.FromSlash(name))})
	}
}

// unpack unpacks an archive into a new directory below scratch.
func unpack(ctx context.Context, file, scratch string) (string, error) {
	parent, err := os.MkdirTemp(scratch, "site-")
	if err != nil {
		return "", err
	}
	into := filepath.Join(parent, "log")
	switch name := strings.ToLower(file); {
	case strings.HasSuffix(name, ".zip"):
		err = problem.Unpack(ctx, file, into)
	case strings.HasSuffix(name, ".tar.gz"), strings.HasSuffix(name, ".tgz"), strings.HasSuffix(name, ".tar"):
		err = problem.UnpackTar(ctx, file, into)
	default:
		err = hint.Errorf("unpack it, and name the directory", "want a directory, or a .zip or .tar.gz archive")
	}
	return into, err
}
