// Command release packs a commit of this repository for those who do not build it: an archive for each system, with the
// program, its manual page, completions, documentation and the licences of everything that is linked into it, and the
// checksums of all archives. The same commit and the same Go give the same bytes, in whatever folder, on whatever machine
// and by whomever: nothing but the commit is looked at, entries are sorted and carry its time and no owner.
//
//	go run ./internal/tools/release                                           all systems, into dist/
//	go run ./internal/tools/release --platforms linux/amd64 --out /tmp/dist   one of them
//
// Whatever has not been committed is left out. It is no part of the judge, and nothing imports it.
package main
