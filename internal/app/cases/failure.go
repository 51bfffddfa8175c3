package cases

import (
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/author/edit"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/store/workspace"
)

// FromFailure fills a new case with the failing input that was found most recently. Named is the package that gets the
// case, "" for that of the failure, which FromFailure returns.
func FromFailure(history *workspace.History, named string, request *edit.New) (of string, err error) {
	last, found := history.LastFailure()
	if !found {
		return "", hint.Errorf("grundy stress finds one", "--last: no failing case is stored")
	}
	text, err := os.ReadFile(last.Input)
	if err != nil {
		return "", hint.Errorf("grundy stress finds another one", "--last: %w", err)
	}
	if named == "" {
		named = last.Problem
	}
	request.Input = append([]byte{}, text...)
	request.Source = "breaks " + strings.TrimSuffix(filepath.Base(last.Solution), filepath.Ext(last.Solution))
	// A directory of tests lacks a model solution, so the reference solution answers.
	if request.Answer == nil && last.Answer != "" && !icpc.Is(named) {
		request.Answer, err = os.ReadFile(last.Answer)
	}
	return named, err
}
