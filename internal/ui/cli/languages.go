package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"grundy/internal/judge/language"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func languagesCommand() *command {
	return &command{
		do: listLanguages,
		Command: cli.Command{
			Name:    "languages",
			Aliases: []string{"langs"},
			Usage:   "list the languages, and how to install what is missing",
			Description: `Lists the supported languages: code, file extensions, and the version found on this machine,
or what is missing and how to install it.

   grundy languages
   grundy languages --installed

A file of your own changes or adds languages; its path is the last line of the list.`,
			Flags: []cli.Flag{
				switchFlag("installed", "list only the languages whose toolchain is on this machine"),
				&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json"},
			},
		},
	}
}

// languageRow is the JSON form of a row.
type languageRow struct {
	Code       string   `json:"code"`
	Name       string   `json:"name"`
	Extensions []string `json:"extensions"`
	Found      bool     `json:"found"`
	Path       string   `json:"path,omitempty"`
	Version    string   `json:"version,omitempty"`
	Missing    string   `json:"missing,omitempty"`
	Reason     string   `json:"reason,omitempty"`
	Install    string   `json:"install,omitempty"`
	Tested     bool     `json:"tested"`
	Proved     bool     `json:"proved"`
}

func listLanguages(ctx context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	var rows []languageRow
	for _, status := range builder.Inspect(ctx, w.Compiler) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if row := rowOf(status); row.Found || !c.Bool("installed") {
			rows = append(rows, row)
		}
	}
	switch format := c.String("format"); format {
	case "json":
		encoder := json.NewEncoder(c.out)
		for _, row := range rows {
			if err := encoder.Encode(row); err != nil {
				return &workspace.JudgeError{Err: err}
			}
		}
		return nil
	case "text":
		languageTable(c, rows, w.OwnLanguages())
		return nil
	default:
		return formatError(format)
	}
}

func rowOf(status language.Status) languageRow {
	row := languageRow{
		Code: status.Language.ID, Name: status.Language.Name, Extensions: status.Language.Extensions,
		Found: status.Missing == "" && status.Err == nil, Path: status.Path, Version: status.Version,
		Missing: status.Missing, Reason: status.Reason, Install: status.Install, Tested: status.Language.Tested,
		Proved: status.Language.Proved,
	}
	if status.Err != nil {
		row.Missing = status.Err.Error()
	}
	return row
}

// trial says how the row was tried: by the project's tests, by the programs of make languages alone, or not at all.
func (r languageRow) trial() string {
	switch {
	case r.Tested:
		return "tested"
	case r.Proved:
		return "proved"
	}
	return "unproved"
}

// languageTable shows the languages that were found and those that were not, and where the user's own rows are, ""
// for nowhere.
func languageTable(c *call, rows []languageRow, own string) {
	var found, missing [][]string
	for _, row := range rows {
		if row.Found {
			found = append(found, []string{row.Code, row.Name, row.Version, row.trial(), joined(row.Extensions)})
			continue
		}
		remedy := row.Missing
		if row.Path != "" {
			remedy = row.Reason
		}
		if row.Install != "" {
			remedy += ": " + row.Install
		}
		missing = append(missing, []string{row.Code, row.Name, remedy})
	}
	if len(found) > 0 {
		c.table([]string{"found", "language", "version", "tried", "endings"}, found)
	}
	if len(missing) > 0 {
		fmt.Fprintln(c.out)
		c.table([]string{"missing", "language", "what is missing, and how to install it"}, missing)
	}
	if own != "" {
		pen := terminal.Pen{Color: c.screen(c.out.File).Color}
		fmt.Fprintf(c.out, "\n%s %s\n", pen.Draw(terminal.Faint, "your own rows:"), terminal.Line(own))
	}
}
