// Command release packs a commit of this repository for users who do not build it: an archive for each system, with the
// program, its manual page, completions, documentation and the licences of everything that is linked into it, and the
// checksums of all archives. The same commit and the same Go version give the same bytes, in any directory and on any
// machine: the command reads nothing but the commit, sorts the entries, and gives them the commit's time and no owner.
//
//	go run ./internal/tools/release                                           all systems, into dist/
//	go run ./internal/tools/release --platforms linux/amd64 --out /tmp/dist   one of them
//	go run ./internal/tools/release --wheel                                   wheels with the client in Python, for pip
//
// It leaves out uncommitted changes. It is not part of the judge, and nothing imports it.
package main
