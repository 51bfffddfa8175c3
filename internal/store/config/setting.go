package config

import "grundy/internal/base/environment"

// Origin is where a value comes from.
type Origin string

// The origins, by increasing priority.
const (
	FromDefault  Origin = "default"
	FromFile     Origin = "file"
	FromVariable Origin = "variable"
	FromFlag     Origin = "flag"
)

// Setting is the effective value of a key.
type Setting struct {
	Key
	// Text is the value as it was written, with paths of the file made absolute; "" for the default.
	Text string
	From Origin
	// place is the position of a value in the file.
	place string
}

// Resolve finds the effective value of a key: its flag as typed, its variable, the value in the file, or the default.
// typed is nil if the flag was not typed.
func Resolve(name Name, typed *string, variables environment.Variables, file File) Setting {
	s := Setting{Key: KeyOf(name), From: FromDefault}
	inFile, isInFile := file.values[name]
	switch variable := variables.Get(s.Variable); {
	case typed != nil:
		s.Text, s.From = *typed, FromFlag
	case variable != "":
		s.Text, s.From = variable, FromVariable
	case isInFile && inFile.text != "":
		s.Text, s.From, s.place = inFile.text, FromFile, placed(file.path, inFile.line, inFile.column)
	}
	return s
}

// Place returns where the value comes from: "default", "…/config.yaml:3:7", "$GRUNDY_JOBS", "--jobs".
func (s *Setting) Place() string {
	switch s.From {
	case FromFlag:
		return "--" + s.Flag
	case FromVariable:
		return "$" + s.Variable
	case FromFile:
		return s.place
	}
	return string(FromDefault)
}

// Called returns how an error names the setting: "--jobs", "$GRUNDY_JOBS", "…/config.yaml:3:7: jobs".
func (s *Setting) Called() string {
	if s.From == FromFile {
		return s.place + ": " + string(s.Name)
	}
	return s.Place()
}
