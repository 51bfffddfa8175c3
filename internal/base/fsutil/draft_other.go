//go:build !unix

package fsutil

import (
	"errors"
	"os"
)

// lockDraft locks nothing, so only the age of drafts decides when they are swept.
func lockDraft(string) (*os.File, error) { return os.Open(os.DevNull) }

// takeDraft never finds that a maker is gone.
func takeDraft(string) (*os.File, error) { return nil, errors.ErrUnsupported }
