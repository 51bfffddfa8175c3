package sitelog

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"grundy/internal/base/hint"
)

// Log is what a site says of its submissions.
type Log struct {
	// Format describes where the verdicts come from, for users: "an event feed".
	Format      string
	Submissions []Submission
}

// Submission is a submission and what the site says of it.
type Submission struct {
	ID string
	// Problems are the names of its problem, the most specific first: IDs, the short name, the label.
	Problems []string
	// Languages are the site's names for its language, of which some may be empty. Entrypoint is its main file or class, "" if
	// unknown.
	Languages  []string
	Entrypoint string
	Verdict    Verdict
	// Files are its sources. Missing says why there are none.
	Files   []File
	Missing string
}

// File is a source of a submission.
type File struct {
	Name string // local to the submission, with slashes
	Path string
}

// formats are the forms of logs, in the order in which they are tried. Each returns nil if the directory has another one.
var formats = []func(*tree) (*Log, error){readFeed, readEndpoints, readTable, readDescribed, readNames}

// Read reads the log in a directory or an archive (.zip, .tar.gz, .tgz, .tar). It unpacks archives below scratch, a directory
// that exists.
func Read(ctx context.Context, path, scratch string) (*Log, error) {
	dir, err := directory(ctx, path, scratch)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t, err := openTree(ctx, dir, scratch)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer t.root.Close()
	for _, read := range formats {
		log, err := read(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if log == nil {
			continue
		}
		slices.SortStableFunc(log.Submissions, func(a, b Submission) int { return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID)) })
		return log, nil
	}
	return nil, hint.Errorf("beside the submissions, write verdicts.csv with the columns id,problem,language,verdict",
		"%s: no verdicts found; looked for event-feed.ndjson, submissions.json with judgements.json, verdicts.csv, .tsv or .json, "+
			"submission.json in directories, and directories named after verdicts", path)
}

// directory returns the directory at a path, or that of an unpacked archive.
func directory(ctx context.Context, path, scratch string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return "", hint.Errorf("name a directory, or a .zip or .tar.gz archive", "no such file or directory")
	case err != nil:
		return "", err
	case info.IsDir():
		return path, nil
	}
	return unpack(ctx, path, scratch)
}
