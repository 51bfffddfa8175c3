// Package digest computes the SHA-256 of files and remembers it by size, times and inode, so that unchanged files are
// not read again. It does not know what the files are.
package digest
