// Package child has jobs done by a child process, which is told of them in lines on its standard input and answers in lines on
// its standard output. Whatever happens to the child, its parent lives.
//
// Orders, events, results and errors pass through the parent as they are encoded. It does not know where they come from, nor
// how the child was made.
package child
