// Package cluster lets workers on other machines do jobs, through a hub. A Client is a job.Executor like that of this
// machine; a Worker does the jobs that it gets in a child process.
//
// A job is named by all that decides what comes of it. Its result is looked for first, the first result stays, and what is
// handed in twice is one job: so a process that is killed, whenever that is, may simply ask again.
package cluster
