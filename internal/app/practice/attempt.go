package practice

import (
	"slices"

	"grundy/internal/base/bytesize"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/judge/resultcache"
	"grundy/internal/store/workspace"
)

// attempt records what was judged.
func (s *Session) attempt(e *Entry, source []event.SourceFile) event.Attempt {
	a := event.Attempt{
		Submission: e.Name, Path: e.Path, Against: e.Key, Problem: workspace.ProblemKey(e.Against), Cases: event.AllCases,
		ByUser: e.IsOwn(e.Against), Processor: resultcache.ThisMachine().Processor, Source: source,
		Repeats: e.Repeats,
	}
	switch {
	case s.options.Input != "":
		a.Cases = event.OwnCase
	case e.Job.Options.Cases != nil:
		a.Cases = event.SomeCases
	}
	if s.options.Input == "" {
		a.Package = s.workspace.PackageDigest(e.Against)
	}
	return a
}

// maxSource bounds how much of a source the history keeps: hand-written sources are shorter.
const maxSource = bytesize.MiB

// sourceFiles reads the judged source, none if it is too large or unreadable, which the judge reports.
func sourceFiles(source language.Source) []event.SourceFile {
	var files []event.SourceFile
	room := maxSource
	for i, file := range slices.Concat(source.Files, source.Beside) {
		size, err := file.Size()
		if room -= size; err != nil || room < 0 {
			return nil
		}
		text, err := file.Read()
		if err != nil {
			return nil
		}
		files = append(files, event.SourceFile{Name: file.Name, Text: string(text), Beside: i >= len(source.Files)})
	}
	return files
}
