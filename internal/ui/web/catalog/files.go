package catalog

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/ui/web/site"
)

// maxName bounds the names of files, in bytes.
const maxName = 100

// File is a solution of the user's that consists of one file.
type File struct{ Problem, Name, Path string }

// ErrNoFile reports a name that no solution of a problem can have.
var ErrNoFile = hint.Errorf("open the problem's page and choose another one", "there is no such solution")

// File finds the solution that a request names, which need not exist yet.
func (c *Catalog) File(id, name string) (File, error) {
	dir, err := c.solutionsOf(id)
	if err != nil {
		return File{}, err
	}
	if name == "" || len(name) > maxName || strings.HasPrefix(name, ".") || name != filepath.Base(name) || !filepath.IsLocal(name) || !utf8.ValidString(name) {
		return File{}, ErrNoFile
	}
	return File{id, name, filepath.Join(dir, name)}, nil
}

// errLink reports a path that is not a regular file: a write through a link could go anywhere.
var errLink = hint.Errorf("edit it with your own editor", "it is a link, a directory or a device")

// Read returns the content of the file. The error is fs.ErrNotExist if it does not exist.
func (f File) Read() ([]byte, fs.FileMode, error) {
	info, err := os.Lstat(f.Path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s: %w", f.Name, errLink)
	}
	if info.Size() > site.MaxBody {
		return nil, 0, hint.Errorf("edit it with your own editor", "%s: it is larger than 1 MiB", f.Name)
	}
	text, err := os.ReadFile(f.Path)
	if err == nil && !utf8.Valid(text) {
		err = hint.Errorf("edit it with your own editor", "%s: it is not UTF-8", f.Name)
	}
	return text, info.Mode().Perm(), err
}

// Files lists the user's solutions of a problem that are files, the most recently changed first.
func (c *Catalog) Files(id string) ([]File, error) {
	dir, err := c.solutionsOf(id)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	builder, err := c.Workspace.Builder()
	if err != nil {
		return nil, err
	}
	changed := map[string]int64{}
	var found []File
	for _, entry := range entries {
		f, err := c.File(id, entry.Name())
		info, statErr := entry.Info()
		if err != nil || statErr != nil || !info.Mode().IsRegular() {
			continue
		}
		if _, err := builder.Table.Detect(language.Source{Files: []language.File{{Name: f.Name, Path: f.Path}}}); err != nil {
			continue
		}
		changed[f.Name] = info.ModTime().UnixNano()
		found = append(found, f)
	}
	slices.SortStableFunc(found, func(a, b File) int { return cmp.Compare(changed[b.Name], changed[a.Name]) })
	return found, nil
}

// ReadFile sends a solution, or that it is unchanged. A missing solution is not an error of the page, which asks every
// other second whether another editor has created it: it gets no content and no tag, because 404 would fill the
// browser's console with errors. 404 is for names that no solution can have.
func (c *Catalog) ReadFile(w http.ResponseWriter, r *http.Request) {
	f, err := c.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	text, _, err := f.Read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.WriteHeader(http.StatusNoContent)
	case err != nil:
		site.Refuse(w, http.StatusUnprocessableEntity, err)
	default:
		w.Header().Set("ETag", site.Tag(text))
		w.Header().Set("Cache-Control", "private, no-cache")
		if r.Header.Get("If-None-Match") == site.Tag(text) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write(text) // the browser may be gone
	}
}

// conflict reports that a file differs from what the page expects. text is nil if the file does not exist.
type conflict struct{ text []byte }

func (*conflict) Error() string { return "another program has saved it in the meantime" }

// SaveFile writes a solution if it is still what the page has seen: If-Match names that, If-None-Match with * requests
// a new file. Otherwise the answer is 409 with the present content.
func (c *Catalog) SaveFile(w http.ResponseWriter, r *http.Request) {
	f, err := c.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	seen := r.Header.Get("If-Match")
	if isNew := r.Header.Get("If-None-Match") == "*"; isNew == (seen != "") {
		site.Refuse(w, http.StatusPreconditionRequired, errors.New("want If-Match with the ETag of the file, or If-None-Match: *"))
		return
	}
	text, err := io.ReadAll(r.Body)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		site.Refuse(w, http.StatusRequestEntityTooLarge, hint.Errorf("nobody types that much", "%s: a source may take 1 MiB", f.Name))
		return
	case err != nil:
		return // the browser is gone
	case !utf8.Valid(text):
		site.Refuse(w, http.StatusBadRequest, errors.New("want UTF-8"))
		return
	}
	err = c.save(f, text, seen)
	var met *conflict
	switch {
	case errors.As(err, &met):
		if met.text != nil {
			w.Header().Set("ETag", site.Tag(met.text))
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusConflict)
		_, _ = w.Write(met.text) // the browser may be gone
	case err != nil:
		site.Refuse(w, http.StatusUnprocessableEntity, err)
	default:
		w.Header().Set("ETag", site.Tag(text))
		w.WriteHeader(http.StatusNoContent)
	}
}

// save replaces the content whose tag was seen; "" for a missing file. A crash leaves one of the two contents.
func (c *Catalog) save(f File, text []byte, seen string) error {
	builder, err := c.Workspace.Builder()
	if err != nil {
		return err
	}
	if _, err := builder.Table.Detect(language.Source{Files: []language.File{{Name: f.Name, Data: text}}}); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	mode := fs.FileMode(0o644)
	unchanged := func() error {
		now, was, err := f.Read()
		switch {
		case errors.Is(err, fs.ErrNotExist) && seen == "":
			return nil
		case errors.Is(err, fs.ErrNotExist):
			return &conflict{}
		case err != nil:
			return err
		case seen != site.Tag(now) && !bytes.Equal(now, text):
			return &conflict{slices.Concat([]byte{}, now)}
		}
		mode = was
		return nil
	}
	if err := unchanged(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
		return err
	}
	fill := func(to io.Writer) error {
		if _, err := to.Write(text); err != nil {
			return err
		}
		// The user's editor may have saved while this was written.
		return unchanged()
	}
	if seen != "" {
		return fsutil.Replace(f.Path, mode, fill)
	}
	err = fsutil.Create(f.Path, mode, fill)
	if errors.Is(err, fs.ErrExist) {
		err = unchanged()
	}
	return err
}
