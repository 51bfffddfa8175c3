// Package changeset changes several files of a problem package atomically: all of them or none, even if the
// process is killed or the power fails. It never changes anything outside of the package: links that lead out of
// it are not followed.
//
// All temporary files are in one hidden directory of the package, and so on the same file system:
//
// A file is put in place by renaming it, after the replaced file got a second name in old/. So a file that exists
// in both versions is never missing. Staged files and the plan are on the disk (fsync) before the plan counts, and
// the directories before the plan is forgotten. If a process opens the package later and finds a plan that no
// process works on, it carries the plan out, or undoes it where that fails (Recover). Files that were changed by
// hand meanwhile are recognized by size and time, and stay.
//
// The package does not know the content of the files.
package changeset
