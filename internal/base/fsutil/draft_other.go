//go:build !unix

package fsutil

import (
	"errors"
	"os"
)

// lockDraft locks nothing: drafts are swept when they are old.
func lockDraft(string) (*os.File, error) { return os.Open(os.DevNull) }

// takeDraft never tells that a maker is gone.
func takeDraft(string) (*os.File, error) { return nil, errors.ErrUnsupported }
