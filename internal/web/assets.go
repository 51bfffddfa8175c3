package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"sync"
)

// static is what pages load besides themselves: styles, modules, pictures.
//
//go:embed static
var static embed.FS

// assetsRoot is where static lies for browsers. It is named by its content, so that a browser may keep it for ever.
var assetsRoot = sync.OnceValue(func() string {
	hash := sha256.New()
	_ = fs.WalkDir(static, ".", func(name string, entry fs.DirEntry, err error) error { // what is embedded can be read
		if err == nil && !entry.IsDir() {
			data, _ := static.ReadFile(name)
			hash.Write([]byte(name + "\x00"))
			hash.Write(data)
		}
		return nil
	})
	return "/assets/" + hex.EncodeToString(hash.Sum(nil)[:8]) + "/"
})

// assets serves static.
func assets() http.Handler {
	files, _ := fs.Sub(static, "static") // the name is valid
	serve := http.StripPrefix(assetsRoot(), http.FileServerFS(files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == assetsRoot() {
			http.NotFound(w, r) // and not a list of the files
			return
		}
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		serve.ServeHTTP(w, r)
	})
}
