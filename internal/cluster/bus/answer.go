package bus

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// A server answers to whatever subject somebody names who asks it, whether that person may write there or not. So whoever may read a message
// of their own from a stream could have it be a result, a job or a word to workers. Such a message says which stream it is from.

// isAnswer tells whether a message is the answer of a server that was asked for a message of a stream.
func isAnswer(h nats.Header) bool { return len(h.Values(jetstreamHeader)) > 0 }

// wasAnswer tells that of a message which was read from a stream, and so is an answer itself.
func wasAnswer(h nats.Header) bool { return len(h.Values(jetstreamHeader)) > 1 }

const jetstreamHeader = "Nats-Stream"

// isOwn tells whether an answer to a message goes to the member who is called name.
func isOwn(m *nats.Msg, name string) bool {
	return strings.HasPrefix(m.Reply, subject("inbox", name)+".")
}
