package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
	"grundy/internal/store/digest"
)

// extensions are those of the files that a case may consist of.
var extensions = problem.CaseExtensions()

// refusal says why a case is refused.
type refusal struct{ reason, help, log string }

func (r *refusal) Error() string { return r.reason }

// maker makes one case, in stages that are cached one by one: its own files, the words of the validators, the answer, and
// the picture.
type maker struct {
	*Generator
	rule   *generators.Case
	record generators.Record // of what was generated before
	cached bool              // nothing had to be run so far
}

// made runs the stages.
func (m *maker) make(ctx context.Context) (*made, error) {
	result := &made{rule: m.rule, files: map[string]string{}, sums: map[string]string{}, sizes: map[string]int64{}}
	name := m.rule.Name
	rule := origin(m.rule)
	m.rule = rule
	if err := m.ownFiles(ctx, result); err != nil {
		return nil, err
	}
	if err := m.validate(ctx, result, name); err != nil {
		return nil, err
	}
	if err := m.answer(ctx, result, name); err != nil {
		return nil, err
	}
	if err := m.validateAnswer(ctx, result, name); err != nil {
		return nil, err
	}
	return result, m.draw(ctx, result)
}

// take adds the files of a cache entry to a case; those that it has already stay.
func (r *made) take(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		extension := strings.TrimPrefix(entry.Name(), generators.Base)
		if _, found := r.files[extension]; found || !slices.Contains(extensions, extension) {
			continue
		}
		file := filepath.Join(dir, entry.Name())
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if r.sums[extension], err = digest.Of(file); err != nil {
			return err
		}
		r.files[extension], r.sizes[extension] = file, info.Size()
	}
	return nil
}

// stage finds an entry in the cache, or fills it.
func (m *maker) stage(key cache.Key, fill func(dir string) error) (string, error) {
	if dir, found := m.cache.Get(key); found {
		return dir, nil
	}
	m.cached = false
	return m.cache.Put(key, fill)
}

// ownFiles makes what needs no solution: what is copied, generated and written out.
func (m *maker) ownFiles(ctx context.Context, result *made) error {
	copies, err := m.copied()
	if err != nil {
		return err
	}
	hash := cache.NewHash("generated files 1")
	for _, extension := range extensions {
		hash.Text(copies[extension].sum).Text(m.rule.Links[extension])
		text, found := m.rule.Texts[extension]
		hash.Text(strconv.FormatBool(found)).Text(text)
		for _, expression := range m.rule.Match[extension] {
			hash.Text(expression.String())
		}
	}
	var program tool
	if m.rule.Command != nil {
		program = m.tools.generators[m.rule.Command.Program()]
		hash.Text(string(program.key)).Texts(m.rule.Command.Args(m.rule.Seed)).Number(int64(m.rule.Retries))
	}
	dir, err := m.stage(hash.Key(), func(dir string) error {
		for extension, from := range copies {
			if err := fsutil.Copy(from.path, filepath.Join(dir, generators.Base+extension), os.O_TRUNC, 0o644); err != nil {
				return err
			}
		}
		if m.rule.Command != nil {
			if err := m.generate(ctx, program, dir); err != nil {
				return err
			}
		}
		return m.writeOut(dir)
	})
	if err != nil {
		return err
	}
	return result.take(dir)
}

// source is a file to be copied.
type source struct{ path, sum string }

// copied finds the files that the key copy names, by extension.
func (m *maker) copied() (map[string]source, error) {
	found := map[string]source{}
	if m.rule.Copy == "" {
		return found, nil
	}
	for _, extension := range extensions {
		file := filepath.Join(m.problem.Dir, "generators", filepath.FromSlash(m.rule.Copy)+extension)
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		sum, err := digest.Of(file)
		if err != nil {
			return nil, err
		}
		found[extension] = source{file, sum}
	}
	return found, nil
}

// generate runs the generator, as often with the next seed as it may fail, and demands the same bytes of two runs. The first of
// the two may be the one that the package keeps the hashes of.
func (m *maker) generate(ctx context.Context, program tool, dir string) error {
	seed := m.rule.Seed
	var failed error
	for range max(m.rule.Retries, 1) {
		once, err := m.generateOnce(ctx, program, seed, dir)
		if once != "" {
			defer os.RemoveAll(once)
		}
		if err == nil {
			if known, err := m.isRecorded(once); err != nil || known {
				return errors.Join(err, moveFiles(once, dir))
			}
			twice, err := m.generateOnce(ctx, program, seed, dir)
			if twice != "" {
				defer os.RemoveAll(twice)
			}
			if err != nil {
				return err
			}
			if name, err := different(once, twice); err != nil || name != "" {
				return errors.Join(err, &refusal{
					reason: fmt.Sprintf("the generator %s is not deterministic: its %s is another one when it runs again", m.rule.Command.With(seed), name),
					help:   undeterminedHelp,
				})
			}
			return moveFiles(once, dir)
		}
		var refused *refusal
		if !errors.As(err, &refused) {
			return err
		}
		failed = err
		seed = generators.NextSeed(seed)
	}
	return failed
}

// isRecorded reports whether the files in a directory are those that the package was made with.
func (m *maker) isRecorded(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, err
	}
	for _, entry := range entries {
		extension := strings.TrimPrefix(entry.Name(), generators.Base)
		recorded := m.record.Sums["data/"+m.rule.Name+extension]
		if recorded == "" {
			return false, nil
		}
		sum, err := digest.Of(filepath.Join(dir, entry.Name()))
		if err != nil || sum != recorded {
			return false, err
		}
	}
	return true, nil
}

// generateOnce runs the generator and returns a folder in parent with what it wrote, which is to be removed.
func (m *maker) generateOnce(ctx context.Context, program tool, seed uint32, parent string) (string, error) {
	dir, err := os.MkdirTemp(parent, "run-")
	if err != nil {
		return "", fmt.Errorf("make a directory for the generator: %w", err)
	}
	ran, err := m.executor.Generate(ctx, m.programs, job.Generation{Tool: program.Tool, Args: m.rule.Command.Args(seed)}, dir)
	if err != nil {
		return dir, err
	}
	if ran.Fault != "" {
		return dir, &refusal{
			reason: fmt.Sprintf("the generator %s failed: %s", m.rule.Command.With(seed), ran.Fault),
			help:   "mend the generator or its arguments", log: ran.Stderr,
		}
	}
	return dir, nil
}

// writeOut writes the files that the rules contain, and checks whether the input matches their
// patterns.
func (m *maker) writeOut(dir string) error {
	for extension, text := range m.rule.Texts {
		if err := os.WriteFile(filepath.Join(dir, generators.Base+extension), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for extension, from := range m.rule.Links {
		if err := fsutil.Copy(filepath.Join(dir, generators.Base+from), filepath.Join(dir, generators.Base+extension), os.O_TRUNC, 0o644); err != nil {
			return &refusal{reason: fmt.Sprintf("there is no %s that %s could be the same as", from, extension), help: "correct the link"}
		}
	}
	input := filepath.Join(dir, generators.Base+".in")
	if _, err := os.Stat(input); err != nil {
		return &refusal{reason: "nothing makes the input", help: "add the key generate, copy or in"}
	}
	return m.match(".in", input)
}

// match requires that all expressions match.
func (m *maker) match(extension, file string) error {
	if len(m.rule.Match[extension]) == 0 {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, expression := range m.rule.Match[extension] {
		if !expression.Match(text) {
			return &refusal{
				reason: fmt.Sprintf("the %s does not match %s", extension, strings.TrimPrefix(expression.String(), "(?ms)")),
				help:   "give the generator other arguments, or correct the key match",
			}
		}
	}
	return nil
}

// validate has all input validators look at the input, but for inputs that are meant to be invalid.
func (m *maker) validate(ctx context.Context, result *made, name string) error {
	if m.rule.Folder() == string(problem.InvalidInput) {
		return nil
	}
	tc := *m.known(name)
	tc.Name, tc.Input, tc.Answer = name, result.files[".in"], ""
	for i, program := range m.problem.InputValidators {
		hash := word("valid input 3", m.tools.inputs[i], tc.InputValidatorArgs(program), name).Text(m.identity(name, result.sums[".in"]))
		if err := m.accepted(ctx, hash, program, &tc, "input"); err != nil {
			return err
		}
	}
	return nil
}

// word names what a validator says of a case, but for the files of that.
func word(about string, validator job.Built, args []string, name string) *cache.Hash {
	hash := cache.NewHash(about).Text(string(validator.Key)).Texts(args)
	if validator.Placed {
		hash.Text(path.Dir(name))
	}
	return hash
}

// accepted has a validator look at a file of a case, "input" or "answer", unless its word is known.
func (m *maker) accepted(ctx context.Context, hash *cache.Hash, program problem.Program, tc *problem.Case, file string) error {
	_, err := m.stage(hash.Key(), func(string) error {
		brought, err := job.MadeOf(tc)
		if err != nil {
			return err
		}
		word, err := m.executor.Validate(ctx, m.programs, job.Validation{Program: program.Name, Made: &brought})
		if err == nil && !word.Valid {
			err = &refusal{
				reason: fmt.Sprintf("%s refuses the %s%s", program.Name, file, said(word.Message)),
				help:   fmt.Sprintf("correct what makes the %s, or the validator", file),
			}
		}
		return err
	})
	return err
}

func said(message string) string {
	if message == "" {
		return ""
	}
	return ": " + message
}

// needsSolution reports whether a case may need a solution to answer it.
func (g *Generator) needsSolution(rule *generators.Case) bool {
	_, written := rule.Texts[".ans"]
	t := g.problem.Type
	return !written && !rule.NoSolution && wantsAnswer(rule) && !t.Interactive && !t.MultiPass && !t.SubmitAnswer
}

// wantsAnswer reports whether the directory of a case holds answers of solutions.
func wantsAnswer(rule *generators.Case) bool {
	return slices.Contains([]string{"sample", "secret", string(problem.InvalidOutput), string(problem.ValidOutput)}, rule.Folder())
}

// answer makes the answer where nothing else did. What interactive and multi-pass problems call an answer is no output
// that a solution could print: it is empty unless the generator or the rule says something.
func (m *maker) answer(ctx context.Context, result *made, name string) error {
	if _, found := result.files[".ans"]; found || !wantsAnswer(m.rule) {
		return m.matchAnswer(result)
	}
	var (
		dir string
		err error
	)
	submission := m.tools.solutions[m.rule.Solution]
	switch {
	case m.problem.Type.Interactive || m.problem.Type.MultiPass:
		dir, err = m.stage(cache.NewHash("empty answer 1").Key(), func(dir string) error {
			return os.WriteFile(filepath.Join(dir, generators.Base+".ans"), nil, 0o644)
		})
	case !m.needsSolution(m.rule) || submission.key == "":
		err = &refusal{reason: "nothing makes the answer", help: "add the key ans or solution, or an accepted submission"}
	default:
		known := m.known(name)
		hash := cache.NewHash("answer 1").Text(string(submission.key)).Text(result.sums[".in"]).Texts(known.Args)
		key := hash.Text(m.identity(name, result.sums[".in"])).Key()
		dir, err = m.stage(key, func(dir string) error { return m.solve(ctx, submission, result.files[".in"], known, dir) })
	}
	if err == nil {
		err = result.take(dir)
	}
	if err == nil {
		err = m.matchAnswer(result)
	}
	return err
}

func (m *maker) matchAnswer(result *made) error {
	if file, found := result.files[".ans"]; found {
		return m.match(".ans", file)
	}
	return nil
}

// solve runs the solution.
func (m *maker) solve(ctx context.Context, submission solution, input string, known *problem.Case, dir string) error {
	tc := *known
	tc.Input, tc.Answer = input, ""
	asked, err := job.MadeOf(&tc)
	if err != nil {
		return err
	}
	explored, err := m.executor.Explore(ctx, m.programs, job.Exploration{Program: submission.Judgement, Inputs: []job.Made{asked}},
		func(_ int, output io.Reader) error {
			return fsutil.Replace(filepath.Join(dir, generators.Base+".ans"), 0o644, func(to io.Writer) error {
				_, err := io.Copy(to, output)
				return err
			})
		}, func(event.Event) {})
	if err != nil {
		return err
	}
	ran := explored.Answers[0].Test
	if ran.Verdict != verdict.AC {
		name := m.rule.Solution
		if name == "" {
			name = "submissions/" + m.problem.Model("").Name
		}
		return &refusal{
			reason: fmt.Sprintf("the solution %s fails on it: %s%s", name, ran.Verdict, said(ran.Reason)),
			help:   "mend the solution, name another one with the key solution, or correct the input", log: ran.Stderr,
		}
	}
	return nil
}

// validateAnswer has all answer validators look at the answer.
func (m *maker) validateAnswer(ctx context.Context, result *made, name string) error {
	file, found := result.files[".ans"]
	if !found || m.rule.Folder() == string(problem.InvalidAnswer) {
		return nil
	}
	tc := *m.known(name)
	tc.Name, tc.Input, tc.Answer = name, result.files[".in"], file
	for i, program := range m.problem.AnswerValidators {
		hash := word("valid answer 3", m.tools.answers[i], tc.AnswerValidatorArgs(program), name).Text(result.sums[".in"]).Text(result.sums[".ans"])
		if err := m.accepted(ctx, hash, program, &tc, "answer"); err != nil {
			return err
		}
	}
	return nil
}

// draw runs the visualizer, which reads testcase.in and testcase.ans and writes a picture, unless there is one.
func (m *maker) draw(ctx context.Context, result *made) error {
	drawn := func(extension string) bool { return result.files[extension] != "" }
	if m.rule.Visualizer == nil || slices.ContainsFunc(problem.ImageExtensions(), drawn) {
		return nil
	}
	program, args := m.tools.visualizers[m.rule.Visualizer.Program()], m.rule.Visualizer.Args(m.rule.Seed)
	key := cache.NewHash("picture 1").Text(string(program.key)).Texts(args).Text(result.sums[".in"]).Text(result.sums[".ans"]).Key()
	dir, err := m.stage(key, func(dir string) error {
		var beside []language.File
		for _, extension := range []string{".in", ".ans"} {
			if drawn(extension) {
				beside = append(beside, language.File{Name: generators.Base + extension, Path: result.files[extension]})
			}
		}
		ran, err := m.executor.Generate(ctx, m.programs, job.Generation{Tool: program.Tool, Args: args, Beside: beside}, dir)
		if err == nil && ran.Fault != "" {
			err = &refusal{reason: fmt.Sprintf("the visualizer failed: %s", ran.Fault), help: "mend the visualizer", log: ran.Stderr}
		}
		return err
	})
	if err != nil {
		return err
	}
	return result.take(dir)
}
