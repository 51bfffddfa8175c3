// Package changeset changes several files of a problem package atomically: all of them or none, even if the
// process is killed or the power fails. It never changes anything outside of the package: links that lead out of
// it are not followed.
//
//	change, err := changeset.Begin(dir)
//	…
//	defer change.Close()
//	err = change.Write("data/secret/1.in", 0o644, fsutil.Text(input))
//	change.Remove("data/secret/2.in")
//	err = change.Commit()
//
// All temporary files are in one hidden directory of the package, and so on the same file system:
//
//	.grundy-change/lock    locked by the process that changes the package; the system releases the lock when the process ends
//	               draft/  for trying a change before it is made
//	               new/    files that are to be put in place, under their paths in the package
//	               plan    which files change; once it has this name the change is decided
//	               old/    what was there before, under its path
//	               undo    the plan of a change that failed, and is being undone
//	               done    the plan of a change that was made, or undone: the rest can be removed
//
// A file is put in place by renaming it, after the replaced file got a second name in old/. So a file that exists
// in both versions is never missing. Staged files and the plan are on the disk (fsync) before the plan counts, and
// the directories before the plan is forgotten. If a process opens the package later and finds a plan that no
// process works on, it carries the plan out, or undoes it where that fails (Recover). Files that were changed by
// hand meanwhile are recognized by size and time, and stay.
//
// The package does not know the content of the files.
package changeset
