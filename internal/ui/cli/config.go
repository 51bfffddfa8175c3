package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"grundy/internal/store/config"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func configCommand() *command {
	return &command{
		do: showConfig,
		Command: cli.Command{
			Name:  "config",
			Usage: "show all settings and where they come from",
			Description: `Lists every setting with its value and its origin: a flag, an environment variable, the
file config.yaml, or the default.

   grundy config
   grundy config --jobs 1 --format json

The last line is the path of config.yaml, which need not exist.`,
			Flags: configFlags(),
		},
	}
}

// configFlags are the flags of all keys, so that users can try what a value would do.
func configFlags() []cli.Flag {
	var flags []cli.Flag
	for _, key := range config.Keys() {
		if key.Switch {
			flags = append(flags, switchFlag(key.Flag, key.Means))
		} else {
			flags = append(flags, settingFlag(key.Name, key.Means+": `VALUE`"))
		}
	}
	return append(flags, &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json"})
}

// configRow is the JSON form of a setting.
type configRow struct {
	Key      string        `json:"key"`
	Value    string        `json:"value"` // "" for the default
	Default  string        `json:"default"`
	From     config.Origin `json:"from"`
	Place    string        `json:"place"`
	Flag     string        `json:"flag"`
	Variable string        `json:"variable"`
}

func showConfig(_ context.Context, c *call) error {
	if _, err := c.config(); err != nil { // reports invalid values, too
		return err
	}
	path := workspace.ConfigurationFile(workspace.Config{Environment: c.environment})
	var rows [][]string
	encoder := json.NewEncoder(c.out)
	format := c.String("format")
	if format != "text" && format != "json" {
		return formatError(format)
	}
	for _, key := range config.Keys() {
		setting := c.setting(key.Name)
		if format == "text" {
			rows = append(rows, configCells(&setting))
			continue
		}
		if err := encoder.Encode(configRow{
			string(key.Name), setting.Text, key.Default, setting.From, setting.Place(), "--" + key.Flag, "$" + key.Variable,
		}); err != nil {
			return &workspace.JudgeError{Err: err}
		}
	}
	if format == "json" {
		return nil
	}
	c.table([]string{"key", "value", "from"}, rows)
	if path != "" {
		none := ""
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			none = " (none yet)"
		}
		pen := terminal.Pen{Color: c.screen(c.out.File).Color}
		fmt.Fprintf(c.out, "\n%s %s%s\n", pen.Draw(terminal.Faint, "your file:"), terminal.Line(path), none)
	}
	return nil
}

// configCells are the columns of a setting. A default stands in parentheses.
func configCells(s *config.Setting) []string {
	value := s.Text
	if s.From == config.FromDefault {
		value = "(" + s.Default + ")"
	}
	return []string{string(s.Name), value, s.Place()}
}
