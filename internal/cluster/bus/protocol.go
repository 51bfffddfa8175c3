package bus

import (
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/base/hint"
)

// protocol is a text so that a test can link a release of another version.
var protocol = "3"

// Protocol is the version of what members write to each other: jobs, what is told of them, results. Members of two releases whose
// versions are neighbours work together. Commands write what the hub speaks, or their own version if that is the older one; workers do
// jobs of their version and of the one before, and answer in that of the job. Whoever makes something that the release before cannot
// read raises it, and keeps what reads and writes the version before for as long.
var Protocol, _ = strconv.Atoi(protocol)

const (
	// protocolKey is the metadata of a stream that has the hub's version.
	protocolKey = "grundy-protocol"
	// protocolHeader is that of a job.
	protocolHeader = "Grundy-Protocol"
)

// Knows tells whether who speaks a version does jobs of another one, too.
func Knows(speaks, job int) bool { return job == speaks || job == speaks-1 }

// spoken is the version that this release writes at a hub. The error is that the hub is too far from it.
func spoken(jobs jetstream.Stream) (int, error) {
	text := jobs.CachedInfo().Config.Metadata[protocolKey]
	theirs, err := strconv.Atoi(text)
	if err != nil || theirs < Protocol-1 || theirs > Protocol+1 {
		remedy := "update grundy here, or use the release of the hub"
		if err == nil && theirs < Protocol {
			remedy = "update the hub, one release after the other, or use its release here"
		}
		return 0, hint.Errorf(remedy, "the hub has version %q of the protocol, and this grundy version %d: only neighbours understand each other", text, Protocol)
	}
	return min(theirs, Protocol), nil
}

// jobMessage is a job as it lies at the hub.
func jobMessage(subject string, version string, order []byte) *nats.Msg {
	return &nats.Msg{Subject: subject, Header: nats.Header{protocolHeader: {version}}, Data: order}
}

// versionOf is that in which a job is written.
func versionOf(h nats.Header) (int, error) { return strconv.Atoi(h.Get(protocolHeader)) }
