// Package resultcache stores results of submissions on test cases below the cache directory, so that judging them
// again measures only what has changed. An entry's key covers everything that it depends on: what the runner knows of
// the submission and its problem, the machine, and the judge's own code. The runner, not this package, decides what
// may be stored.
package resultcache
