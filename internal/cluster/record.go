package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"grundy/internal/cluster/probe"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/job/child"
)

// record is what came of a job, as the hub keeps it.
type record struct {
	Maker maker
	// Attempt is what the events of one worker's try have in common.
	Attempt string
	Made    time.Time
	About   about
	// Events are all that were told, as lines.
	Events []json.RawMessage `json:",omitempty"`
	Reply  child.Reply
	// Final tells that the job need not be done again: the judge did not fail, and nothing was missing.
	Final bool
}

// wish is a job as it lies at the hub.
type wish struct {
	// Problem is the id of its problem, for people.
	Problem string
	Order   json.RawMessage
	// Proof is that of the package. Who learns a package's name alone must not have programs tell what is in it.
	Proof string
}

// maker is who did a job.
type maker struct {
	Machine string
	Class   string
	Version string // of grundy
	// Like is the queue of workers like it, and Slower is not empty when the machine is not as fast as it was.
	Like   string
	Slower slowdown `json:",omitzero"`

	beside *event.Beside // what another machine measured that does not count
}

// slowdown is by how much, as a share, and in what kind of work a machine is slower than when it joined.
type slowdown struct {
	Share float64
	Kind  string
}

func (s slowdown) String() string {
	if s == (slowdown{}) {
		return ""
	}
	return fmt.Sprintf("slower by %.0f %% than when it joined: %s", 100*s.Share, s.Kind)
}

// told is what a worker tells of a job while it does it.
type told struct {
	Maker   maker
	Attempt string
	// Number is that of the first of the Events in the attempt, from 0.
	Number int               `json:",omitempty"`
	Events []json.RawMessage `json:",omitempty"`
	// Settled tells that there is a result to look for. Result is that one, as the hub keeps it, unless it is large or somebody
	// else's.
	Settled bool   `json:",omitempty"`
	Result  []byte `json:",omitempty"`
	// Cancelled has what was reached of a job that nobody wants any more.
	Cancelled *child.Reply `json:",omitempty"`
	// Missing says why the package is to be sent again.
	Missing string `json:",omitempty"`
	// Lack tells that another worker has to do it.
	Lack *lack `json:",omitempty"`
}

// lack is why a worker does not do a job: there is no toolchain for a language of it.
type lack struct {
	Language string
	// Events and Reply are what comes of the job where nobody has the toolchain.
	Events []json.RawMessage
	Reply  child.Reply
}

// Announcement is what a worker says of itself.
type Announcement struct {
	Name, Instance, Class, Version string
	Protocol                       int
	Slots, Running                 int
	// Languages are the names of those that it has toolchains for.
	Languages []string
	// Like is the queue of workers that are like it: of the same class, as fast as when they joined or not, with the same languages
	// and protocol.
	Like    string
	Figures probe.Figures // when it joined
	Slower  slowdown      `json:",omitzero"`
}

// nameOf names an order by all that decides its result. The epoch is that of a job that is wanted once more.
func nameOf(o job.Order, protocol int, version, class, epoch string) (string, error) {
	o.Turn = nil
	text, err := o.Encode()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, part := range []string{strconv.Itoa(protocol), version, class, epoch} {
		fmt.Fprintf(sum, "%q\n", part)
	}
	sum.Write(text)
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// withEvents is JSON of a record, or of what is told, that has no Events yet, with these. They are passed on as they are: to read them
// costs more than many jobs.
func withEvents(value any, events []json.RawMessage) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil || len(events) == 0 {
		return text, err
	}
	text = append(text[:len(text)-1], `,"Events":[`...)
	for i, line := range events {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, line...)
	}
	return append(text, "]}"...), nil
}

// maxTold bounds, in bytes, a result that is told to who waits for it, who need not ask for it then.
const maxTold = 64 << 10

// readRecord reads a record as the hub keeps it.
func readRecord(text []byte) (r record, err error) {
	if err := unpack(text, &r); err != nil {
		return r, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return r, nil
}

// errUnreadable tells that a result is none: somebody forged it.
var errUnreadable = errors.New("read what came of a job")

// maxText bounds, in bytes, what a message may unpack to.
const maxText = 256 << 20

// compressor packs and unpacks whole texts; both may be used concurrently.
var compressor = sync.OnceValue(func() (c struct {
	*zstd.Encoder
	*zstd.Decoder
},
) {
	// The options are valid, so neither fails.
	c.Encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(2), zstd.WithEncoderLevel(zstd.SpeedFastest))
	c.Decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(maxText))
	return c
})

func pack(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return compressor().EncodeAll(text, nil), nil
}

func unpack(data []byte, into any) error {
	text, err := compressor().DecodeAll(data, nil)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
