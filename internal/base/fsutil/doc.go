// Package fsutil writes files and folders whole or not at all, copies, locks and removes them. It does not know what they hold.
//
//	err := fsutil.Replace(name, 0o644, fsutil.Text(data))
package fsutil
