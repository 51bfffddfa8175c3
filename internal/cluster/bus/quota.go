package bus

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/ui/terminal"
)

// A user with a quota may not write to the streams, but asks the hub to write and to count: person.<person>.<verb>.…
const (
	personSubject = "person"
	submitVerb    = "submit" // .<version>.<queue>.<lane>.<id>
	cancelVerb    = "cancel" // .<id>
	chunkVerb     = "chunk"  // .<chunks>
	metaVerb      = "meta"   // .<name>, encoded
)

// ownedMark separates the sender's name from the rest of a name of chunks.
const ownedMark = "-"

const (
	// maxMeta bounds the metadata of a blob, in bytes.
	maxMeta = 4 << 10
	// countTime is how long a hub uses its count of packages, updated by what it added.
	countTime = time.Minute
)

// isMetered reports whether the hub counts for the member.
func (b *Bus) isMetered() bool { return b.member.Quota != (Quota{}) }

// refusal is the hub's answer to a request that it rejects.
type refusal struct{ Error, Hint string }

// have asks the hub to write something.
func (b *Bus) have(ctx context.Context, data []byte, verb string, more ...string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	answer, err := b.conn.RequestWithContext(ctx, subject(append([]string{personSubject, b.member.Name, verb}, more...)...), data)
	if err != nil || len(answer.Data) == 0 {
		return err
	}
	var refused refusal
	if err := json.Unmarshal(answer.Data, &refused); err != nil {
		return err
	}
	return hint.Errorf(refused.Hint, "%s", refused.Error)
}

// quotaWriter writes for users with a quota.
type quotaWriter struct {
	bus   *Bus // the hub's own
	quota func(person string) Quota

	mu      sync.Mutex
	stored  map[string]int64 // by user, an upper bound
	counted time.Time
}

// serve answers until the connection ends. It processes the requests of one user in order, so that counting and writing
// stay together.
func (m *quotaWriter) serve(ctx context.Context) error {
	for verb, do := range map[string]func(ctx context.Context, person string, tokens []string, data []byte) error{
		submitVerb: m.submit, cancelVerb: m.cancel, chunkVerb: m.chunk, metaVerb: m.meta,
	} {
		_, err := m.bus.conn.Subscribe(subject(personSubject, "*", verb, ">"), func(message *nats.Msg) {
			ctx, cancel := context.WithTimeout(ctx, answerTime)
			defer cancel()
			tokens := strings.Split(message.Subject, ".")
			if asker(message) != tokens[1] {
				return
			}
			var answer []byte
			if err := do(ctx, tokens[1], tokens[3:], message.Data); err != nil {
				answer, _ = json.Marshal(refusal{err.Error(), hint.Of(err)}) // of texts, so this cannot fail
			}
			_ = message.Respond(answer) // a client that misses it asks again
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var errNotUnderstood = errors.New("the hub does not know this request")

// moreHint is the remedy at the limit, besides waiting.
const moreHint = "the owner of the hub can allow more: grundy hub invite NAME --quota JOBS,SIZE"

func (m *quotaWriter) submit(ctx context.Context, person string, tokens []string, order []byte) error {
	if len(tokens) != 4 || !IsName(tokens[0]) || !IsName(tokens[1]) || !slices.Contains(lanes(), Lane(tokens[2])) || !IsName(tokens[3]) {
		return errNotUnderstood
	}
	version, id := tokens[0], tokens[3]
	jobs, err := m.bus.unfinished(ctx, person, "*")
	if err != nil {
		return err
	}
	if most := m.quota(person).Jobs; len(jobs) >= most {
		for job := range jobs {
			if idOf(job) == id {
				return nil // it waits already
			}
		}
		full, err := m.areUndone(ctx, person, jobs, most)
		if err != nil {
			return err
		}
		if full {
			return hint.Errorf("wait for some of them, or "+moreHint, "%s may have at most %s waiting or running", person, terminal.Count(most, "job"))
		}
	}
	return m.bus.submit(ctx, tokens[1], Lane(tokens[2]), person, id, version, order)
}

// idOf returns the id of a job from its subject.
func idOf(job string) string { return job[strings.LastIndex(job, ".")+1:] }

// areUndone reports whether more than most of a user's jobs have no result. A user who reads a result may submit the
// next job before the worker has removed the first from the queue.
func (m *quotaWriter) areUndone(ctx context.Context, person string, jobs map[string]uint64, most int) (bool, error) {
	undone := 0
	for job := range jobs {
		_, found, err := m.bus.result(ctx, person, idOf(job))
		if err != nil {
			return false, err
		}
		if !found {
			undone++
		}
		if undone == most {
			return true, nil
		}
	}
	return false, nil
}

func (m *quotaWriter) cancel(ctx context.Context, person string, tokens []string, _ []byte) error {
	if len(tokens) != 1 || !IsName(tokens[0]) {
		return errNotUnderstood
	}
	there, err := m.bus.unfinished(ctx, person, tokens[0])
	if err != nil || len(there) == 0 {
		return err // nothing is left to cancel
	}
	return m.bus.cancel(ctx, person, tokens[0])
}

func (m *quotaWriter) chunk(ctx context.Context, person string, tokens []string, chunk []byte) error {
	if len(tokens) != 1 || owner(tokens[0]) != person || len(chunk) > chunkSize {
		return errNotUnderstood
	}
	most := m.quota(person).Bytes
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, age := range []time.Duration{countTime, 0} { // count again before refusing
		if err := m.count(ctx, age); err != nil {
			return err
		}
		if m.stored[person]+int64(len(chunk)) <= most {
			m.stored[person] += int64(len(chunk))
			return inStore(m.bus.putChunk(ctx, tokens[0], chunk))
		}
	}
	return hint.Errorf("packages expire a week after they were sent; "+moreHint, "the packages of %s may take at most %s at the hub", person, bytesize.Size(most))
}

func (m *quotaWriter) meta(ctx context.Context, person string, tokens []string, text []byte) error {
	var info jetstream.ObjectInfo
	if len(tokens) != 1 || len(text) > maxMeta || json.Unmarshal(text, &info) != nil || owner(info.NUID) != person ||
		tokens[0] != base64.URLEncoding.EncodeToString([]byte(info.Name)) {
		return errNotUnderstood
	}
	return inStore(m.bus.putMeta(ctx, tokens[0], text))
}

// count counts the stored packages of all users, unless it did a moment ago. Every chunk counts as a full one.
func (m *quotaWriter) count(ctx context.Context, age time.Duration) error {
	if time.Since(m.counted) < age {
		return nil
	}
	stream, err := m.bus.js.Stream(ctx, blobsStream)
	if err != nil {
		return err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(chunksSubject+".*"))
	if err != nil {
		return err
	}
	m.stored, m.counted = map[string]int64{}, time.Now()
	for chunks, messages := range info.State.Subjects {
		if person := owner(strings.TrimPrefix(chunks, chunksSubject+".")); person != "" {
			m.stored[person] += int64(messages) * chunkSize
		}
	}
	return nil
}

// owner returns the sender of chunks with that name, or "" if they are not counted.
func owner(chunks string) string {
	if i := strings.LastIndex(chunks, ownedMark); i > 0 {
		return chunks[:i]
	}
	return ""
}
