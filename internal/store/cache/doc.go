// Package cache keeps the results of expensive, repeatable work (builds, prepared toolchains, generated data) in a
// folder, by the content that they were made from. It does not know what the results are.
//
// An entry is a folder. It appears at once and complete, whoever else uses the cache at the same time, or not at all:
//
// It stays as long as the process that found it uses the cache. What was used least recently goes when the cache is full.
//
// A folder that cannot be written, or a full disk, makes the cache a temporary one that says so once; it never makes a
// result wrong.
package cache
