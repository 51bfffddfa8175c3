// Package child runs jobs in a child process. Its parent writes requests as lines to its standard input and reads
// answers as lines from its standard output. A crash of the child does not affect the parent.
//
// Orders, events, results and errors pass through the parent in encoded form. It knows neither their origin nor how
// the child was made.
package child
