// Package pictures draws the pictures of test cases and outputs that pages show, when a browser asks for them.
package pictures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"grundy/checker/drawing"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement/svgsafe"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/work"
)

// Store contains the pictures on pages, which are drawn when a browser first asks for them.
type Store struct {
	workspace *workspace.Workspace
	lifetime  context.Context // of the server

	wants work.Kept[Request] // by their addresses
	drawn work.Futures[job.Illustrated]
}

// NewStore returns a store that draws as long as a server lives.
func NewStore(lifetime context.Context, w *workspace.Workspace) *Store {
	return &Store{workspace: w, lifetime: lifetime}
}

// Wait returns when no picture is being drawn; no new one starts.
func (a *Store) Wait() { a.drawn.Wait() }

// Request is a picture to be drawn: an illustration in the package, or a drawing of its visualizers.
type Request struct {
	Problem *problem.Problem
	own     *problem.Case // the case with an illustration; nil otherwise
	job.Illustration
}

// Shown is a picture on a page.
type Shown struct{ Address, Words string }

// Add gives a picture an address.
func (a *Store) Add(w Request, words string) Shown {
	text, _ := json.Marshal(w.Illustration) // data alone
	if w.own != nil {
		text = []byte(w.own.Picture)
	}
	sum := sha256.Sum256(slices.Concat([]byte(w.Problem.Dir+"\x00"), text))
	key := hex.EncodeToString(sum[:16])
	a.wants.Put(key, w)
	return Shown{"pictures/" + key, words}
}

// OfCase returns the picture of a test case, if its package draws any.
func (a *Store) OfCase(p *problem.Problem, tc *problem.Case, words string) []Shown {
	switch {
	case tc == nil || tc.Input == "" || len(tc.Unshipped) > 0:
		return nil
	case p.InputVisualizer != nil:
		return []Shown{a.Add(Request{Problem: p, Illustration: job.Illustration{Case: tc.Name}}, words)}
	case tc.Picture != "":
		return []Shown{a.Add(Request{Problem: p, own: tc}, words)}
	}
	return nil
}

// OfOutputs returns the pictures of a wrong output and of the correct one beside it, for a case or for an input that
// was found. Truncated output and binary output cannot be drawn; neither can a dialogue, because the interactor's
// feedback is gone.
func (a *Store) OfOutputs(p *problem.Problem, t event.Test, on job.Illustration, answer string) []Shown {
	if p.OutputVisualizer == nil || p.Type.Interactive || p.Type.MultiPass || t.Verdict != verdict.WA ||
		strings.HasSuffix(t.Output, "…") || strings.ContainsRune(t.Output, utf8.RuneError) {
		return nil
	}
	yours, right := on, on
	yours.Output = &job.File{Part: job.MadeUp, Content: []byte(t.Output)}
	shown := []Shown{a.Add(Request{Problem: p, Illustration: yours}, "your output")}
	switch {
	case !on.Made:
		right.Output = &job.File{Case: on.Case, Part: job.Answer}
	case answer != "":
		right.Output = &job.File{Part: job.MadeUp, Content: []byte(answer)}
	default:
		return shown
	}
	return append(shown, a.Add(Request{Problem: p, Illustration: right}, "the answer"))
}

// Serve sends a picture. If there is none, it sends a picture with the reason.
func (a *Store) Serve(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	found, known := a.wants.Find(key)
	if !known {
		http.NotFound(w, r)
		return
	}
	drawn, err := a.drawn.Get(r.Context(), a.lifetime, key, work.LongWait, func(ctx context.Context) (job.Illustrated, error) {
		return a.illustrate(ctx, found)
	})
	switch {
	case err != nil:
		drawn = messagePicture(err.Error())
	case drawn.Fault != "":
		drawn = messagePicture(drawn.Fault)
	case drawn.Extension == ".pdf":
		drawn = messagePicture("it is a PDF, which grundy show --picture writes")
	}
	kind, _ := svgsafe.KindOf(drawn.Extension) // visualizers may write only these
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
	w.Header().Set("Content-Type", kind.Type)
	_, _ = w.Write(drawn.Picture) // the browser may be gone
}

// illustrate has a picture drawn.
func (a *Store) illustrate(ctx context.Context, w Request) (drawn job.Illustrated, err error) {
	if w.own != nil {
		return job.OwnPicture(w.Problem, w.own)
	}
	client, err := a.workspace.Executor(ctx)
	if err != nil {
		return drawn, err
	}
	return client.Illustrate(ctx, w.Problem, w.Illustration)
}

// The size of an excuse, in the units of its text.
const (
	excuseWidth  = 480
	excuseLine   = 18
	excuseLetter = 60 // to a line
)

// messagePicture returns a picture that says why there is none.
func messagePicture(why string) job.Illustrated {
	lines := terminal.Wrap("There is no picture: "+why, excuseLetter)
	lines = lines[:min(len(lines), 6)]
	d := drawing.Begin(drawing.Frame{Role: drawing.Picture, Width: excuseWidth, Height: float64(len(lines)+1) * excuseLine, Title: why, Sized: true})
	for i, line := range lines {
		d.Tag("<text x=\"8\" y=\"%v\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#555\">%s</text>\n", float64(i+1)*excuseLine, line)
	}
	return job.Illustrated{Picture: []byte(d.End()), Extension: ".svg"}
}
