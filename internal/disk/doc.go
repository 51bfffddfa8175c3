// Package disk writes files and folders whole or not at all, copies, locks and removes them. It does not know what they hold.
//
//	err := disk.Replace(name, 0o644, disk.Text(data))
package disk
