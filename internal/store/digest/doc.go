// Package digest knows the SHA-256 of files and remembers it by size, times and inode, so that what did not change is
// not read again. It does not know what the files are.
//
//	digests := digest.Open(filepath.Join(cacheDir, "digests"), log)
//	defer digests.Close()
//	sum, err := digests.File("problems/nim", "problems/nim/data/secret/01.in")
package digest
