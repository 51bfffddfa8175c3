package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/store/config"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// settingFlag is the flag of a key. Its variable and the configuration set the value if the user does not type it.
// Usage follows the library: the name of the value stands in backquotes.
func settingFlag(name config.Name, usage string, aliases ...string) cli.Flag {
	key := config.KeyOf(name)
	return &variableFlag{&cli.StringFlag{Name: key.Flag, Aliases: aliases, DefaultText: key.Default, Usage: usage}, key.Variable}
}

// variableFlag names the variable of a flag for the help. The library itself would read the variables of the process.
type variableFlag struct {
	*cli.StringFlag
	variable string
}

// GetEnvVars names the variable.
func (f *variableFlag) GetEnvVars() []string { return []string{f.variable} }

// newCall reads the configuration for a call of a command.
func (a *application) newCall(c *cli.Context) (*call, error) {
	file, err := config.Read(workspace.ConfigurationFile(workspace.Config{Environment: a.environment}), a.environment.Home())
	if unusable := (*config.UnusableError)(nil); errors.As(err, &unusable) {
		a.log.Warn(err.Error(), "remedy", hint.Of(err))
		err = nil
	}
	warnings := &warnings{notices: report.NewNotices(a.err, terminal.Detect(a.err, a.environment.Get).Color && !c.Bool("no-color"))}
	return &call{c, a, file, warnings}, err
}

// setting is the effective setting of a key in this call.
func (c *call) setting(name config.Name) config.Setting {
	var typed *string
	if flag := config.KeyOf(name).Flag; c.IsSet(flag) {
		text := fmt.Sprint(c.Value(flag))
		typed = &text
	}
	return config.Resolve(name, typed, c.environment, c.file)
}

// settingsOf are the settings of this call, with those of a file as it is now. A file that cannot be used counts as it was.
func (c *call) settingsOf(path string) []config.Setting {
	now := *c
	if file, err := config.Read(path, c.environment.Home()); err == nil {
		now.file = file
	}
	var all []config.Setting
	for _, key := range config.Keys() {
		all = append(all, now.setting(key.Name))
	}
	return all
}

// chosen reads the value of a setting, the zero value if it is not set.
func chosen[T any](c *call, name config.Name, read func(string) (T, error)) (value T, err error) {
	setting := c.setting(name)
	if setting.From == config.FromDefault {
		return value, nil
	}
	if value, err = read(setting.Text); err != nil {
		return value, fmt.Errorf("%s %q: %w", setting.Called(), setting.Text, err)
	}
	return value, nil
}

// plainSettings are the settings for plain directories.
func (c *call) plainSettings() (plain workspace.Plain, err error) {
	if plain.Time, err = chosen(c, config.PlainTime, config.Time); err != nil {
		return plain, err
	}
	setting := c.setting(config.PlainTime)
	plain.TimeSource = setting.Place()
	if setting.From == config.FromFile {
		plain.TimeSource = "config.yaml" // the whole path is too long for where the limit is shown
	}
	if plain.Memory, err = chosen(c, config.PlainMemory, config.Size); err != nil {
		return plain, err
	}
	if plain.Output, err = chosen(c, config.PlainOutput, config.Size); err != nil {
		return plain, err
	}
	plain.IgnoreCase, err = chosen(c, config.PlainIgnoreCase, config.Boolean)
	return plain, err
}

// profiles are the choice of the profile of a site. A configured one gives way to that of the problem's site.
func (c *call) profiles() (profiles workspace.Profiles, err error) {
	name, err := chosen(c, config.Profile, func(text string) (string, error) { return text, language.CheckProfile(text) })
	setting := c.setting(config.Profile)
	if setting.From == config.FromFile {
		return workspace.Profiles{Usual: name}, err
	}
	return workspace.Profiles{Chosen: name}, err
}

// folder is the directory that a setting names, which must exist; "" if it names none.
func (c *call) folder(name config.Name) (string, error) {
	return chosen(c, name, func(text string) (string, error) {
		if info, err := os.Stat(text); err != nil || !info.IsDir() {
			return "", hint.Errorf("create it, or name another one", "no such directory")
		}
		return text, nil
	})
}
