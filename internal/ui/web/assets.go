package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"grundy/checker/drawing"
	"grundy/internal/statement"
	"grundy/internal/ui/plot"
	"grundy/internal/ui/web/assets/editor"
)

// static is what pages load besides themselves: styles, modules, pictures.
//
//go:embed static
var static embed.FS

// style is that of each page. It stands in the page itself: a browser that had to ask for it first would paint later, and nothing
// on this machine is saved by asking once.
var style = sync.OnceValue(func() template.CSS {
	var css strings.Builder
	for _, name := range []string{"style.css", "statement.css", "plot.css"} {
		data, _ := fs.ReadFile(served(), name) // what is embedded can be read
		css.Write(data)
	}
	css.WriteString(drawing.Style)
	return template.CSS(strings.ReplaceAll(css.String(), `url("`, `url("`+assetsRoot()))
})

// layers are the folders that lie above each other for browsers: a file is the first one of its name.
type layers []fs.FS

// Open opens a file.
func (l layers) Open(name string) (fs.File, error) {
	for _, folder := range l {
		file, err := folder.Open(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// served is what browsers may load.
var served = sync.OnceValue(func() layers {
	below := func(folder embed.FS, name string) fs.FS {
		found, _ := fs.Sub(folder, name) // the names are valid
		return found
	}
	return layers{below(static, "static"), below(statement.Assets, "assets"), below(plot.Assets, "assets")}
})

// assetsRoot is where it lies for browsers. It is named by its content, below the base, so that a browser may keep it for ever.
var assetsRoot = sync.OnceValue(func() string {
	hash := sha256.New()
	for _, folder := range served() {
		_ = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error { // what is embedded can be read
			if err == nil && !entry.IsDir() {
				data, _ := fs.ReadFile(folder, name)
				hash.Write([]byte(name + "\x00"))
				hash.Write(data)
			}
			return nil
		})
	}
	return "assets/" + hex.EncodeToString(hash.Sum(nil)[:8]) + "/"
})

// assets serves them.
func assets() http.Handler {
	serve := http.StripPrefix("/"+assetsRoot(), http.FileServerFS(served()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) == "" {
			http.NotFound(w, r) // and not a list of the files
			return
		}
		lasting(serve).ServeHTTP(w, r)
	})
}

// editorRoot is where the editor lies for browsers, likewise.
func editorRoot() string { return "assets/editor/" + editor.Version() + "/" }

// lasting lets browsers keep for ever what a handler sends.
func lasting(serve http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		serve.ServeHTTP(w, r)
	})
}
