package bus

import (
	"slices"
	"strings"
)

// What lies at the hub: the streams, and the buckets.
const (
	jobsStream    = "JOBS"    // a work queue: job.<queue>.<lane>.<person>.<id>
	resultsStream = "RESULTS" // result.<person>.<id>, the first one stays; and ended.<person>.<id>.<sequence of the job's message>
	cancelsStream = "CANCELS" // cancel.<person>.<id>
	sparedStream  = "SPARED"  // spared.<person>.<id>: how often the job came back though it ended nobody
	deadStream    = "DEAD"    // dead.<queue>.<lane>.<person>.<id>
	blobsBucket   = "blobs"
	blobsStream   = "OBJ_" + blobsBucket // of the object store
	workersBucket = "workers"
	classesBucket = "classes" // <worker>.<class>: the machine that a class of them is named after
)

// Not kept, but told to whoever listens: event.<person>.<id>, wake.<queue> and furnish.<queue>.

// AnyQueue is that of jobs which any worker may do.
const AnyQueue = "any"

// Lane is how soon a job is wanted: workers ask for those of the first lane first.
type Lane string

// The lanes.
const (
	First  Lane = "p0" // the person waits for nothing else
	Second Lane = "p1"
	Third  Lane = "p2"
	Bulk   Lane = "p3" // whenever nobody else wants anything
	Long   Lane = "p4" // bulk work that takes longer than a moment
)

// lanes lists all in their order.
func lanes() []Lane { return []Lane{First, Second, Third, Bulk, Long} }

// ClassQueue is that of jobs for workers of a class.
func ClassQueue(class string) string { return "class-" + class }

// isChunks tells whether a subject is that of the chunks of one blob.
func isChunks(subject string) bool {
	name, ok := strings.CutPrefix(subject, chunksSubject+".")
	return ok && name != "" && !strings.Contains(name, ".") && isLiteral([]string{name})
}

func subject(tokens ...string) string { return strings.Join(tokens, ".") }

// entriesOf are the subjects of all that a bucket has.
func entriesOf(bucket string) string { return "$KV." + bucket + ".>" }

// isLiteral tells whether no token of a subject is a wildcard.
func isLiteral(tokens []string) bool {
	return !slices.Contains(tokens, "*") && !slices.Contains(tokens, ">")
}

// IsName tells whether a word may name a person or a worker: it becomes a token of subjects and a name of a file.
func IsName(name string) bool {
	return name != "" && len(name) <= 64 && !slices.ContainsFunc([]rune(name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
}
