//go:build !unix

package terminal

import (
	"errors"
	"os"
)

// EditsLines reports whether an Editor works on this system. Otherwise the system's own terminals edit lines.
const EditsLines = false

type keyboard struct{ changed chan os.Signal }

func openKeyboard(*os.File) (*keyboard, error) { return nil, errors.ErrUnsupported }

func (k *keyboard) again() {}
func (k *keyboard) close() {}
