package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/store/config"
)

// TestSettings holds what the page of the settings changes: the file of the user, by its rules, except for settings that say what grundy
// runs, and the profile in the browser.
func TestSettings(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	file := filepath.Join(p.dir, "config", "config.yaml")
	p.settings.File = file
	p.settings.Read = func() []config.Setting {
		read, err := config.Read(file, p.dir)
		if err != nil {
			t.Error(err)
		}
		var settings []config.Setting
		for _, key := range config.Keys() {
			settings = append(settings, config.Resolve(key.Name, nil, nil, read))
		}
		return settings
	}
	p.write(t, "config/config.yaml", "# mine\njobs: 4\neditor: vi\n")
	p.write(t, "solutions/double/double.sh", right)
	b := p.open(t)
	post := func(path, form string, want int) string {
		t.Helper()
		status, _, text := b.ask("POST", path, form, "Content-Type", "application/x-www-form-urlencoded")
		if status != want {
			t.Errorf("POST %s %s: %d, want %d: %s", path, form, status, want, text)
		}
		return text
	}
	if text := post("/settings", "key=jobs&value=2", http.StatusOK); !strings.Contains(text, `name="value" value="2"`) {
		t.Errorf("the page does not show the new value: %s", text)
	}
	post("/settings", "key=plain.time-limit&value=500ms", http.StatusOK)
	post("/settings", "key=profile&value=cses", http.StatusOK)
	for form, want := range map[string]int{
		"key=jobs&value=many":              http.StatusUnprocessableEntity,
		"key=profile&value=elsewhere":      http.StatusUnprocessableEntity,
		"key=language&value=c%0Aeditor:+x": http.StatusUnprocessableEntity,
		"key=editor&value=rm":              http.StatusForbidden,
		"key=sandbox&value=process":        http.StatusForbidden,
		"key=nothing&value=1":              http.StatusForbidden,
	} {
		post("/settings", form, want)
	}
	const want = "# mine\njobs: 2\neditor: vi\nplain:\n  time-limit: 500ms\nprofile: cses\n"
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("the file has %q, %v", got, err)
	}

	judged := func() string { return find(b.follow(b.submit("double/double.sh"), "", "kept"), "done") }
	post("/profile", "profile=elsewhere", http.StatusUnprocessableEntity)
	if text := post("/profile", "profile=atcoder", http.StatusOK); !strings.Contains(text, `<option value="atcoder" selected>`) {
		t.Error("the page does not show the profile")
	}
	if done := judged(); !strings.Contains(done, `"profile":"atcoder"`) {
		t.Errorf("judged as %s", done)
	}
	post("/profile", "profile=", http.StatusOK)
	if done := judged(); strings.Contains(done, "profile") {
		t.Errorf("judged as %s", done)
	}
}
