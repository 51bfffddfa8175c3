package event

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Encoder writes events as NDJSON, one object per line.
type Encoder struct {
	out   io.Writer
	codec codec
	line  []byte
}

// NewEncoder returns an Encoder that writes to w, each line at once.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{out: w} }

// Encode writes an event. It fails if writing fails, or for a number that JSON cannot express.
func (n *Encoder) Encode(e Event) error {
	line, err := n.codec.appendEvent(n.line[:0], e)
	if err != nil {
		return fmt.Errorf("encode event %w", err)
	}
	n.line = append(line, '\n')
	_, err = n.out.Write(n.line)
	return err
}

// codecs are reused for single lines, because learning the structure of all kinds takes longer than reading a line.
var codecs = sync.Pool{New: func() any { return &codec{} }}

// Line returns an event as a line, without its line break.
func Line(e Event) ([]byte, error) {
	c := codecs.Get().(*codec)
	defer codecs.Put(c)
	line, err := c.appendEvent(nil, e)
	if err != nil {
		return nil, fmt.Errorf("encode event %w", err)
	}
	return line, nil
}

// KindOf returns the kind of the event in a line that Line or an Encoder wrote. It reads nothing else.
func KindOf(line []byte) string {
	rest, _ := bytes.CutPrefix(line, []byte(`{"`+kindField+`":"`))
	kind, _, _ := bytes.Cut(rest, []byte{'"'})
	return string(kind)
}

// OfLine returns the event in a line; an Unknown if its kind is unknown.
func OfLine(line []byte) (Event, error) {
	c := codecs.Get().(*codec)
	defer codecs.Put(c)
	return c.decodeEvent(bytes.TrimSpace(line))
}

// Decoder reads what an Encoder wrote.
type Decoder struct {
	in     *bufio.Reader
	codec  codec
	number int // of lines
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{in: bufio.NewReaderSize(r, 64<<10)} }

// maxLine bounds the size of an event, in bytes. The largest are the results of a submission on all cases.
const maxLine = 64 << 20

// ErrCut reports that the stream ends within a line, as after a run that was killed.
var ErrCut = errors.New("the stream ends within a line")

// Decode reads the next event; an Unknown if its kind is unknown. The error is io.EOF at the end, wraps ErrCut after
// the last whole line, and names the line otherwise. The caller may continue after a line that is not an event.
func (d *Decoder) Decode() (Event, error) {
	for {
		line, err := d.readLine()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			continue
		}
		e, err := d.codec.decodeEvent(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", d.number, err)
		}
		return e, nil
	}
}

// readLine returns the next line without its line break and surrounding space.
func (d *Decoder) readLine() ([]byte, error) {
	var line []byte
	d.number++
	for {
		part, err := d.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return nil, fmt.Errorf("line %d: longer than %d bytes", d.number, maxLine)
		case err == nil:
			return bytes.TrimSpace(line), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) > 0:
			return nil, fmt.Errorf("line %d: %w", d.number, ErrCut)
		default:
			return nil, err
		}
	}
}
