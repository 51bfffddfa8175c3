package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

// Theories holds what the theory says of the positions on pages, until the user asks for it: before a problem is solved
// that is help.
type Theories struct {
	Workspace *workspace.Workspace
	kept      work.Kept[theory]
}

// theory is a position with what the theory says of it.
type theory struct {
	problem *problem.Problem
	whole   *LostPosition
}

// Register adds the call of the pages.
func (t *Theories) Register(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/theory/{key}", t.tell)
}

// Withhold keeps what the theory says of a position, and returns the position without it.
func (t *Theories) Withhold(p *problem.Problem, bare, whole *LostPosition) *LostPosition {
	text, _ := json.Marshal(whole) // data alone
	sum := sha256.Sum256(append([]byte(p.Dir+"\x00"), text...))
	key := hex.EncodeToString(sum[:16])
	t.kept.Put(key, theory{p, whole})
	bare.Theory = "api/theory/" + key
	return bare
}

// errForgotten reports a position that a page shows and the server does not know.
var errForgotten = hint.Errorf("open the page anew", "the server does not know this position any more")

// tell sends a position with its theory, and records that the user has seen it.
func (t *Theories) tell(w http.ResponseWriter, r *http.Request) {
	found, known := t.kept.Find(r.PathValue("key"))
	if !known {
		site.Refuse(w, http.StatusNotFound, errForgotten)
		return
	}
	t.Workspace.History().ShowTheory(r.Context(), found.problem)
	site.Piece(w, r, "lost", found.whole)
}
