package adversarial

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"grundy/tests/suite"
)

// Environment variables of the suite. The secret one stands for whatever the judge's environment holds that is no
// program's business; that of the cache names a folder with what was compiled on another machine, for one that is slow.
const (
	secretVariable = "GRUNDY_ADVERSARIAL_SECRET"
	secret         = "1b0e2a7bf1c94c5e"
	cacheVariable  = "GRUNDY_ADVERSARIAL_CACHE"
)

func TestMain(m *testing.M) {
	remove, err := suite.SetPath(further()...)
	if err = errors.Join(err, os.Setenv(secretVariable, secret)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := remove(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// further are the toolchains of the programs in languages that no other suite uses, in make test-all.
func further() []string {
	if !suite.IsAll() {
		return nil
	}
	return strings.Fields(`a68g clojure cobc csc dmd dotnet elixir erl erlc fpc gdmd gforth gfortran ghc gnatmake ldc2 lua lua5.3 lua5.4
		mcs mono nim ocamlfind ocamlopt php Rscript ruby sbcl swipl tclsh valac`)
}
