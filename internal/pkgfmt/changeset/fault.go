package changeset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/base/hint"
)

// Why a change cannot begin.
var (
	ErrBusy       = hint.Errorf("wait until it has ended", "another grundy is changing the package")
	ErrUnfinished = hint.Errorf("do what the warning says, and run the command again", "a change of the package was interrupted")
)

// Error says that a package was not changed: a full disk, an unwritable directory, a link that leads out of it.
type Error struct {
	Err error
	// Torn is the directory of a package between two versions, after repeated failures. If it is "", the package is
	// unchanged.
	Torn string
}

func (e *Error) Error() string { return e.Err.Error() }

// Hint states the condition of the package and the remedy.
func (e *Error) Hint() string {
	if e.Torn != "" {
		return fmt.Sprintf("the next grundy that can write there finishes the change; by hand: %s holds the new files in new/ and the earlier ones in old/; remove it once the package is right",
			filepath.Join(e.Torn, folder))
	}
	if known := hint.Of(e.Err); known != "" {
		return known + "; the package is as it was"
	}
	return "the package is as it was"
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (c *Change) explain(err error) error { return Explain(c.root, err) }

// Explain names the link in an error about a file that is unreachable below a root because a link leads out of it.
// It returns other errors unchanged.
func Explain(root *os.Root, err error) error {
	_, outside := root.Lstat("..")
	if err == nil || !errors.Is(err, errors.Unwrap(outside)) {
		return err
	}
	var names []string
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		names = append(names, at.Path)
	}
	if between := (*os.LinkError)(nil); errors.As(err, &between) {
		names = append(names, between.Old, between.New)
	}
	for _, name := range names {
		if link := escapingLink(root, name); link != "" {
			return hint.Errorf("replace the link by the directory itself", "%s is a link that leads out of the package", link)
		}
	}
	return err
}

// escapingLink returns the link on the way to a file that leads out of the root, "" if there is none.
func escapingLink(root *os.Root, name string) string {
	at := ""
	for part := range strings.SplitSeq(filepath.ToSlash(name), "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(at)
		if err != nil {
			return ""
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, err := root.Stat(at); err != nil {
			return at
		}
	}
	return ""
}
