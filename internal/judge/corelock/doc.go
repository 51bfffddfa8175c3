// Package corelock has the judges of several processes share the cores of their machine, by locks on files: each has others than the
// rest as far as there are enough, one of them at a time runs programs on a core, which may be another's that is idle, and one may have
// the whole machine to itself.
//
//	share, err := corelock.Open(dir)
//	mine := share.Claim(all, 1)
//	leave, err := share.Enter(ctx, mine[0])
//	…
//	leave()
//
// What a process holds ends with it. Judges that do not share are not known here.
package corelock
