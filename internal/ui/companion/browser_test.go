package companion

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// browse opens a page in a real browser with the extension of testdata, until the test ends.
func browse(t *testing.T, script, page string) {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser"} { // Chrome itself loads no extension that is named on its command line
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("needs Chromium")
	}
	// The browser's processes may outlive it by a moment, and write: t.TempDir would take that for a failure.
	dir, err := os.MkdirTemp("", "companion-browser-")
	if err != nil {
		t.Fatal(err)
	}
	extension := filepath.Join(dir, "extension")
	if err := os.CopyFS(extension, os.DirFS("testdata/extension")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(extension, "problem.js"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	command := exec.CommandContext(ctx, program,
		"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--load-extension="+extension, "--disable-features=DisableLoadExtensionCommandLineSwitch", page)
	command.Env = append(os.Environ(), "HOME="+dir)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 20 * time.Second
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = command.Wait() // it was interrupted
		for range 50 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
}

// In a real browser an extension is heard, and a page of the web that does all that the extension does is not.
func TestBrowser(t *testing.T) {
	h := hear(t)
	attacked := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/done" {
			close(attacked)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<script>
const body = '{"name": "Evil"}';
const json = {"Content-Type": "application/json"};
const address = "http://localhost:%d/";
(async () => {
	for (const options of [{}, {mode: "no-cors"}, {headers: json}, {mode: "no-cors", headers: json}])
		try { await fetch(address, {method: "POST", body, ...options}); } catch {}
	navigator.sendBeacon(address, new Blob([body], {type: "application/json"}));
	await fetch("/done");
})();
</script>`, h.Port)
	}))
	defer web.Close()
	browse(t, fmt.Sprintf(`const problem = %s}; const ports = [%d];`, sum, h.Port), web.URL)
	heard := func() bool {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		return slices.ContainsFunc(h.refused, func(reason string) bool { return strings.Contains(reason, web.URL) }) && len(h.heard) > 0
	}
	select {
	case <-attacked:
	case <-time.After(2 * time.Minute):
		t.Error("the page did not come to its end")
	}
	for begun := time.Now(); !heard() && time.Since(begun) < 2*time.Minute; {
		time.Sleep(50 * time.Millisecond)
	}
	h.end()
	if len(h.heard) != 1 || h.heard[0].Name != "Sum" {
		t.Errorf("heard %+v", h.heard)
	}
	if !slices.ContainsFunc(h.refused, func(reason string) bool { return strings.Contains(reason, web.URL) }) {
		t.Errorf("the page was not refused: %q", h.refused)
	}
}
