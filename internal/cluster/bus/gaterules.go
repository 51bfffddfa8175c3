//go:build !nohub

package bus

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// The permissions of a NATS server look at subjects only, and treat a wildcard like any other word. Its streams obey
// headers, disclose what requests ask for, and keep every consumer that is made. So a gate passes what members need of
// these, and disconnects members who want more. docs/results/cluster-permissions.md has the table, and
// TestWhatMembersCanDo checks it.

// publication is a message that a member wants to publish, as far as the gate reads it.
type publication struct {
	subject, reply string
	header         []byte // nil for none
	request        []byte // to JetStream
}

// isRequest reports whether a message is a request to JetStream, all of which are small.
func (m publication) isRequest() bool { return strings.HasPrefix(m.subject, "$JS.") }

// maxConsumers bounds the consumers of a connection: a worker has one for each package that it fetches.
const maxConsumers = 256

const createSubject = "$JS.API.CONSUMER.CREATE."

// check returns an error if a message must not pass.
func (p *memberConn) check(m publication) error {
	tokens := strings.Split(m.subject, ".")
	literal := tokens
	isConsumer := strings.HasPrefix(m.subject, createSubject) && len(tokens) > 6
	if isConsumer {
		literal = tokens[:6] // the requested subject comes after that
	}
	if !isLiteral(literal) || !visibleSubjects(m.subject, m.header) {
		return &refusedError{m.subject}
	}
	api := func(request string) bool { return strings.HasPrefix(m.subject, "$JS.API."+request+".") }
	may := true
	switch {
	case m.isRequest() && !slices.Contains([]string{"API", "ACK", "FC"}, tokens[1]): // requests of a domain, under another name
		may = false
	case isConsumer:
		may = p.mayMake(tokens[4], tokens[5], strings.Join(tokens[6:], "."), m.request)
	case strings.HasPrefix(m.subject, createSubject), api("CONSUMER.DURABLE"):
		may = strings.HasPrefix(m.subject, createSubject+resultsStream+".") && p.mayMake(resultsStream, tokens[len(tokens)-1], "", m.request)
	case api("CONSUMER.DELETE"):
		delete(p.consumers, tokens[len(tokens)-1])
	case api("STREAM.INFO"):
		may = mayKnow(m)
	case api("CONSUMER.MSG.NEXT." + jobsStream):
		may = isNext(m.request)
	case strings.HasPrefix(m.subject, "$JS.ACK."):
		may = !bytes.HasPrefix(m.request, []byte("+NXT"))
	}
	if !may {
		return &refusedError{m.subject}
	}
	return nil
}

// visibleSubjects reports whether members need every field of a header. It compares with what clients write, because a server
// parses it less strictly.
func visibleSubjects(about string, header []byte) bool {
	if len(header) == 0 {
		return true
	}
	text, isWhole := strings.CutSuffix(string(header), "\r\n\r\n")
	lines := strings.Split(text, "\r\n")
	if !isWhole || lines[0] != "NATS/1.0" {
		return false
	}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case name == protocolHeader && strings.HasPrefix(about, "job.") && IsName(value):
		case name == jetstream.MsgRollup && strings.HasPrefix(about, metaSubject+".") && value == jetstream.MsgRollupSubject:
		case name == "KV-Operation" && strings.HasPrefix(about, "$KV.") && value == "DEL":
		default:
			return false
		}
	}
	return true
}

// mayKnow reports whether a member may have the requested information of a stream: its state, and which of its jobs are
// the member's.
func mayKnow(m publication) bool {
	var wanted struct {
		Filter string `json:"subjects_filter"`
		Offset int    `json:"offset"`
	}
	if len(m.request) == 0 {
		return true
	}
	if strictly(m.request, &wanted) != nil {
		return false
	}
	if wanted.Filter == "" {
		return true
	}
	own, isTheirs := strings.CutPrefix(wanted.Filter, subject("job", "*", "*", strings.Split(m.reply+".", ".")[1])+".")
	return isTheirs && (own == "*" || IsName(own)) && strings.HasSuffix(m.subject, "."+jobsStream)
}

// isNext reports whether a worker asks for one job, if there is one now.
func isNext(request []byte) bool {
	var wanted struct {
		Batch  int  `json:"batch"`
		NoWait bool `json:"no_wait"`
	}
	return strictly(request, &wanted) == nil && wanted.Batch == 1 && wanted.NoWait
}

// mayMake reports whether members need a consumer of a stream, and this member may have one more.
func (p *memberConn) mayMake(stream, name, filter string, request []byte) bool {
	var wanted struct {
		Stream string                   `json:"stream_name"`
		Config jetstream.ConsumerConfig `json:"config"`
		Action string                   `json:"action"`
	}
	if strictly(request, &wanted) != nil || wanted.Config.FilterSubject != filter {
		return false
	}
	config := wanted.Config
	if to := config.DeliverSubject; to != "" && !p.isOwn(to) || len(p.consumers) == maxConsumers && !p.consumers[name] {
		return false
	}
	switch {
	case stream == resultsStream: // the server allows only the owner
	case stream == jobsStream:
		if !isQueue(config) {
			return false
		}
	case filter == entriesOf(strings.TrimPrefix(stream, "KV_")), stream == blobsStream && isChunks(filter):
		if !isReader(config) {
			return false
		}
	default:
		return false
	}
	p.consumers[name] = true
	return true
}

// isQueue reports whether a consumer is the lane of a queue, as all workers have it.
func isQueue(c jetstream.ConsumerConfig) bool {
	tokens := strings.Split(c.FilterSubject, ".")
	if len(tokens) != 5 || !IsName(tokens[1]) || !slices.Contains(lanes(), Lane(tokens[2])) {
		return false
	}
	c.Name = "" // or the name of the durable one
	return reflect.DeepEqual(c, queueConfig(tokens[1], Lane(tokens[2])))
}

// isReader reports whether a consumer reads a store once: it is in memory, and is dropped when its listener is gone.
func isReader(c jetstream.ConsumerConfig) bool {
	return c.DeliverSubject != "" && reflect.DeepEqual(c, jetstream.ConsumerConfig{
		AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true,
		// These fields may differ.
		Name: c.Name, DeliverSubject: c.DeliverSubject, DeliverPolicy: c.DeliverPolicy, OptStartSeq: c.OptStartSeq, FilterSubject: c.FilterSubject,
		AckWait: c.AckWait, MaxDeliver: c.MaxDeliver, FlowControl: c.FlowControl, IdleHeartbeat: c.IdleHeartbeat, Replicas: c.Replicas,
	})
}

// strictly parses JSON without unknown fields or trailing data: a server would accept these.
func strictly(text []byte, into any) error {
	from := json.NewDecoder(bytes.NewReader(text))
	from.DisallowUnknownFields()
	if err := from.Decode(into); err != nil {
		return err
	}
	if _, err := from.Token(); !errors.Is(err, io.EOF) {
		return errUnspoken
	}
	return nil
}
