// Package history stores the user's judgements in an SQLite database: each judgement with its cases, the version of the
// source, and the whole stream of its events. Several judges may write to it at once.
//
// Recorder is a sink of the stream of events and takes nothing from elsewhere. A judge that is killed leaves a database that opens
// again and lacks at most the judgement that was not over. Where nothing can be written there is one warning, and all else goes on.
package history
