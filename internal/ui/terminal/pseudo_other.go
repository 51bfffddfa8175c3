//go:build !unix

package terminal

import (
	"errors"
	"os"
)

// openPseudo fails: programs use pipes on this system.
func openPseudo() (*ends, error) { return nil, errors.ErrUnsupported }

func followSize(_, _ *os.File) (stop func()) { return func() {} }
