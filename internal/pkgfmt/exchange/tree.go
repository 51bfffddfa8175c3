package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// Bounds of a directory to read: real packages have some ten thousand files, and hand-written files are short.
const (
	maxFiles = 250_000
	maxText  = 16 << 20
)

// tree is a directory to read. Links are followed, but files outside of the directory cannot be read through
// them.
type tree struct {
	root *os.Root
	// attached are the roots of files that lie in another directory, such as that of an unpacked archive.
	attached map[string]*os.Root
	others   []*tree
	files    []string        // regular files, with slashes, in byte order
	used     map[string]bool // files that became part of the package
	crlf     map[string]bool // files whose line ends CRLF are read as LF
	// ignored are leftovers of editors, systems and version control: hidden files and directories, byte code, and what compilers made of
	// submissions.
	ignored []string
}

// openTree lists a directory. The caller must close it.
func openTree(ctx context.Context, dir string) (*tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, used: map[string]bool{}, crlf: map[string]bool{}}
	if err := t.list(ctx, ".", 0); err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("read %q: %w", dir, err)
	}
	slices.Sort(t.files)
	return t, nil
}

// openFolder lists the files directly in a directory. The caller must close it.
func openFolder(dir string) (*tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, used: map[string]bool{}, crlf: map[string]bool{}}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("read %q: %w", dir, err)
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && !leftover(entry.Name()) {
			t.files = append(t.files, entry.Name())
		}
	}
	return t, nil
}

func (t *tree) close() {
	_ = t.root.Close()
	for _, other := range t.others {
		other.close()
	}
}

// attach adds the files of another directory, which come first.
func (t *tree) attach(ctx context.Context, dir string) error {
	other, err := openTree(ctx, dir)
	if err != nil {
		return err
	}
	t.others = append(t.others, other)
	if t.attached == nil {
		t.attached = map[string]*os.Root{}
	}
	for _, name := range other.files {
		t.attached[name] = other.root
	}
	t.files = append(t.files, other.files...)
	slices.Sort(t.files)
	t.files = slices.Compact(t.files)
	return nil
}

// rootOf is the directory that holds a file.
func (t *tree) rootOf(name string) *os.Root {
	return cmp.Or(t.attached[name], t.root)
}

func (t *tree) list(ctx context.Context, dir string, depth int) error {
	if depth > problem.MaxDepth {
		return fmt.Errorf("%s: directories are nested deeper than %d levels; remove them, or the link that leads to a directory above it", problem.ShortName(dir), problem.MaxDepth)
	}
	entries, err := fs.ReadDir(t.root.FS(), dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name := path.Join(dir, entry.Name())
		isBuilt := strings.HasPrefix(name, "submissions/") && !entry.IsDir() && icpc.IsBuilt(entry.Name())
		if isBuilt || leftover(entry.Name()) {
			t.ignored = append(t.ignored, name)
			continue
		}
		info, err := t.root.Stat(name)
		switch {
		case err != nil && entry.Type()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s: the link leads out of the directory or to nothing; replace it by a copy", name)
		case err != nil:
			return err
		case info.IsDir():
			err = t.list(ctx, name, depth+1)
		case !info.Mode().IsRegular():
			err = fmt.Errorf("%s: neither a file nor a directory; remove it", name)
		case len(t.files) == maxFiles:
			err = hint.Errorf("name the directory of one problem", "more than %d files", maxFiles)
		default:
			t.files = append(t.files, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// leftover reports whether a file belongs to no package. The only hidden file that does is DOMjudge's.
func leftover(name string) bool {
	return strings.HasPrefix(name, ".") && name != ".timelimit" || name == "__pycache__" || name == "__MACOSX" ||
		strings.HasSuffix(name, ".pyc") || strings.HasSuffix(name, "~") || name == "Thumbs.db"
}

// has reports whether there is a regular file of that name.
func (t *tree) has(name string) bool {
	_, found := slices.BinarySearch(t.files, name)
	return found
}

// holds reports whether there is a regular file of that name, including hidden ones, such as Polygon's
// PDFs.
func (t *tree) holds(name string) bool {
	info, err := t.root.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// hasDir reports whether there is a file below a directory.
func (t *tree) hasDir(name string) bool { return len(t.below(name)) > 0 }

// below lists the files in a directory and its subdirectories.
func (t *tree) below(dir string) []string {
	from, _ := slices.BinarySearch(t.files, dir+"/")
	to := from
	for to < len(t.files) && strings.HasPrefix(t.files[to], dir+"/") {
		to++
	}
	return t.files[from:to]
}

// in lists the files directly in a directory, "." for the top.
func (t *tree) in(dir string) []string {
	var files []string
	for _, name := range t.files {
		if path.Dir(name) == dir {
			files = append(files, name)
		}
	}
	return files
}

// read returns the content of a hand-written file, and marks it used.
func (t *tree) read(name string) ([]byte, error) {
	info, err := t.rootOf(name).Stat(name)
	if err != nil {
		return nil, causeOnly(name, err)
	}
	if info.Size() > maxText {
		return nil, hint.Errorf("remove everything that is not text", "%s: %d bytes are more than the %d allowed here", name, info.Size(), maxText)
	}
	data, err := t.rootOf(name).ReadFile(name)
	if err != nil {
		return nil, causeOnly(name, err)
	}
	t.used[name] = true
	if t.crlf[name] {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	return data, nil
}

// causeOnly reduces an error to its cause, since the message already names the file.
func causeOnly(name string, err error) error {
	return fmt.Errorf("%s: %w", name, problem.Reason(err))
}

// file makes a file of the tree part of a package, and marks it used.
func (t *tree) file(name string) file {
	t.used[name] = true
	info, err := t.rootOf(name).Stat(name)
	crlf := t.crlf[name]
	return file{
		open: func() (io.ReadCloser, error) {
			f, err := t.rootOf(name).Open(name)
			if err != nil || !crlf {
				return f, err
			}
			return &lineFeeds{f, bufio.NewReader(f)}, nil
		},
		runnable: err == nil && info.Mode()&0o100 != 0,
	}
}

// unused lists the files that did not become part of the package, whole directories by their name.
func (t *tree) unused() []string {
	kept := map[string]bool{}
	for name := range t.used {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			kept[dir] = true
		}
	}
	var unused []string
	for _, name := range t.files {
		if t.used[name] {
			continue
		}
		for dir := path.Dir(name); dir != "." && !kept[dir]; dir = path.Dir(dir) {
			name = dir + "/"
		}
		unused = append(unused, name)
	}
	return slices.Compact(unused)
}
