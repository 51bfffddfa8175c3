package editor_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"grundy/internal/ui/web/assets/editor"
)

// get fetches a file as a browser does, and gives it as it was before it was compressed.
func get(t *testing.T, name, encoding string) (status int, kind string, text []byte) {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/assets/x/"+name, nil)
	request.Header.Set("Accept-Encoding", encoding)
	recorder := httptest.NewRecorder()
	editor.Handler().ServeHTTP(recorder, request)
	text = recorder.Body.Bytes()
	if recorder.Header().Get("Content-Encoding") == "gzip" {
		reader, err := gzip.NewReader(recorder.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err = io.ReadAll(reader); err != nil {
			t.Fatal(err)
		}
	}
	return recorder.Code, recorder.Header().Get("Content-Type"), text
}

// TestHandler follows the module to all that it loads.
func TestHandler(t *testing.T) {
	imported := regexp.MustCompile(`"\./([\w-]+\.js)"`)
	seen := map[string]bool{}
	next := []string{editor.Main}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		status, kind, text := get(t, name, "gzip, br")
		if status != http.StatusOK || kind != "text/javascript; charset=utf-8" {
			t.Errorf("%s: %d, %s", name, status, kind)
		}
		if _, _, plain := get(t, name, ""); !bytes.Equal(plain, text) {
			t.Errorf("%s is another for those who cannot decompress it", name)
		}
		for _, match := range imported.FindAllSubmatch(text, -1) {
			next = append(next, string(match[1]))
		}
	}
	if len(seen) < 8 { // five languages, vim, what they share
		t.Errorf("only %v are loaded", seen)
	}
	if status, kind, text := get(t, "NOTICES", "gzip"); status != http.StatusOK || kind != "text/plain; charset=utf-8" || !bytes.Contains(text, []byte("Permission is hereby granted")) {
		t.Errorf("NOTICES: %d, %s, %.100s", status, kind, text)
	}
	for _, name := range []string{"", "editor.go", "editor.js.gz", "..%2feditor.js%2f..", "other.js"} {
		if status, _, _ := get(t, name, "gzip"); status != http.StatusNotFound {
			t.Errorf("%q: %d", name, status)
		}
	}
}
