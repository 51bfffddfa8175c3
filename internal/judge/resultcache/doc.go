// Package resultcache keeps what came of submissions on test cases below the cache's folder, so that who judges them again
// measures only what changed. An entry is named by everything that it depends on: what the runner knows of the submission
// and its problem, the machine, and the judge's own code. It does not know what may be kept: that is the runner's affair.
//
//	store := resultcache.Open(cache, executable, resultcache.ThisMachine, log)
//	judge, err := runner.New(runner.Config{…, Verdicts: store})
package resultcache
