package site

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

// static contains what pages load: styles, modules, pictures.
//
//go:embed static
var static embed.FS

// style is the style sheet of all pages. It is inlined in each page: with a separate request the browser would paint
// later, and caching it saves nothing on the same machine.
var style = sync.OnceValue(func() template.CSS {
	var css strings.Builder
	for _, name := range []string{"style.css", "statement.css", "plot.css"} {
		data, _ := fs.ReadFile(served(), name) // embedded files can be read
		css.Write(data)
	}
	css.WriteString(drawing.Style)
	return template.CSS(strings.ReplaceAll(css.String(), `url("`, `url("`+assetsRoot()))
})

// layers are overlaid directories: the first file of a name wins.
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

// assetsRoot is the path of the assets. It contains a hash of their content, so browsers may cache them forever.
var assetsRoot = sync.OnceValue(func() string {
	hash := sha256.New()
	for _, folder := range served() {
		_ = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error { // embedded files can be read
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

// assets serves the assets.
func assets() http.Handler {
	serve := http.StripPrefix("/"+assetsRoot(), http.FileServerFS(served()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) == "" {
			http.NotFound(w, r) // and no directory listing
			return
		}
		cacheForever(serve).ServeHTTP(w, r)
	})
}

// editorRoot is the path of the editor, which browsers may cache as well.
func editorRoot() string { return "assets/editor/" + editor.Version() + "/" }

// cacheForever allows browsers to cache the responses of a handler forever.
func cacheForever(serve http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		serve.ServeHTTP(w, r)
	})
}
