package transfer

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// ImportOptions say what to import, and where to.
type ImportOptions struct {
	// Path is a directory or an archive.
	Path string
	// From is its format, "" to detect it; To is the format of the package, "" for the present one.
	From exchange.Format
	To   exchange.Target
	// Testlib is the user's testlib.h, "" for none.
	Testlib string
	// Dir is the directory to make, "" for one with the name of the problem, where the problems are.
	Dir string
}

// Written is what was written.
type Written struct {
	Path string
	// Beside are archives of single problems, which lie beside that of their contest.
	Beside []string
	// Notes say what the format cannot express.
	Notes []exchange.Note
	// Unmade is how many test cases of an imported package are to be generated.
	Unmade int
}

// Import makes a package. Its faults are reported as those of a package that is opened.
func Import(ctx context.Context, w *workspace.Workspace, o ImportOptions) (Written, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return Written{}, &workspace.JudgeError{Err: err}
	}
	made, err := exchange.Import(ctx, o.Path, exchange.Options{Format: o.From, Testlib: o.Testlib, To: o.To, Scratch: scratch})
	if err != nil {
		return Written{}, err
	}
	defer made.Close()
	dir := cmp.Or(o.Dir, filepath.Join(w.Problems().Dir(), made.ID))
	err = made.WriteFolder(ctx, dir)
	switch {
	case exchange.IsTaken(err):
		return Written{}, hint.Errorf("-o DIR gives it another name", "%s exists already", dir)
	case err != nil:
		return Written{}, err
	}
	_, faults := icpc.Load(dir)
	workspace.Report(ctx, dir, slices.DeleteFunc(faults.Fatal(true), func(d problem.Diagnostic) bool {
		return made.Unmade > 0 && strings.HasPrefix(d.File, "data")
	}))
	return Written{Path: dir, Notes: made.Notes, Unmade: made.Unmade}, nil
}
