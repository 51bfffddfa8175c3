package fsutil

import "path/filepath"

// DeviceHelp is the remedy for a name that IsDevice reports.
const DeviceHelp = "rename it: Windows takes this name for a device, in every directory"

// IsDevice reports whether the system takes the last part of a path for a device. To Windows before version 11 aux.cpp is one: it
// cannot be made there, and what reads it waits or finds nothing.
func IsDevice(path string) bool {
	name := filepath.Base(path)
	return name != ".." && name != string(filepath.Separator) && !filepath.IsLocal(name)
}
