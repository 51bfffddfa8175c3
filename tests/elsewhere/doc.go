// Package elsewhere is a second job.Executor, for tests: it encodes every job, has a child process do it and decodes what that
// says. The child finds packages in folders that are named by digest. Commands that pass their scripts through it use
// nothing beside jobs.
package elsewhere
