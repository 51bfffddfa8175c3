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

// asker is the member who asks the hub something: the gate lets answers go to whoever asks alone. It is "" where no answer is wanted.
func asker(m *nats.Msg) string {
	if tokens := strings.Split(m.Reply, "."); len(tokens) > 2 && tokens[0] == "inbox" {
		return tokens[1]
	}
	return ""
}
