// Package workspace is a person's place: the problems, the solutions, the languages, the cache, what is remembered of
// earlier judgements, and the judge. It is the one place where these parts are wired together; commands, servers and
// tests open it from a plain Config.
//
// It knows where things lie and how they are found. It does not know who asks: flags, pages and what is printed are the
// business of those above it.
package workspace
