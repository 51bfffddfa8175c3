// Package suite is what the tests of all packages share: which of them run, where they keep their builds, and how
// they write files.
//
//	make test      what a change to any file is likely to break, in minutes
//	make test-all  all of it, in less than an hour
//	make campaign  what takes hours: repeats, other machines, random searches
//
// An expensive test calls NeedsAll or NeedsCampaign. If that skips it, the reason names the command that runs it;
// `make test` counts these at the end. Nothing else decides what runs.
package suite
