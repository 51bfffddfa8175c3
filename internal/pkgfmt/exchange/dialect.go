package exchange

import (
	"fmt"
	"maps"
	"slices"

	"grundy/internal/judge/language"
)

// dialects warns about checkers and interactors with testlib's own protocol. Grundy supports it, but with all
// other judges they give wrong verdicts.
func (c *conversion) dialects() error {
	programs := c.judgingPrograms("output_validator", "output_validators")
	for _, program := range slices.Sorted(maps.Keys(programs)) {
		names := programs[program]
		if slices.ContainsFunc(names, isScript) {
			continue // scripts may translate
		}
		var sources []language.File
		for _, name := range slices.DeleteFunc(names, func(name string) bool { return !isText(name) }) {
			text, err := c.files[name].content()
			if err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
			sources = append(sources, language.File{Name: name, Data: text})
		}
		if language.SpeaksTestlib(sources) {
			c.warn(program, "it speaks testlib's protocol, and other judges call it by that of the ICPC format: put a testlib.h beside it that "+
				"speaks the latter, or scripts build and run that translate, such as grundy import writes for Polygon's packages")
		}
	}
	return nil
}
