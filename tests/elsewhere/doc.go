// Package elsewhere is a second job.Executor, for tests: it encodes every job, makes a child process do it and
// decodes the result. The child finds packages in directories that are named by digest. Commands whose scripts pass
// with it use nothing beside jobs.
package elsewhere
