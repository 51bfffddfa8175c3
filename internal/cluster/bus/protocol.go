package bus

import (
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/base/hint"
)

// protocol is a text so that a test can link a release of another version.
var protocol = "3"

// Protocol is the version of the messages between members: jobs, their events, results. Members of two releases with
// neighbouring versions work together. Commands write the hub's version, or their own if that is older; workers accept
// jobs of their version and of the one before, and answer in the job's version. A change that the previous release
// cannot read must raise the version, and must keep the code for the version before for one release.
var Protocol, _ = strconv.Atoi(protocol)

const (
	// protocolKey is the key of the hub's version in the metadata of a stream.
	protocolKey = "grundy-protocol"
	// protocolHeader is the header of a job that contains its version.
	protocolHeader = "Grundy-Protocol"
)

// Knows reports whether a member with one version accepts jobs of another one.
func Knows(speaks, job int) bool { return job == speaks || job == speaks-1 }

// spoken returns the version that this release writes at a hub. It fails if the hub's version is too far away.
func spoken(jobs jetstream.Stream) (int, error) {
	text := jobs.CachedInfo().Config.Metadata[protocolKey]
	theirs, err := strconv.Atoi(text)
	if err != nil || theirs < Protocol-1 || theirs > Protocol+1 {
		remedy := "update grundy here, or use the release of the hub"
		if err == nil && theirs < Protocol {
			remedy = "update the hub, one release at a time, or use its release here"
		}
		return 0, hint.Errorf(remedy, "the hub has version %q of the protocol and this grundy version %d; only neighbouring versions work together", text, Protocol)
	}
	return min(theirs, Protocol), nil
}

// jobMessage returns a job as it is stored at the hub.
func jobMessage(subject string, version string, order []byte) *nats.Msg {
	return &nats.Msg{Subject: subject, Header: nats.Header{protocolHeader: {version}}, Data: order}
}

// versionOf returns the protocol version of a job.
func versionOf(h nats.Header) (int, error) { return strconv.Atoi(h.Get(protocolHeader)) }
