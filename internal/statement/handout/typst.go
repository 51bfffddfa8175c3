package handout

import (
	"context"
	"path/filepath"
	"strings"

	"grundy/internal/judge/language"
	"grundy/internal/ui/terminal"
)

// typst is the Typst command.
type typst struct{ tool language.Tool }

func (t typst) print(ctx context.Context, bench *ToolRunner, set Set, options Options) (PDF, error) {
	document, err := WriteTypst(set, options)
	if err != nil {
		return PDF{}, err
	}
	document.Files["sheet.typ"] = document.Source
	from, to, remove, err := bench.stageFiles(document.Files)
	if err != nil {
		return PDF{}, err
	}
	defer remove()
	said, err := bench.run(ctx, t.tool, from, to, nil, func(to string) []string {
		return []string{"compile", "--root", ".", "sheet.typ", filepath.Join(to, "sheet.pdf")}
	})
	if ctx.Err() != nil {
		return PDF{}, context.Cause(ctx)
	}
	pdf, err := printed(t.tool, filepath.Join(to, "sheet.pdf"), messagesOf("error", said), said, err)
	if err != nil {
		return PDF{}, err
	}
	return PDF{pdf, document.Notes, append(document.Lacks, messagesOf("warning", said)...)}, nil
}

// messagesOf returns the errors or the warnings of Typst, a line each.
func messagesOf(kind, said string) []string {
	var all []string
	for line := range strings.Lines(said) {
		if text, found := strings.CutPrefix(line, kind+": "); found {
			all = append(all, "it says: "+terminal.Line(strings.TrimSpace(text)))
		}
	}
	return all
}
