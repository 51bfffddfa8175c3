// Package suite is what the tests of all packages have in common: which of them run, where they keep what they compile, and how they
// write files.
//
//	make test      what a change to any file is likely to break, in minutes
//	make test-all  all of it, in less than an hour
//	make campaign  what takes hours: repeats, other machines, random searches
//
// A test that costs much asks NeedsAll or NeedsCampaign, and is skipped with the command that does run it; `make test` counts
// these in the end. Nothing else decides what runs.
package suite
