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

// record is the outcome of a job, as the hub stores it.
type record struct {
	Maker workerInfo
	// Attempt identifies the attempt whose events these are.
	Attempt string
	Made    time.Time
	About   resultContext
	// Events are all events, as lines.
	Events []json.RawMessage `json:",omitempty"`
	Reply  child.Reply
	// Final reports that the job need not be done again: the judge did not fail, and nothing was missing.
	Final bool
}

// queuedJob is a job as it is stored at the hub.
type queuedJob struct {
	// Problem is the id of its problem, for users.
	Problem string
	Order   json.RawMessage
	// Proof proves that the user has the package. Knowing only its name must not be enough to run programs that reveal
	// its content.
	Proof string
}

// workerInfo describes the worker that did a job.
type workerInfo struct {
	Machine string
	Class   string
	Version string // of grundy
	// Like is the queue of workers like it. Slower is not empty if the machine is slower than when it joined.
	Like   string
	Slower slowdown `json:",omitzero"`

	beside *event.CrossCheck // a measurement of another machine that does not count
}

// slowdown is by how much, as a fraction, and in which kind of work a machine is slower than when it joined.
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

// progress is a message of a worker about a job in progress.
type progress struct {
	Maker   workerInfo
	Attempt string
	// Number is the number of the first of the Events in the attempt, from 0.
	Number int               `json:",omitempty"`
	Events []json.RawMessage `json:",omitempty"`
	// Settled reports that there is a result to look for. Result is that result, as the hub stores it, unless it is
	// large or of another attempt.
	Settled bool   `json:",omitempty"`
	Result  []byte `json:",omitempty"`
	// Cancelled contains the partial result of a cancelled job.
	Cancelled *child.Reply `json:",omitempty"`
	// Missing says why the package must be sent again.
	Missing string `json:",omitempty"`
	// Lack says that another worker has to do the job.
	Lack *missingToolchain `json:",omitempty"`
}

// missingToolchain is why a worker cannot do a job: it has no toolchain for one of its languages.
type missingToolchain struct {
	Language string
	// Events and Reply are the result of the job if no worker has the toolchain.
	Events []json.RawMessage
	Reply  child.Reply
}

// Announcement is what a worker says about itself.
type Announcement struct {
	Name, Instance, Class, Version string
	Protocol                       int
	Slots, Running                 int
	// Languages are the names of the languages for which it has toolchains.
	Languages []string
	// Like is the queue of workers like it: of the same class, with the same languages and protocol, and as fast as
	// when they joined, or all slower.
	Like    string
	Figures probe.Figures // when it joined
	Slower  slowdown      `json:",omitzero"`
}

// nameOf names an order by everything that determines its result. epoch distinguishes repeated jobs.
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

// withEvents returns JSON of a record, or of told, that has no Events yet, with these events. It copies them unparsed:
// parsing them costs more than many jobs.
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

// maxTold bounds, in bytes, a result that is included in the message to the client, who then need not ask for it.
const maxTold = 64 << 10

// readRecord reads a record as the hub stores it.
func readRecord(text []byte) (r record, err error) {
	if err := unpack(text, &r); err != nil {
		return r, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return r, nil
}

// errUnreadable reports an invalid result, which was forged.
var errUnreadable = errors.New("read the result of a job")

// maxText bounds the uncompressed size of a message, in bytes.
const maxText = 256 << 20

// compressor compresses and decompresses whole texts; both may be used concurrently.
var compressor = sync.OnceValue(func() (c struct {
	*zstd.Encoder
	*zstd.Decoder
},
) {
	// The options are valid, so neither call fails.
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
