// Package editor contains the editor of the pages, as web/editor bundles it: JavaScript modules, compressed, and the
// notices of their parts. web/editor/src/editor.js says how to mount it.
//
// make editor generates all files here except this one and its test.
package editor

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed *.gz
var files embed.FS

// compressed is the suffix of compressed files, which module names lack.
const compressed = ".gz"

// Main is the name of the module that others are loaded from.
const Main = "editor.js"

// Version changes whenever a file changes, for addresses that browsers may cache forever.
var Version = sync.OnceValue(func() string {
	hash := sha256.New()
	entries, _ := files.ReadDir(".") // embedded files can be read
	for _, entry := range entries {
		data, _ := files.ReadFile(entry.Name())
		hash.Write([]byte(entry.Name() + "\x00"))
		hash.Write(data)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
})

// Handler serves the files by the last element of the path: editor.js, what it loads, and NOTICES.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		data, err := files.ReadFile(name + compressed)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		head := w.Header()
		head.Set("Content-Type", "text/plain; charset=utf-8")
		if strings.HasSuffix(name, ".js") {
			head.Set("Content-Type", "text/javascript; charset=utf-8")
		}
		head.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			head.Set("Content-Encoding", "gzip")
			_, _ = w.Write(data) // the browser may be gone
			return
		}
		reader, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		var text bytes.Buffer
		_, _ = text.ReadFrom(reader) // it was compressed here
		_, _ = w.Write(text.Bytes())
	})
}
