package catalog

import (
	"net/http"
	"strconv"

	"grundy/internal/base/hint"
	"grundy/internal/store/history"
)

// ErrNoRun reports a missing run.
var ErrNoRun = hint.Errorf("the submissions are those that are kept", "there is no such run")

// RunOf finds the run that a request names.
func (c *Catalog) RunOf(r *http.Request) (history.Run, error) {
	id, err := strconv.ParseInt(r.PathValue("run"), 10, 64)
	if err != nil {
		return history.Run{}, ErrNoRun
	}
	return c.Workspace.History().Run(r.Context(), id)
}

// Repetition names the repetition of a run among what is judged.
func Repetition(run int64) string { return "run " + strconv.FormatInt(run, 10) }
