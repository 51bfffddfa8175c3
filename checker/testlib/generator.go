package testlib

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// Case is a test case that a generator knows how to write.
type Case struct {
	// Name is the file's name without extension: "03-random".
	Name string
	// Description says what the case is for; it becomes NAME.yaml.
	Description string
	// Write writes the input. Its random numbers depend on Name alone, so cases can be added and removed freely.
	Write func(out io.Writer, r *Rand)
}

// Generate is the main function of a generator. With a case's name as its argument the program prints this case's
// input, with "-o FOLDER" it writes NAME.in and NAME.yaml of all cases into the folder; the answers are a
// solution's business.
func Generate(cases ...Case) {
	if err := generate(os.Args[1:], os.Stdout, cases); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
}

func generate(args []string, stdout io.Writer, cases []Case) error {
	switch {
	case len(args) == 1:
		for _, c := range cases {
			if c.Name == args[0] {
				return c.print(stdout)
			}
		}
		return fmt.Errorf("no case %q", args[0])
	case len(args) == 2 && args[0] == "-o":
		for _, c := range cases {
			if err := c.save(args[1]); err != nil {
				return err
			}
		}
		return nil
	default:
		return errors.New("usage: GENERATOR NAME | GENERATOR -o FOLDER")
	}
}

func (c Case) print(to io.Writer) error {
	out := bufio.NewWriter(to)
	c.Write(out, NewRand(c.Name))
	return out.Flush()
}

func (c Case) save(folder string) error {
	path := filepath.Join(folder, c.Name)
	file, err := os.Create(path + ".in")
	if err != nil {
		return fmt.Errorf("write case %q: %w", c.Name, err)
	}
	if err := errors.Join(c.print(file), file.Close()); err != nil {
		return fmt.Errorf("write case %q: %w", c.Name, err)
	}
	// A quoted Go string is a double-quoted YAML scalar as well.
	about := "description: " + strconv.Quote(c.Description) + "\n"
	return os.WriteFile(path+".yaml", []byte(about), 0o666)
}
