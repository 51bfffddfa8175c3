package exchange

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// polygonTypes maps Polygon's types of sources to the languages of include/.
var polygonTypes = []struct{ kind, code string }{
	{"cpp.g++17", "cpp"},
	{"c.gcc", "c"},
	{"java11", "java"},
	{"python.3", "python3"},
	{"kotlin", "kotlin"},
	{"pas.fpc", "pascal"},
	{"go", "go"},
	{"rust", "rust"},
	{"d", "d"},
	{"csharp.mono", "csharp"},
	{"haskell.ghc", "haskell"},
	{"js.node", "javascript"},
}

// solutionResources imports the files that are compiled or run with solutions, such as graders and their headers.
func (pi *polygonImport) solutionResources() error {
	for _, resource := range pi.about.Resources {
		if !slices.ContainsFunc(resource.Assets, func(a polygonAsset) bool { return strings.EqualFold(a.Name, "solution") }) || !pi.tree.has(resource.Path) {
			continue
		}
		base := path.Base(resource.Path)
		for _, code := range pi.languagesOf(resource) {
			if err := pi.copy(resource.Path, "include/"+code+"/"+base); err != nil {
				return err
			}
		}
	}
	return nil
}

// languagesOf returns the directories of include/ for a resource.
func (pi *polygonImport) languagesOf(resource polygonFile) []string {
	masks := strings.FieldsFunc(resource.ForTypes+";"+resource.ForType, func(r rune) bool { return strings.ContainsRune(";:, ", r) })
	if len(masks) == 0 || slices.Contains(masks, "*") || slices.Contains(masks, ".*") {
		return []string{"default"}
	}
	var codes []string
	for _, mask := range masks {
		known := false
		for _, t := range polygonTypes {
			if matchesMask(mask, t.kind) {
				known = true
				if !slices.Contains(codes, t.code) {
					codes = append(codes, t.code)
				}
			}
		}
		if !known {
			pi.note(resource.Path, "it is for solutions of the type %s, which is not known", mask)
		}
	}
	return codes
}

// matchesMask matches a type with a mask, whose star stands for any characters. A mask of one compiler is taken for the
// language.
func matchesMask(mask, kind string) bool {
	if language, _, _ := strings.Cut(kind, "."); strings.HasPrefix(mask, language+".") || mask == language {
		return true
	}
	expression, err := regexp.Compile("^" + strings.ReplaceAll(regexp.QuoteMeta(mask), `\*`, ".*") + "$")
	return err == nil && expression.MatchString(kind)
}
