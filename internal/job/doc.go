// Package job describes pieces of work on a problem as data, and the Executor that does them: on this machine
// (package job/local) or elsewhere. It does not know how the work is done.
//
// A job refers to test cases and programs of the package by name, and contains what users wrote. The files of the
// problem itself are not part of it: an executor on this machine reads them in place, and for one elsewhere Pack
// names them by digest.
package job
