// Package workspace connects the user's problems, solutions, languages, cache, history and judge. It is the only place
// where these parts are wired together; commands, servers and tests open it from a plain Config.
//
// It knows where things lie and how they are found. It does not know who asks: flags, pages and what is printed are the
// business of those above it.
package workspace
