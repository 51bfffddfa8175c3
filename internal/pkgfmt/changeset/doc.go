// Package changeset changes several files of a problem package at once: afterwards all of them are changed or none, whenever
// the process is killed or the power fails. Nothing outside of the package is ever changed: links that lead out of it are not
// followed.
//
//	change, err := changeset.Begin(dir)
//	…
//	defer change.Close()
//	err = change.Write("data/secret/1.in", 0o644, fsutil.Text(input))
//	change.Remove("data/secret/2.in")
//	err = change.Commit()
//
// All that it needs lies in one hidden folder of the package, and so on the same disk:
//
//	.grundy-change/lock    locked by the process that changes the package; the system lets go of it when the process ends
//	               draft/  for whoever wants to try a change before it is made
//	               new/    files that are to be put in place, under their paths in the package
//	               plan    which files change; once it has this name the change is decided
//	               old/    what was there before, under its path
//	               undo    the plan of a change that failed, and is being taken back
//	               done    the plan of a change that was made, or taken back: what is left can go
//
// A file is put in place by renaming it, after what it replaces got a second name in old/, so that no file is ever missing
// that both versions have. Staged files and the plan are on the disk (fsync) before the plan counts, and the folders before it
// is forgotten. Whoever opens the package later and finds a plan that nobody works on carries it out, or takes it back where
// that fails (Recover). What somebody changed by hand meanwhile is told by its size and time, and stays.
//
// The package does not know what the files hold.
package changeset
