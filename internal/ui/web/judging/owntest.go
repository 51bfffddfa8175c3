package judging

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/site"
)

// ownTest is a test that the user adds.
type ownTest struct {
	Input  string `json:"input"`
	Answer string `json:"answer"`
}

// keptTest tells where a test lies.
type keptTest struct {
	Kept string `json:"kept"`
}

// addTest keeps a test of the user's own beside those of a problem from the browser. Problems of the library have their own.
func (s *Judging) addTest(w http.ResponseWriter, r *http.Request) {
	f, err := s.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	var test ownTest
	_, isInbox := s.InboxFolder(f.Problem)
	switch err := json.NewDecoder(r.Body).Decode(&test); {
	case !isInbox:
		site.Refuse(w, http.StatusUnprocessableEntity, hint.Errorf("run the file on the input instead", "the tests of this problem belong to its package"))
		return
	case err != nil:
		site.Refuse(w, http.StatusBadRequest, hint.Errorf("shorten it", "the test is no JSON or too large: %w", err))
		return
	}
	kept, _, err := plain.AddTest(f.Path, "own", lineEnded(test.Input), lineEnded(test.Answer))
	if err == nil && kept == "" {
		err = errors.New("a test there has this input already, or the tests are not named NAME.in")
	}
	if err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	site.Answer(w, http.StatusCreated, keptTest{workspace.ShortPath(kept)})
}

// lineEnded is a text with the line end that is easily forgotten in a text area.
func lineEnded(text string) []byte {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text)
}

// oneFile sends what a site would get of a file: one text with the user's own headers in it.
func (s *Judging) oneFile(w http.ResponseWriter, r *http.Request) {
	f, err := s.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	source, err := workspace.ReadSource(f.Path, "")
	if err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	text, err := source.OneFile()
	if err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write(text) // the browser may be gone
}
