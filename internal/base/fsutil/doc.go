// Package fsutil writes files and directories all or nothing, copies, locks and removes them. It does not know
// their content.
//
//	err := fsutil.Replace(name, 0o644, fsutil.Text(data))
package fsutil
