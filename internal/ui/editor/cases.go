package editor

import (
	"context"
	"errors"

	"grundy/internal/app/practice"
	"grundy/internal/author/edit"
	"grundy/internal/base/hint"
)

// newCase is a test case for the problem of a file. Answer is null for the output of the package's model solution, which a
// directory of tests has not.
type newCase struct {
	URI    string  `json:"uri"`
	Input  string  `json:"input"`
	Answer *string `json:"answer"`
}

// addedCase is the name of a test case that was added.
type addedCase struct {
	Name string `json:"name"`
}

// caseParams name a test case of the problem of a file.
type caseParams struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// errNothingFound reports that there is no smallest input to add.
var errNothingFound = hint.Errorf(`ask "why?" first`, "no failing input is known")

// edited opens the problem of a file for changes.
func (s *Server) edited(ctx context.Context, uri string) (*edit.Package, error) {
	d, err := s.named(uri)
	if err != nil {
		return nil, err
	}
	session, err := s.session(ctx, d, practice.Cases{})
	if err != nil {
		return nil, err
	}
	client, err := s.Workspace.Executor(s.lifetime)
	if err != nil {
		return nil, err
	}
	return edit.Open(ctx, s.Workspace, client, session.Entries[0].Against.Dir)
}

// addCase adds a test case to the problem of a file, as grundy add does.
func (s *Server) addCase(ctx context.Context, params newCase) (addedCase, error) {
	p, err := s.edited(ctx, params.URI)
	if err != nil {
		return addedCase{}, err
	}
	request := edit.New{Input: []byte(params.Input)}
	if params.Answer != nil {
		request.Answer = []byte(*params.Answer)
	}
	added, err := p.Add(ctx, request)
	return addedCase{added.Case}, err
}

// removeCase removes a test case from the problem of a file, as grundy rm does.
func (s *Server) removeCase(ctx context.Context, params caseParams) (any, error) {
	p, err := s.edited(ctx, params.URI)
	if err != nil {
		return nil, err
	}
	_, err = p.Remove([]string{params.Name}, edit.Options{})
	return nil, err
}

// addFound adds the smallest failing input of a file as a test case.
func (s *Server) addFound(ctx context.Context, params fileParams) (addedCase, error) {
	d, err := s.named(params.URI)
	if err != nil {
		return addedCase{}, err
	}
	d.mutex.Lock()
	found := d.found
	d.mutex.Unlock()
	if found == nil {
		return addedCase{}, errNothingFound
	}
	added, err := s.addCase(ctx, newCase{URI: params.URI, Input: string(found.Input), Answer: &found.Answer})
	var refused *edit.Refusal
	if errors.As(err, &refused) {
		return added, hint.Errorf(refused.Hint(), "the input is not added: %w", err)
	}
	return added, err
}
