//go:build unix

package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// survivors.txt has reasons, each followed by the mutants that survive for it, a line each behind a tab.
//
//go:embed survivors.txt
var survivors string

// explanations are the reasons by the keys of mutants.
func explanations(text string) (map[string]string, error) {
	reasons := map[string]string{}
	reason := ""
	for number, line := range strings.Split(text, "\n") {
		key, isMutant := strings.CutPrefix(line, "\t")
		switch {
		case strings.HasPrefix(line, "#"), line == "":
		case !isMutant:
			reason = line
		case reason == "":
			return nil, fmt.Errorf("survivors.txt:%d: no reason stands above it", number+1)
		case reasons[key] != "":
			return nil, fmt.Errorf("survivors.txt:%d: this mutant is explained twice", number+1)
		default:
			reasons[key] = reason
		}
	}
	return reasons, nil
}
