package sitelog

import (
	"encoding/json"
	"path"
	"strings"

	"grundy/internal/base/hint"
)

// description is the file that describes the submission in whose directory it lies.
const description = "submission.json"

// readDescribed reads directories with a submission.json each, whose keys are the columns of a table. Without a verdict in it,
// that in the names of the directories counts.
func readDescribed(t *tree) (*Log, error) {
	log := &Log{Format: description + " in each directory"}
	for _, name := range t.named[description] {
		dir := path.Dir(name)
		if dir == "." {
			continue
		}
		content, err := t.read(name)
		if err != nil {
			return nil, err
		}
		var item map[string]text
		if err := json.Unmarshal(content, &item); err != nil {
			return nil, hint.Errorf(`write {"id": "101", "problem": "nim", "language": "cpp", "verdict": "WA"}`, "%s: %w", name, err)
		}
		s := entryOf(item).submission()
		named, isNamed := byName(dir)
		if s.ID == "" {
			s.ID = path.Base(dir)
		}
		if s.Verdict.Word == "" && isNamed {
			s.Verdict = named.Verdict
		}
		if len(s.Problems) == 0 {
			s.Problems = named.Problems
		}
		if err := t.take(&s, dir); err != nil {
			return nil, err
		}
		log.Submissions = append(log.Submissions, s)
	}
	if len(log.Submissions) == 0 {
		return nil, nil
	}
	return log, nil
}

// readNames reads submissions whose verdict is in their paths: they lie in a directory named after it, such as nim/wrong_answer/s101, or
// their own name ends with its abbreviation, such as nim/101-WA.cpp. The other directories may name the problem.
func readNames(t *tree) (*Log, error) {
	log := &Log{Format: "the names of directories and files"}
	seen := map[string]bool{}
	for _, file := range t.files {
		for place := file; place != "."; place = path.Dir(place) {
			s, named := byName(place)
			if !named || seen[place] {
				continue
			}
			seen[place] = true
			s.ID = place // files in several directories may have one name
			if err := t.take(&s, place); err != nil {
				return nil, err
			}
			log.Submissions = append(log.Submissions, s)
		}
	}
	if len(log.Submissions) == 0 {
		return nil, nil
	}
	return log, nil
}

// byName returns the submission that a path names, without sources: true if its parent is named after a verdict, or if its own
// name ends with one.
func byName(place string) (Submission, bool) {
	parts := strings.Split(place, "/")
	own := parts[len(parts)-1]
	above := parts[:len(parts)-1]
	s := Submission{ID: strings.TrimSuffix(own, path.Ext(own))}
	named := false
	if len(above) > 0 {
		if v := ParseVerdict(above[len(above)-1]); v.IsKnown() {
			s.Verdict, named, above = v, true, above[:len(above)-1]
		}
	}
	if cut := strings.LastIndexAny(s.ID, "-_"); !named && cut > 0 {
		abbreviation := s.ID[cut+1:]
		if v := ParseVerdict(abbreviation); v.IsKnown() && abbreviation == strings.ToUpper(abbreviation) {
			s.Verdict, named, s.ID = v, true, s.ID[:cut]
		}
	}
	for i := len(above) - 1; i >= 0; i-- {
		s.Problems = append(s.Problems, above[i])
	}
	return s, named
}
