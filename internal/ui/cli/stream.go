package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
)

// recordFlag records the stream of events beside the report.
func recordFlag() cli.Flag {
	return &cli.StringFlag{Name: "record", Usage: "record the run in `FILE`, for grundy report"}
}

// stream takes the events of a command. Standard output and the file of --record are written asynchronously, so that
// neither slows the work.
type stream struct {
	event.Tee
	text   *report.Text  // nil in other formats
	buffer *event.Buffer // for standard output
}

// streaming runs the work of a command between the Begin and the End of its stream, and returns the command's error.
// Streaming fills in the fields of begin that are the same for all commands. More sinks receive the stream too, and
// are closed last.
func (c *call) streaming(begin event.Begin, work func(out *stream) error, more ...event.Sink) error {
	out, err := c.newStream(more)
	if err != nil {
		return err
	}
	begin.Version, begin.Command, begin.Verbose = version(), c.Command.Name, c.Bool("verbose")
	if folder, err := os.Getwd(); err == nil {
		begin.Directory, begin.Repository = folder, repository(folder, c.environment.Get("GITHUB_WORKSPACE"))
	}
	out.Event(begin)
	c.warnings.begin(out)
	err = work(out)
	end := event.End{ExitCode: exitCode(err)}
	if err != nil {
		end.Error, end.Hint = inWords(err)
	}
	out.Event(end)
	if closeErr := out.Close(); closeErr != nil && (err == nil || err.Error() == "") {
		return &workspace.JudgeError{Err: fmt.Errorf("write the report: %w", closeErr)}
	}
	return err
}

// repository is the directory that paths in annotations are relative to: the one that continuous integration names,
// or the top of the Git repository that contains folder, "" for none.
func repository(folder, named string) string {
	if named != "" {
		return named
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, ".git")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
	}
}

// newStream opens the sinks of --format and --record.
func (c *call) newStream(more []event.Sink) (*stream, error) {
	face := report.New(c.String("format"), c.out, c.screen(c.out.File))
	out := &stream{}
	out.text, _ = face.(*report.Text)
	if file := c.String("record"); file != "" {
		recording, err := report.Record(file)
		if err != nil {
			return nil, hint.Errorf("name a file in a directory that you may write to", "--record: %w", err)
		}
		out.Tee = append(out.Tee, event.NewBuffer(recording))
	}
	out.buffer = event.NewBuffer(face)
	out.Tee = append(out.Tee, out.buffer)
	for _, sink := range more {
		out.Tee = append(out.Tee, event.NewBuffer(sink))
	}
	return out, nil
}

// pause waits until everything is drawn and removes the live lines, so that a question can stand below.
func (s *stream) pause() {
	s.buffer.Flush()
	if s.text != nil {
		s.text.Pause()
	}
}

// outcomeOf is the error of a command whose report has said everything, nil on success.
func outcomeOf(exit int) error {
	if exit == exitOK {
		return nil
	}
	return exitVerdict(exit)
}
