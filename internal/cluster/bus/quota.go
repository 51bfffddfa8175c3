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

// Whoever has a quota may not write to the streams, but asks the hub to, which counts: person.<person>.<verb>.…
const (
	personSubject = "person"
	submitVerb    = "submit" // .<version>.<queue>.<lane>.<id>
	cancelVerb    = "cancel" // .<id>
	chunkVerb     = "chunk"  // .<chunks>
	metaVerb      = "meta"   // .<name>, encoded
)

// ownedMark stands in the name of chunks behind that of the person who sent them.
const ownedMark = "-"

const (
	// maxMeta bounds, in bytes, what is known of a blob.
	maxMeta = 4 << 10
	// countTime is for how long a hub goes by what it counted of packages, and what it added to that.
	countTime = time.Minute
)

// isMetered tells whether the hub counts what the member has.
func (b *Bus) isMetered() bool { return b.member.Quota != (Quota{}) }

// refusal is what the hub answers that does not do what it is asked to.
type refusal struct{ Error, Hint string }

// have has the hub write something.
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

// metering is how a hub writes what persons with a quota ask for.
type metering struct {
	bus   *Bus // the hub's own
	quota func(person string) Quota

	mu      sync.Mutex
	stored  map[string]int64 // by person, at most
	counted time.Time
}

// serve answers until the connection ends. What one person asks for is done in turn, so that counting and writing go together.
func (m *metering) serve(ctx context.Context) error {
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
				answer, _ = json.Marshal(refusal{err.Error(), hint.Of(err)}) // of texts
			}
			_ = message.Respond(answer) // who does not hear it asks again
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var errNotUnderstood = errors.New("the hub does not understand that")

// moreHint is what to do at the bound, beside waiting.
const moreHint = "whoever runs the hub may allow more: grundy hub invite NAME --quota JOBS,SIZE"

func (m *metering) submit(ctx context.Context, person string, tokens []string, order []byte) error {
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
			return hint.Errorf("wait for some of them, or "+moreHint, "%s may have no more than %s waiting or running", person, terminal.Count(most, "job"))
		}
	}
	return m.bus.submit(ctx, tokens[1], Lane(tokens[2]), person, id, version, order)
}

// idOf is the name of a job by its subject.
func idOf(job string) string { return job[strings.LastIndex(job, ".")+1:] }

// areUndone tells whether so many of a person's jobs have no result: who reads one may hand in the next job before the worker has
// dropped the first.
func (m *metering) areUndone(ctx context.Context, person string, jobs map[string]uint64, most int) (bool, error) {
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

func (m *metering) cancel(ctx context.Context, person string, tokens []string, _ []byte) error {
	if len(tokens) != 1 || !IsName(tokens[0]) {
		return errNotUnderstood
	}
	there, err := m.bus.unfinished(ctx, person, tokens[0])
	if err != nil || len(there) == 0 {
		return err // nothing is left to cancel
	}
	return m.bus.cancel(ctx, person, tokens[0])
}

func (m *metering) chunk(ctx context.Context, person string, tokens []string, chunk []byte) error {
	if len(tokens) != 1 || owner(tokens[0]) != person || len(chunk) > chunkSize {
		return errNotUnderstood
	}
	most := m.quota(person).Bytes
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, age := range []time.Duration{countTime, 0} { // before something is refused it is counted again
		if err := m.count(ctx, age); err != nil {
			return err
		}
		if m.stored[person]+int64(len(chunk)) <= most {
			m.stored[person] += int64(len(chunk))
			return inStore(m.bus.putChunk(ctx, tokens[0], chunk))
		}
	}
	return hint.Errorf("packages are dropped a week after they were sent; "+moreHint, "the packages of %s may take no more than %s at the hub", person, bytesize.Size(most))
}

func (m *metering) meta(ctx context.Context, person string, tokens []string, text []byte) error {
	var info jetstream.ObjectInfo
	if len(tokens) != 1 || len(text) > maxMeta || json.Unmarshal(text, &info) != nil || owner(info.NUID) != person ||
		tokens[0] != base64.URLEncoding.EncodeToString([]byte(info.Name)) {
		return errNotUnderstood
	}
	return inStore(m.bus.putMeta(ctx, tokens[0], text))
}

// count counts what lies in the store of everybody's packages, unless that was done a moment ago. Chunks count as whole ones.
func (m *metering) count(ctx context.Context, age time.Duration) error {
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

// owner is who sent chunks of that name, "" where that is not counted.
func owner(chunks string) string {
	if i := strings.LastIndex(chunks, ownedMark); i > 0 {
		return chunks[:i]
	}
	return ""
}
