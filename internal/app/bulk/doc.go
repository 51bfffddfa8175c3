// Package bulk judges submissions that come as lines of JSON, in any number, and writes a line of JSON for each.
//
// Read run.go first: a reader takes the lines apart, as many judgements as there are slots are under way, and a writer
// keeps the results. Memory is bounded whatever the number of lines: what must be known of all of them lies in files.
package bulk
