package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// Package is a complete problem package that is not written yet.
type Package struct {
	// ID is the name for the package's directory: a-z and 0-9 only.
	ID string
	// Notes list what has no place in the package's format.
	Notes []Note
	// Unmade is the number of test cases that the package has rules for, but no files.
	Unmade int
	// Unprinted is the language of the statement that the target wants as a PDF, which the package lacks; "" for none.
	Unprinted string

	files map[string]file
	tree  *tree
	undo  []func()
}

// Note is about one thing that has no place in the package's format, or that the user should check.
type Note struct {
	// File is the file in the source, "" if the note is about the whole.
	File string
	Text string
	// Warning means that the package does not work elsewhere without changes.
	Warning bool
}

func (n Note) String() string {
	if n.File == "" {
		return n.Text
	}
	return n.File + ": " + n.Text
}

// file is the content of a file: data, or the result of open if it is set.
type file struct {
	data     []byte
	open     func() (io.ReadCloser, error)
	runnable bool
}

func newPackage(id string, t *tree) *Package {
	return &Package{ID: packageID(id), files: map[string]file{}, tree: t}
}

var notInID = lazyregexp.New(`[^a-z0-9]+`)

// packageID makes a name that the format allows (2025-09, section "General requirements").
func packageID(name string) string {
	if id := notInID().ReplaceAllString(strings.ToLower(name), ""); id != "" {
		return id
	}
	return "problem"
}

// Close releases what the package was made from. After that it cannot be written.
func (p *Package) Close() {
	p.tree.close()
	for _, undo := range p.undo {
		undo()
	}
}

func (p *Package) note(file, format string, args ...any) {
	p.addNote(Note{File: file, Text: fmt.Sprintf(format, args...)})
}

func (p *Package) warn(file, text string) {
	p.addNote(Note{File: file, Text: text, Warning: true})
}

func (p *Package) addNote(note Note) {
	if !slices.Contains(p.Notes, note) {
		p.Notes = append(p.Notes, note)
	}
}

// add adds a file to the package. It rejects a second file of the same name.
func (p *Package) add(name string, f file) error {
	if !fs.ValidPath(name) || name == "." {
		return hint.Errorf("rename the file", "%q cannot be the name of a file in a package", name)
	}
	if _, taken := p.files[name]; taken {
		return fmt.Errorf("two files would be called %s in the package; rename one of them", name)
	}
	if base := path.Base(name); base == "build" || base == "run" {
		f.runnable = true // zips made elsewhere lose the executable bit
	}
	p.files[name] = f
	return nil
}

func (p *Package) text(name, text string) error { return p.add(name, file{data: []byte(text)}) }

// copy copies a file from the source.
func (p *Package) copy(from, to string) error { return p.add(to, p.tree.file(from)) }

// names lists the files in byte order.
func (p *Package) names() []string { return slices.Sorted(maps.Keys(p.files)) }

func (f file) reader() (io.ReadCloser, error) {
	if f.open == nil {
		return io.NopCloser(bytes.NewReader(f.data)), nil
	}
	return f.open()
}

func (f file) mode() fs.FileMode {
	if f.runnable {
		return 0o755
	}
	return 0o644
}

// WriteFolder writes the package to a new directory, or nothing if ctx ends.
func (p *Package) WriteFolder(ctx context.Context, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	return fsutil.CreateDirectory(dir, func(root *os.Root) error {
		for _, name := range p.names() {
			if err := p.files[name].writeTo(ctx, root, name); err != nil {
				return fmt.Errorf("write %s: %w", name, err)
			}
		}
		return nil
	})
}

func (f file) writeTo(ctx context.Context, root *os.Root, name string) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	from, err := f.reader()
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode())
	if err != nil {
		return err
	}
	_, err = io.Copy(to, fsutil.Until(ctx, from))
	return errors.Join(err, to.Close())
}

// whole reads a file of a program, which may be an executable.
func (f file) whole() ([]byte, error) {
	from, err := f.reader()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return io.ReadAll(from)
}

// content reads a hand-written file.
func (f file) content() ([]byte, error) {
	from, err := f.reader()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	data, err := io.ReadAll(io.LimitReader(from, maxText+1))
	if len(data) > maxText {
		return nil, hint.Errorf("remove everything that is not text", "more than the %d bytes allowed here", maxText)
	}
	return data, err
}
