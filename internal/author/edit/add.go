package edit

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grundy/internal/author/generate"
	"grundy/internal/base/bytesize"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// New is a test case to add.
type New struct {
	// Input is the text of the input, nil if Command makes it.
	Input []byte
	// Command calls a generator of the package. Seed replaces {seed}; without it, the format's seed is used.
	Command string
	Seed    *uint32
	// Answer is nil if the model solution makes the answer.
	Answer []byte
	// Group is the directory below data/; "" means secret.
	Group string
	// Name is the wanted name, without a number where the directory numbers its cases. If it is empty, the name is
	// made from the description or from Source, a word for where the case comes from.
	Name, Description, Source string
	// Label makes the name from Source even if there is a description.
	Label bool
	// Dry tries everything and changes nothing.
	Dry bool
}

// Add adds a test case. It validates the case, has the model solution answer it and all accepted submissions
// judged on it, and puts it into the package with its rule. The error is a *Refusal when the case or the package
// does not permit that.
func (p *Package) Add(ctx context.Context, request New) (event.Added, error) {
	added := event.Added{Problem: p.Problem.ID, Dry: request.Dry, Validators: len(p.Problem.InputValidators)}
	change, err := p.begin()
	if err != nil {
		return added, err
	}
	defer change.Close()
	name, err := p.name(request)
	if err != nil {
		return added, err
	}
	if err := p.checkAnswer(request); err != nil {
		return added, err
	}
	d, err := p.draft(change)
	if err != nil {
		return added, err
	}
	defer d.close()
	if p.Rules.Exists {
		added.Renamed, name, err = d.addRule(name, request)
	}
	if err == nil {
		err = d.make(ctx, name, request, &added)
	}
	if err != nil {
		return added, err
	}
	added.Case = name
	if err := d.crossCheck(ctx, name, &added); err != nil {
		return added, err
	}
	notes, err := d.followExpectations(added.Renamed, nil)
	if err != nil {
		return added, err
	}
	added.Notes = append(added.Notes, notes...)
	if err := ctx.Err(); err != nil {
		return added, context.Cause(ctx)
	}
	added.Files, err = d.install(request.Dry)
	return added, err
}

// name chooses the name of the case, as far as the package's own files determine it.
func (p *Package) name(request New) (string, error) {
	group := cmp.Or(strings.Trim(strings.TrimPrefix(request.Group, "data/"), "/"), "secret")
	if p.Problem.Format != problem.Plain || group != "secret" {
		if err := checkGroup(p.Problem, group); err != nil {
			return "", err
		}
	}
	if request.Name != "" {
		if err := checkName(request.Name); err != nil {
			return "", err
		}
	}
	about := cmp.Or(request.Description, request.Source)
	if request.Label {
		about = request.Source
	}
	return newName(names(p.Problem, p.Rules), group, request.Name, about)
}

// checkAnswer makes sure that something answers the case.
func (p *Package) checkAnswer(request New) error {
	t := p.Problem.Type
	if request.Answer != nil || t.Interactive || t.MultiPass || p.Problem.Model("") != nil {
		return nil
	}
	if p.Problem.Format == problem.Plain {
		return refuse("pass the answer with --answer FILE", "%s: a plain directory has no model solution", p.Problem.ID)
	}
	return refuse("put a right one into submissions/accepted, or give the answer with --answer FILE", "%s: the model solution is missing", p.Problem.ID)
}

// addRule writes the rule of the case to generators.yaml. It returns the case's name according to the
// rules.
func (d *draft) addRule(name string, request New) ([]event.Renaming, string, error) {
	text, err := d.read(generators.File)
	if err != nil {
		return nil, "", err
	}
	entry, err := d.entry(name, request)
	if err != nil {
		return nil, "", err
	}
	whole, err := generators.Append(text, name, entry)
	if err != nil {
		return nil, "", refuse("", "%v", err)
	}
	known := d.rules
	renamed, err := d.editRules(whole, linesAfterInsertion(text, whole))
	if err != nil {
		return nil, "", err
	}
	old := map[string]bool{}
	for _, c := range known.Cases {
		old[nameAfter(renamed, c.Name)] = true
	}
	for _, c := range d.rules.Cases {
		if !old[c.Name] {
			return renamed, c.Name, nil
		}
	}
	return nil, "", refuse("add the case by hand", "%s: the rule does not make a case of its own", generators.File)
}

// maxInlineText is the size of the largest text that is written into generators.yaml itself.
const maxInlineText = 2 << 10

// entry makes the rule for the case. A text that is large, or that YAML cannot hold verbatim, goes to a file of
// its own.
func (d *draft) entry(name string, request New) (generators.Entry, error) {
	entry := generators.Entry{Command: request.command(), Description: request.Description, Legacy: d.problem.Format != problem.V2025}
	fits := func(text []byte) bool {
		return len(text) <= maxInlineText && utf8.Valid(text) && !bytes.ContainsRune(text, '\r') && (len(text) == 0 || text[len(text)-1] == '\n')
	}
	if entry.Command == "" && fits(request.Input) && fits(request.Answer) {
		entry.In, entry.Ans = request.Input, request.Answer
		return entry, nil
	}
	if entry.Command == "" || request.Answer != nil && !fits(request.Answer) {
		base := "manual/" + strings.ReplaceAll(name, "/", "-")
		for i := 2; d.exists("generators/"+base+".in") || d.exists("generators/"+base+".ans"); i++ {
			base = "manual/" + strings.ReplaceAll(name, "/", "-") + "-" + strconv.Itoa(i)
		}
		entry.Copy = base
		for extension, text := range map[string][]byte{".in": request.Input, ".ans": request.Answer} {
			if text != nil {
				if err := d.write("generators/"+base+extension, text); err != nil {
					return entry, err
				}
			}
		}
		return entry, nil
	}
	entry.Ans = request.Answer
	return entry, nil
}

func (d *draft) exists(name string) bool {
	_, err := d.root.Lstat(name)
	return err == nil
}

// command returns the generator's call with the requested seed.
func (n New) command() string {
	command, err := generators.ParseCommand(n.Command)
	if n.Seed == nil || err != nil {
		return n.Command
	}
	return command.With(*n.Seed)
}

// make makes, validates and answers the case, and compares it with the others.
func (d *draft) make(ctx context.Context, name string, request New, added *event.Added) error {
	rules, options := d.rules, generate.Options{Select: func(other string) bool { return other == name }}
	if !rules.Exists {
		options.ShipLimit = new(bytesize.Size)
		rule, err := d.passing(name, request)
		if err != nil {
			return err
		}
		rules = &generators.Rules{Dir: d.dir, Programs: rules.Programs, Cases: []*generators.Case{rule}}
	}
	rule := rules.Case(name)
	record, err := d.read(generators.RecordFile)
	if err != nil {
		return err
	}
	maker := generate.New(d.pack.Judge, d.pack.Store, d.problem, rules)
	var fault error
	summary, err := maker.Fill(ctx, options, func(e event.Event) {
		if made, ok := e.(event.CaseMade); ok {
			added.Input = made.Input
			added.Rule = made.Rule
			if made.Fault != "" && fault == nil {
				fault = &Refusal{Message: withOldName(made.Fault, added.Renamed), Help: made.Help, Log: made.Log}
			}
		}
	})
	switch {
	case err != nil:
		return err
	case fault != nil:
		return fault
	case summary.Edits() > 0:
		return refuse("move the files away", "data/ already holds files of %s", name)
	}
	if request.Answer == nil && !d.problem.Type.Interactive && !d.problem.Type.MultiPass {
		if model := d.pack.Problem.Model(""); model != nil {
			added.Answered = cmp.Or(rule.Solution, "submissions/"+model.Name)
		}
	}
	if !d.rules.Exists {
		added.Rule = ""
		if err := d.cleanUp(name, record); err != nil {
			return err
		}
	}
	if err := d.reload(); err != nil {
		return err
	}
	return d.provide(ctx, rules, func(c *problem.Case) bool { return c.Name == name })
}

// withOldName replaces a new case name at the end of a message by the name that the case has in the package
// itself.
func withOldName(message string, renamed []event.Renaming) string {
	for _, r := range renamed {
		if text, found := strings.CutSuffix(message, " "+r.New); found {
			return text + " " + r.Old
		}
	}
	return message
}

// provide makes the cases that the package does not ship.
func (d *draft) provide(ctx context.Context, rules *generators.Rules, wanted func(*problem.Case) bool) error {
	var missing []*problem.Case
	for _, c := range d.problem.Data.AllCases() {
		if len(c.Unshipped) > 0 && wanted(c) {
			missing = append(missing, c)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return generate.New(d.pack.Judge, d.pack.Store, d.problem, rules).Provide(ctx, missing, func(event.Event) {})
}

// passing makes a rule that is not written down, for packages without generators.yaml.
func (d *draft) passing(name string, request New) (*generators.Case, error) {
	rule := &generators.Case{Name: name, Texts: map[string]string{}, Retries: 1}
	if request.Command == "" {
		rule.Texts[".in"] = string(request.Input)
	} else {
		command, err := generators.ParseCommand(request.command())
		if err != nil {
			return nil, refuse("write the program's name and its arguments: tree 5 {seed}", "%v", err)
		}
		if _, err := d.rules.Program(command); err != nil {
			return nil, refuse("put it into generators/, or pipe what it prints into grundy add", "%v", err)
		}
		rule.Command, rule.Seed = &command, generators.Seed("", command, 1)
	}
	if request.Answer != nil {
		rule.Texts[".ans"] = string(request.Answer)
	}
	switch {
	case request.Description == "":
	case d.problem.Format == problem.V2025:
		rule.Texts[".yaml"] = "description: " + strconv.Quote(request.Description) + "\n"
	case d.problem.Format == problem.Plain:
	default:
		rule.Texts[".desc"] = request.Description + "\n"
	}
	return rule, nil
}

// cleanUp removes all traces of generating from a package without rules, and moves the files of a plain directory
// to where its layout has them.
func (d *draft) cleanUp(name string, record []byte) error {
	if record != nil {
		if err := d.write(generators.RecordFile, record); err != nil {
			return err
		}
	} else if err := d.root.Remove(generators.RecordFile); err != nil {
		return d.placed(err)
	}
	if d.problem.Format != problem.Plain {
		return nil
	}
	all := d.problem.Data.AllCases()
	like := all[len(all)-1]
	files := d.plainFiles(like.Name)
	for i, extension := range []string{".in", ".ans"} {
		if i >= len(files) {
			break
		}
		to, err := plainTarget(files[i], path.Base(like.Name), path.Base(name))
		if err != nil {
			return err
		}
		if _, err := os.Lstat(filepath.Join(d.pack.Problem.Dir, filepath.FromSlash(to))); err == nil {
			return refuse("give another --name", "the file %s already exists", to)
		}
		if err := d.root.Rename("data/"+name+extension, to); err != nil {
			return d.placed(err)
		}
	}
	if slices.ContainsFunc(d.copied, func(file string) bool { return strings.HasPrefix(filepath.ToSlash(file), "data/") }) {
		return nil
	}
	return d.placed(d.root.RemoveAll("data"))
}
