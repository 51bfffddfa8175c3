// Package cache keeps the results of expensive, repeatable work (builds, prepared toolchains, generated data) in a
// directory, keyed by the content that they were made from. It does not know what the results are.
//
// An entry is a directory. It appears at once and complete, or not at all, even if other processes use the cache at the
// same time:
//
// It stays as long as the process that found it uses the cache. What was used least recently goes when the cache is full.
//
// If the directory cannot be written or the disk is full, the cache becomes temporary and logs that once. Results are
// never wrong.
package cache
