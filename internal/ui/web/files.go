package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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
)

// maxName bounds the names of files, in bytes.
const maxName = 100

// file is a solution of the user's that consists of one file.
type file struct{ problem, name, path string }

// errNoFile reports a name that no solution of a problem can have.
var errNoFile = hint.Errorf("open the problem's page and choose another one", "there is no such solution")

// file finds the solution that a request names, which need not exist yet.
func (s *Server) file(id, name string) (file, error) {
	dir, err := s.solutionsOf(id)
	if err != nil {
		return file{}, err
	}
	if name == "" || len(name) > maxName || strings.HasPrefix(name, ".") || name != filepath.Base(name) || !filepath.IsLocal(name) || !utf8.ValidString(name) {
		return file{}, errNoFile
	}
	return file{id, name, filepath.Join(dir, name)}, nil
}

// errLink reports a path that is not a regular file: a write through a link could go anywhere.
var errLink = hint.Errorf("edit it with your own editor", "it is a link, a directory or a device")

// read returns the content of the file. The error is fs.ErrNotExist if it does not exist.
func (f file) read() ([]byte, fs.FileMode, error) {
	info, err := os.Lstat(f.path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s: %w", f.name, errLink)
	}
	if info.Size() > maxBody {
		return nil, 0, hint.Errorf("edit it with your own editor", "%s: it is larger than 1 MiB", f.name)
	}
	text, err := os.ReadFile(f.path)
	if err == nil && !utf8.Valid(text) {
		err = hint.Errorf("edit it with your own editor", "%s: it is not UTF-8", f.name)
	}
	return text, info.Mode().Perm(), err
}

// tag identifies a content for If-Match and ETag.
func tag(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// files lists the user's solutions of a problem that are files, the most recently changed first.
func (s *Server) files(id string) ([]file, error) {
	dir, err := s.solutionsOf(id)
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
	builder, err := s.Workspace.Builder()
	if err != nil {
		return nil, err
	}
	changed := map[string]int64{}
	var found []file
	for _, entry := range entries {
		f, err := s.file(id, entry.Name())
		info, statErr := entry.Info()
		if err != nil || statErr != nil || !info.Mode().IsRegular() {
			continue
		}
		if _, err := builder.Table.Detect(language.Source{Files: []language.File{{Name: f.name, Path: f.path}}}); err != nil {
			continue
		}
		changed[f.name] = info.ModTime().UnixNano()
		found = append(found, f)
	}
	slices.SortStableFunc(found, func(a, b file) int { return cmp.Compare(changed[b.name], changed[a.name]) })
	return found, nil
}

// readFile sends a solution, or that it is unchanged. A missing solution is not an error of the page, which asks every
// other second whether another editor has created it: it gets no content and no tag, because 404 would fill the
// browser's console with errors. 404 is for names that no solution can have.
func (s *Server) readFile(w http.ResponseWriter, r *http.Request) {
	f, err := s.file(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	text, _, err := f.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.WriteHeader(http.StatusNoContent)
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err)
	default:
		w.Header().Set("ETag", tag(text))
		w.Header().Set("Cache-Control", "private, no-cache")
		if r.Header.Get("If-None-Match") == tag(text) {
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

// saveFile writes a solution if it is still what the page has seen: If-Match names that, If-None-Match with * requests
// a new file. Otherwise the answer is 409 with the present content.
func (s *Server) saveFile(w http.ResponseWriter, r *http.Request) {
	f, err := s.file(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	seen := r.Header.Get("If-Match")
	if isNew := r.Header.Get("If-None-Match") == "*"; isNew == (seen != "") {
		refuse(w, http.StatusPreconditionRequired, errors.New("want If-Match with the ETag of the file, or If-None-Match: *"))
		return
	}
	text, err := io.ReadAll(r.Body)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		refuse(w, http.StatusRequestEntityTooLarge, hint.Errorf("nobody types that much", "%s: a source may take 1 MiB", f.name))
		return
	case err != nil:
		return // the browser is gone
	case !utf8.Valid(text):
		refuse(w, http.StatusBadRequest, errors.New("want UTF-8"))
		return
	}
	err = s.save(f, text, seen)
	var met *conflict
	switch {
	case errors.As(err, &met):
		if met.text != nil {
			w.Header().Set("ETag", tag(met.text))
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusConflict)
		_, _ = w.Write(met.text) // the browser may be gone
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err)
	default:
		w.Header().Set("ETag", tag(text))
		w.WriteHeader(http.StatusNoContent)
	}
}

// save replaces the content whose tag was seen; "" for a missing file. A crash leaves one of the two contents.
func (s *Server) save(f file, text []byte, seen string) error {
	builder, err := s.Workspace.Builder()
	if err != nil {
		return err
	}
	if _, err := builder.Table.Detect(language.Source{Files: []language.File{{Name: f.name, Data: text}}}); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	mode := fs.FileMode(0o644)
	unchanged := func() error {
		now, was, err := f.read()
		switch {
		case errors.Is(err, fs.ErrNotExist) && seen == "":
			return nil
		case errors.Is(err, fs.ErrNotExist):
			return &conflict{}
		case err != nil:
			return err
		case seen != tag(now) && !bytes.Equal(now, text):
			return &conflict{slices.Concat([]byte{}, now)}
		}
		mode = was
		return nil
	}
	if err := unchanged(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
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
		return fsutil.Replace(f.path, mode, fill)
	}
	err = fsutil.Create(f.path, mode, fill)
	if errors.Is(err, fs.ErrExist) {
		err = unchanged()
	}
	return err
}
