package language

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// findEntry finds the main file or class for rows that need one.
func (l *layout) findEntry(source Source) error {
	if l.row.isExecutable() {
		return l.findExecutable(source)
	}
	commands := append(slices.Clone(l.row.Compile), l.row.Run)
	needs := func(names ...string) bool {
		return slices.ContainsFunc(commands, func(command Words) bool { return command.mentions(names...) })
	}
	switch {
	case needs("class"):
		names := namesOf(l.files)
		l.entry = placeJava(l.files, l.beside, source.Entrypoint)
		for i, name := range names {
			if placed := l.files[i].Name; placed != name {
				l.files[i].Name = name
				l.rename(i, placed)
			}
		}
		if l.entry == "" {
			reason := "no class has a main method"
			if source.Entrypoint != "" {
				reason = fmt.Sprintf("no class %s has a main method", source.Entrypoint)
			}
			return &CompileError{Language: l.row, Reason: reason}
		}
	case needs("main", "name"):
		entry, err := l.mainFile(source)
		if err != nil {
			return err
		}
		l.entry = entry
	}
	return nil
}

// mainFile finds the file to start. It is the given one, the only one, main.*, __main__.*, the one that its content
// identifies, the only one that no other imports, or the only one besides the problem's included files. If none of
// these applies, the legacy format takes the first by name.
func (l *layout) mainFile(source Source) (string, error) {
	sources := l.sources()
	if given := source.Entrypoint; given != "" {
		for _, name := range sources {
			if name == given || stem(name) == given || stem(path.Base(name)) == stem(path.Base(given)) {
				return name, nil
			}
		}
		return "", &SourceError{
			Message: fmt.Sprintf("the entry point %s is not among the files", given),
			Help:    "the sources are " + strings.Join(sources, ", "),
		}
	}
	if len(sources) == 1 {
		return sources[0], nil
	}
	for _, wanted := range []string{"main", "__main__"} {
		for _, name := range sources {
			if strings.EqualFold(stem(name), wanted) {
				return name, nil
			}
		}
	}
	var mains []string
	for _, name := range sources {
		if l.row.Main.matches(l.data(name)) {
			mains = append(mains, name)
		}
	}
	if len(mains) == 1 {
		return mains[0], nil
	}
	if free := l.notImported(sources); len(free) == 1 {
		return free[0], nil
	}
	own := slices.DeleteFunc(slices.Clone(sources), func(name string) bool {
		return isAmong(name, source.Includes)
	})
	if len(own) == 1 {
		return own[0], nil
	}
	if source.Legacy && len(sources) > 0 {
		return sources[0], nil
	}
	return "", &SourceError{
		Message: "it is unclear which file to start: " + strings.Join(sources, ", "),
		Help:    "call it main" + path.Ext(sources[0]) + ", or give the entry point",
	}
}

// notImported returns the sources in the topmost directory that no other source imports; all others are modules.
func (l *layout) notImported(sources []string) []string {
	return slices.DeleteFunc(slices.Clone(sources), func(name string) bool {
		return path.Dir(name) != "." || slices.ContainsFunc(sources, func(other string) bool {
			return other != name && l.imports(other, name)
		})
	})
}
