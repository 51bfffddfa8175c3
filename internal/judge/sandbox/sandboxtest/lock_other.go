//go:build !linux

package sandboxtest

import (
	"errors"
	"os"
)

// lock fails: boxes on other systems do not shield programs from locks of other processes.
func lock(*os.File) error { return errors.ErrUnsupported }
