package bus

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// A NATS server sends its answer to any subject that the requester names, even one to which the requester may not
// publish. So a member who may read a message of their own from a stream could turn the answer into a result, a job or
// a message to workers. Such an answer names the stream that it comes from.

// isAnswer reports whether a message is a server's answer to a request for a message of a stream.
func isAnswer(h nats.Header) bool { return len(h.Values(jetstreamHeader)) > 0 }

// wasAnswer reports whether a message that was read from a stream was itself such an answer.
func wasAnswer(h nats.Header) bool { return len(h.Values(jetstreamHeader)) > 1 }

const jetstreamHeader = "Nats-Stream"

// asker returns the member who asks the hub something: the gate lets answers go to the requester only. It is "" if no
// answer is wanted.
func asker(m *nats.Msg) string {
	if tokens := strings.Split(m.Reply, "."); len(tokens) > 2 && tokens[0] == "inbox" {
		return tokens[1]
	}
	return ""
}
