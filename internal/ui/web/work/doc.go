// Package work is what a server does longer than a request lasts: judgements, which pages follow as streams, and results
// that are kept for the next request.
package work
