package bus

import (
	"slices"
	"strings"
)

// The streams and buckets of a hub.
const (
	jobsStream    = "JOBS"    // a work queue: job.<queue>.<lane>.<person>.<id>
	resultsStream = "RESULTS" // result.<person>.<id>, the first one stays; and ended.<person>.<id>.<sequence of the job's message>
	cancelsStream = "CANCELS" // cancel.<person>.<id>
	sparedStream  = "SPARED"  // spared.<person>.<id>: how often the job came back without having crashed a worker
	deadStream    = "DEAD"    // dead.<queue>.<lane>.<person>.<id>
	blobsBucket   = "blobs"
	blobsStream   = "OBJ_" + blobsBucket // of the object store
	workersBucket = "workers"
	classesBucket = "classes" // <worker>.<class>: the machine after which a class is named
)

// These subjects are not stored: event.<person>.<id>, wake.<queue> and furnish.<queue>.

// AnyQueue is the queue of jobs that any worker may do.
const AnyQueue = "any"

// Lane is the priority of a job: workers ask the first lane first.
type Lane string

// The lanes.
const (
	First  Lane = "p0" // the user waits for nothing else
	Second Lane = "p1"
	Third  Lane = "p2"
	Bulk   Lane = "p3" // whenever there is no other work
	Long   Lane = "p4" // bulk work that takes longer than a moment
)

// lanes returns all lanes in their order.
func lanes() []Lane { return []Lane{First, Second, Third, Bulk, Long} }

// ClassQueue returns the queue of jobs for workers of a class.
func ClassQueue(class string) string { return "class-" + class }

// isChunks reports whether a subject is that of the chunks of one blob.
func isChunks(subject string) bool {
	name, ok := strings.CutPrefix(subject, chunksSubject+".")
	return ok && name != "" && !strings.Contains(name, ".") && isLiteral([]string{name})
}

func subject(tokens ...string) string { return strings.Join(tokens, ".") }

// entriesOf returns the subjects of a bucket's entries.
func entriesOf(bucket string) string { return "$KV." + bucket + ".>" }

// isLiteral reports whether no token of a subject is a wildcard.
func isLiteral(tokens []string) bool {
	return !slices.Contains(tokens, "*") && !slices.Contains(tokens, ">")
}

// IsName reports whether a word is a valid name of a user or worker: it becomes a token of subjects and a file name.
func IsName(name string) bool {
	return name != "" && len(name) <= 64 && !slices.ContainsFunc([]rune(name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
}
