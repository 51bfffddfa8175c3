package packages

import (
	"context"
	"encoding/hex"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"grundy/internal/app/practice"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/texts"
)

// verificationPage is the page of a package that its author verifies.
type verificationPage struct {
	draft
	Name   string
	Sheet  statementView
	Matrix matrix
	Stamp  string // of the package's files
	Stream int    // of the newest verification, 0 for none
}

// statementView is a package's statement as contestants see it.
type statementView struct {
	*problem.Problem // nil if nothing is known about it
	Limit            string
	Cases            int
	Text             texts.Shown
	Trouble          *site.Fault         // why there is no text; nil if there is, or if the statement has a format that cannot be shown
	Faults           problem.Diagnostics // if the package cannot be judged because of them
	Language         string              // of the shown statement
	Languages        []string            // of all statements
}

// matrix is the table of submissions and test cases, which a script fills.
type matrix struct {
	Groups []matrixGroup
	Cases  []string
	Rows   []string // the submissions
	// TooLarge reports that there are too many cases: only the result of each submission is shown.
	TooLarge bool
}

// matrixGroup are adjacent cases of a group.
type matrixGroup struct {
	Name  string
	Count int
}

// maxMatrix bounds the cells of a table, which slow down browsers.
const maxMatrix = 40_000

func matrixOf(p *problem.Problem) matrix {
	var m matrix
	for _, tc := range p.Data.AllCases() {
		m.Cases = append(m.Cases, tc.Name)
		group := path.Dir(tc.Name)
		if last := len(m.Groups) - 1; last >= 0 && m.Groups[last].Name == group {
			m.Groups[last].Count++
		} else {
			m.Groups = append(m.Groups, matrixGroup{group, 1})
		}
	}
	for i := range p.Submissions {
		m.Rows = append(m.Rows, p.Submissions[i].Name)
	}
	if m.TooLarge = len(m.Cases)*len(m.Rows) > maxMatrix; m.TooLarge {
		m.Groups, m.Cases = nil, nil
	}
	return m
}

// shelfOfDrafts is the page that lists the packages.
type shelfOfDrafts struct {
	Own     []listedDraft
	Library []listedDraft
	Dir     string // of the library; "" for the built-in one
}

// listedDraft is a package in the list, with the result of its newest verification.
type listedDraft struct {
	draft
	Name   string
	Faulty bool
	Came   *verifyResult // nil if it was not verified
	When   string
}

// verifyResult is the result of a verification.
type verifyResult struct {
	OK    bool
	Words string
	at    time.Time
}

// drafts lists the packages that can be verified.
func (s *Pages) drafts(r *http.Request) (site.View, error) {
	page := shelfOfDrafts{Dir: s.Workspace.Problems().Dir()}
	for _, d := range s.own(r.Context()) {
		p, err := s.readDraft(r.Context(), d)
		row := s.listedDraft(d, err != nil || p.Unusable)
		if p.Problem != nil {
			row.Name = p.Problem.Name()
		}
		page.Own = append(page.Own, row)
	}
	found, err := s.Workspace.Problems().Index(r.Context())
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	for _, l := range found {
		row := s.listedDraft(draft{ID: l.ID, Place: l.ID}, l.Faulty != "")
		if l.Faulty == "" {
			row.Name = l.Name()
		}
		page.Library = append(page.Library, row)
	}
	return site.View{Title: "Verify", Template: "drafts", Data: page}, nil
}

func (s *Pages) listedDraft(d draft, faulty bool) listedDraft {
	row := listedDraft{draft: d, Faulty: faulty}
	if came, known := s.proofs.Load(d.ID); known {
		row.Came = came.(*verifyResult)
		row.When = site.Ago(s.Now(), row.Came.at)
	}
	return row
}

// verify shows a package to its author.
func (s *Pages) verify(r *http.Request) (site.View, error) {
	d, err := s.draft(r.Context(), r.PathValue("id"))
	if err != nil {
		return site.View{}, err
	}
	page := verificationPage{draft: d, Name: d.Place, Stamp: d.stamp(), Stream: s.Judging.Newest(d.key())}
	if page.Sheet, err = s.sheet(r.Context(), d, page.Stamp, r.URL.Query().Get("language")); err != nil {
		return site.View{}, site.Broken(err)
	}
	if p := page.Sheet.Problem; p != nil {
		page.Name, page.Matrix = p.Name(), matrixOf(p)
	}
	return site.View{Title: "Verify " + page.Name, Template: "verify", Data: page}, nil
}

// key identifies the verification of the package among the judgements.
func (d draft) key() string { return "verify " + d.Path }

// stamp changes whenever a file of the package is saved.
func (d draft) stamp() string { return hex.EncodeToString([]byte(catalog.StampOf("", d.Path)))[:16] }

// sheet draws the statement of a package in a language; "" for English or any other. The result includes errors that
// prevent drawing, for example half a formula.
func (s *Pages) sheet(ctx context.Context, d draft, stamp, language string) (statementView, error) {
	opened, err := s.readDraft(ctx, d)
	if err != nil {
		return statementView{}, err
	}
	p := opened.Problem
	drawn := statementView{Problem: p}
	if opened.Unusable {
		drawn.Faults = opened.Faults
	}
	if p == nil {
		return drawn, nil
	}
	drawn.Limit, drawn.Cases = p.Limits.TimeText(), len(p.Data.AllCases())
	for _, text := range p.Statements {
		if text.Kind != "pdf" && !slices.Contains(drawn.Languages, text.Language) {
			drawn.Languages = append(drawn.Languages, text.Language)
		}
	}
	if language == "" {
		language = "en"
	}
	if chosen, found := practice.Statement(p.Statements, language); found {
		drawn.Language = chosen.Language
	}
	samples, err := practice.Samples(p)
	if err == nil {
		drawn.Text, err = texts.Statement(ctx, s.Workspace, p, samples, language, func(name string) string {
			address := texts.Figure("verify/"+d.ID+"/figures/", name)
			if address != "" {
				address += "?" + stamp // otherwise the browser may show a cached picture instead of the saved one
			}
			return address
		})
	}
	if err != nil {
		told := site.FaultOf(err)
		drawn.Trouble = &told
	}
	return drawn, nil
}

// redrawn is what a page is told about a package that was saved.
type redrawn struct {
	Stamp string `json:"stamp"`
	HTML  string `json:"html"`
}

// redraw sends the statement again if the package has changed.
func (s *Pages) redraw(w http.ResponseWriter, r *http.Request) {
	d, err := s.draft(r.Context(), r.PathValue("id"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	stamp := d.stamp()
	if stamp == r.URL.Query().Get("stamp") {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	drawn, err := s.sheet(r.Context(), d, stamp, r.URL.Query().Get("language"))
	if err != nil {
		site.Refuse(w, http.StatusInternalServerError, err)
		return
	}
	html, err := site.Render("sheet", drawn)
	if err != nil {
		site.Refuse(w, http.StatusInternalServerError, err)
		return
	}
	site.Answer(w, http.StatusOK, redrawn{stamp, string(html)})
}

// Title is the heading of a group of cases.
func (g matrixGroup) Title() string { return strings.TrimPrefix(g.Name, "secret/") }
