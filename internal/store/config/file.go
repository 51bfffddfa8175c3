package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
)

// File contains the values of a config.yaml; the zero value sets nothing.
type File struct {
	path   string
	values map[Name]value
}

// value is the value of a key, and where it stands.
type value struct {
	text         string
	line, column int
}

// UnusableError reports a file that exists but is ignored, because it cannot be read or another user may write to it.
type UnusableError struct{ err error }

func (e *UnusableError) Error() string { return "the configuration is ignored: " + e.err.Error() }
func (e *UnusableError) Unwrap() error { return e.err }

// Hint returns the remedy.
func (e *UnusableError) Hint() string {
	return "make it a file that you can read and only you can write, or move it away"
}

// Text returns the content of a configuration file, which need not exist; "" stands for none. The error is an
// UnusableError.
func Text(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = fsutil.Trusted(path)
	}
	if err != nil {
		return nil, &UnusableError{err}
	}
	return text, nil
}

// Read reads a file, which need not exist; "" stands for none. home is the directory that ~ stands for. The error is
// either an UnusableError, together with a File that sets nothing, or lists every mistake in the file by line and
// column.
func Read(path, home string) (File, error) {
	f := File{path: path, values: map[Name]value{}}
	text, err := Text(path)
	if len(text) == 0 {
		return f, err
	}
	r := &reader{file: &f, home: home}
	if root, ok := yamldoc.Parse(path, text, r.yamlFault); ok {
		if keys, ok := root.Mapping(); ok {
			r.section(keys, "")
		}
	}
	if len(r.faults) > 0 {
		return f, hint.With("grundy config lists all settings", errors.Join(r.faults...))
	}
	return f, nil
}

// reader collects the settings of a file, and its faults.
type reader struct {
	file   *File
	home   string
	faults []error
}

func (r *reader) yamlFault(f yamldoc.Fault) {
	if !f.Warning {
		r.faults = append(r.faults, errors.New(f.Error()+inParentheses(f.Help)))
	}
}

// fault records a mistake at a position of the file.
func (r *reader) fault(at yamldoc.Value, help, format string, args ...any) {
	place := placed(r.file.path, at.Line(), at.Column())
	r.faults = append(r.faults, errors.New(place+": "+fmt.Sprintf(format, args...)+inParentheses(help)))
}

func inParentheses(help string) string {
	if help == "" {
		return ""
	}
	return " (" + help + ")"
}

func placed(path string, line, column int) string { return fmt.Sprintf("%s:%d:%d", path, line, column) }

// section reads the keys whose names begin with prefix.
func (r *reader) section(keys *yamldoc.Mapping, prefix string) {
	known := Keys()
	for _, field := range keys.Rest() {
		name := prefix + field.Key
		i := slices.IndexFunc(known, func(k Key) bool { return string(k.Name) == name })
		isSection := slices.ContainsFunc(known, func(k Key) bool { return strings.HasPrefix(string(k.Name), name+".") })
		switch {
		case name == Languages || name == Libraries || field.Value.Kind() == yamldoc.Null && (i >= 0 || isSection):
		case i >= 0:
			r.set(&known[i], field.Value)
		case isSection:
			if below, ok := field.Value.Mapping(); ok {
				r.section(below, name+".")
			}
		default:
			r.fault(field.Name, nearest(name), "there is no key %s", name)
		}
	}
}

// set reads the value of a key.
func (r *reader) set(k *Key, v yamldoc.Value) {
	text, ok := v.Scalar()
	if !ok {
		return
	}
	if k.check != nil {
		if err := k.check(text); err != nil {
			r.fault(v, hint.Of(err), "%s: %v, got %q", k.Name, err, text)
			return
		}
	}
	if k.place && text != "" {
		text = r.absolute(text)
	}
	r.file.values[k.Name] = value{text, v.Line(), v.Column()}
}

// absolute resolves a path of the file: one with ~ below home, other relative ones below the file's directory. Network
// addresses stay as they are.
func (r *reader) absolute(path string) string {
	if below, found := strings.CutPrefix(path, "~"); found && r.home != "" && (below == "" || os.IsPathSeparator(below[0])) {
		return filepath.Join(r.home, below)
	}
	if filepath.IsAbs(path) || strings.Contains(path, "://") {
		return path
	}
	return filepath.Join(filepath.Dir(r.file.path), path)
}

// nearest suggests the key that was probably meant: one with a similar spelling, or one whose section was left out.
func nearest(name string) string {
	known := Keys()
	section := strings.TrimSuffix(name, Name(name).last())
	words := []string{Languages, Libraries}
	for _, k := range known {
		if below, found := strings.CutPrefix(string(k.Name), section); found {
			first, _, _ := strings.Cut(below, ".")
			words = append(words, section+first)
		}
	}
	if near := yamldoc.Suggest(name, words); near != "" {
		return near
	}
	i := slices.IndexFunc(known, func(k Key) bool { return hint.Nearest(Name(name).last(), []string{k.Name.last()}) != "" })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", known[i].Name)
}
