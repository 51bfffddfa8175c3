// Package disk writes files whole or not at all, and copies them. It does not know what they hold.
//
//	err := disk.Replace(name, 0o644, disk.Text(data))
package disk
