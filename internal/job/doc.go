// Package job describes pieces of work on a problem as data, and the Executor that does them: on this machine (package
// job/local) or elsewhere. It does not know how the work is done.
//
// A job names test cases by their names, programs of the package by theirs, and has what people wrote with it. The files
// of the problem itself are not part of it: an executor on this machine takes them from where they lie, and for one
// elsewhere Pack names them by digest.
package job
