// Package jobobject holds a program of Windows and everything that it starts in a job object. The kernel bounds the
// job, counts what it uses, and ends it with the judge.
package jobobject
