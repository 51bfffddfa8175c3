// Package digest knows the SHA-256 of files and remembers it by size, times and inode, so that what did not change is
// not read again. It does not know what the files are.
package digest
