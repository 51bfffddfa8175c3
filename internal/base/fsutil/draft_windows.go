package fsutil

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockDraft locks a new directory.
func lockDraft(dir string) (*os.File, error) {
	file, err := takeDraft(dir)
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		return nil, errLost
	}
	if err != nil {
		return nil, err
	}
	if _, gone := os.Stat(dir); errors.Is(gone, os.ErrNotExist) {
		return nil, errors.Join(errLost, file.Close())
	}
	return file, nil
}

// takeDraft locks a draft whose maker is gone. A file beside it, which no other process can open, is the lock: the
// directory could not be renamed with an open file in it. The system removes the file when it closes it.
func takeDraft(dir string) (*os.File, error) {
	path := dir + ".lock"
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const shared = 0
	handle, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE|windows.DELETE, shared, nil,
		windows.OPEN_ALWAYS, windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return os.NewFile(uintptr(handle), path), nil
}
