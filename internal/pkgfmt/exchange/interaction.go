package exchange

import (
	"bytes"
	"strings"
)

// downloads adds downloadable files to samples that are shown as conversations: what the program reads, and what
// it writes. Otherwise contestants could download the judge's own input.
func (c *conversion) downloads() error {
	for _, name := range c.names() {
		stem, isInteraction := strings.CutSuffix(name, ".interaction")
		if !isInteraction || !strings.HasPrefix(name, "data/") {
			continue
		}
		_, hasInput := c.files[stem+".in.download"]
		_, hasAnswer := c.files[stem+".ans.download"]
		if hasInput || hasAnswer {
			continue
		}
		text, err := c.files[name].content()
		if err != nil {
			return err
		}
		var read, written bytes.Buffer
		for line := range bytes.Lines(text) {
			switch line[0] {
			case '<':
				read.Write(line[1:])
			case '>':
				written.Write(line[1:])
			}
		}
		if err := c.text(stem+".in.download", read.String()); err != nil {
			return err
		}
		if err := c.text(stem+".ans.download", written.String()); err != nil {
			return err
		}
	}
	return nil
}
