package stress

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// Generators returns the generators for the inputs of a problem: the user's command, or, if it is "", the commands
// of the package's generators.yaml.
func Generators(p *problem.Problem, command string) ([]job.Generator, error) {
	rules, err := rulesOf(p)
	if command != "" { // a command needs no rules
		g, err := namedGenerator(command, rules)
		return []job.Generator{g}, err
	}
	if err != nil {
		return nil, err
	}
	made, err := ruledGenerators(p, rules)
	if err != nil || len(made) > 0 {
		return made, err
	}
	remedy := `name a program that prints an input for a seed: --gen gen.py, or --gen "gen.py {seed} {size}"`
	if names := rules.List(); len(names) > 0 {
		remedy = fmt.Sprintf(`name one of the package's with its arguments: --gen "%s {seed} …"`, names[0])
	}
	if p.Format == problem.Plain {
		return nil, hint.Errorf(remedy, "nothing makes inputs")
	}
	if !rules.Exists {
		return nil, hint.Errorf(remedy, "%s: nothing makes inputs: there is no %s", p.ID, generators.File)
	}
	return nil, hint.Errorf("write some below its key search; or "+remedy, "%s: no command in %s takes a {seed}", p.ID, generators.File)
}

// PackageGenerators returns the generators of the package's generators.yaml that take a seed, if any.
func PackageGenerators(p *problem.Problem) ([]job.Generator, error) {
	rules, err := rulesOf(p)
	if err != nil {
		return nil, err
	}
	return ruledGenerators(p, rules)
}

// rulesOf reads the package's generators.yaml. The rules are returned even with an error, which is a
// *problem.FaultError.
func rulesOf(p *problem.Problem) (*generators.Rules, error) {
	if p.Format == problem.Plain {
		return &generators.Rules{}, nil
	}
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return rules, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	return rules, nil
}

// namedGenerator resolves a command whose program is a file of the user, or a generator of the
// package.
func namedGenerator(command string, rules *generators.Rules) (job.Generator, error) {
	g, err := job.ParseGenerator(command)
	if err != nil {
		return g, hint.Errorf(`gen.py, or "gen.py {seed} {size}"`, "--gen %q: %w", command, err)
	}
	name := g.Words[0]
	if _, err := os.Stat(name); err == nil {
		g.Program = name
		g.Source, err = language.ReadSource(name)
		return seeded(g, command), err
	}
	if rules.Dir != "" {
		if program, err := rules.Program(generators.Command{Text: command}); err == nil {
			g.Program = program.Name
			g.Source, err = job.ReadProgram(program)
			return seeded(g, command), err
		}
	}
	remedy := "name the source of the generator; it is compiled and run in the sandbox"
	if len(g.Words) > 1 {
		// The arguments of "python3 gen.py 10" already contain {seed} after the first word.
		for _, word := range g.Words[1:] {
			if info, err := os.Stat(word); err == nil && !info.IsDir() {
				remedy = fmt.Sprintf("name the generator itself, not what runs it: --gen %s", hint.Quote(word+" {seed}"))
			}
		}
	}
	if names := rules.List(); rules.Dir != "" && len(names) > 0 {
		remedy = "the package has " + strings.Join(names, ", ")
	}
	return g, hint.Errorf(remedy, "--gen %s: no such file", name)
}

// seeded adds the seed where the generator expects it, if the command does not say where.
func seeded(g job.Generator, command string) job.Generator {
	if testlib, err := g.Source.UsesTestlib(); err != nil || !testlib || strings.Contains(command, "{seed") {
		return g
	}
	return g.SeedLast()
}

// ruledGenerators returns the distinct commands of generators.yaml that take a seed: those for searches, then those of
// test cases.
func ruledGenerators(p *problem.Problem, rules *generators.Rules) ([]job.Generator, error) {
	var made []job.Generator
	seen := map[string]bool{}
	for _, command := range rules.Search {
		g, err := ruledGenerator(rules, command)
		if err != nil {
			return nil, err
		}
		seen[command.Text] = true
		made = append(made, g)
	}
	for _, rule := range rules.Commands() {
		text := rule.Command.Text
		if !rule.Command.Seeded() || seen[text] || rule.Folder() != "secret" && rule.Folder() != "sample" {
			continue
		}
		seen[text] = true
		g, err := ruledGenerator(rules, *rule.Command)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(filepath.Join(p.Dir, "data", filepath.FromSlash(rule.Name)+".in")); err == nil {
			g.Bytes = info.Size()
		}
		made = append(made, g)
	}
	return made, nil
}

func ruledGenerator(rules *generators.Rules, command generators.Command) (job.Generator, error) {
	g := job.Generator{Words: strings.Fields(command.Text)}
	program, err := rules.Program(command)
	if err != nil {
		return g, err
	}
	g.Program = program.Name
	if g.Source, err = job.ReadProgram(program); err != nil {
		return g, &job.PackageError{Program: program.Name, Err: err}
	}
	return g, nil
}
