// Package corelock lets the judges of several processes share the cores of their machine through locks on files. Each
// process claims different cores as long as there are enough. Only one process at a time runs programs on a core. A
// process may borrow an idle core of another one, or have the whole machine to itself.
//
// The locks of a process end with it. The package does not see judges that do not share.
package corelock
