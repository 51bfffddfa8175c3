//go:build !unix

package digest

import "os"

// stampOf looks at a file, or at the one that a link leads to.
func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}, err
	}
	return stamp{size: info.Size(), modified: info.ModTime().UnixNano()}, nil
}
