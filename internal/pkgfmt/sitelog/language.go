package sitelog

import "strings"

// aliases are the codes of languages by what sites call them, in lower case without blanks, where they use other names than
// the specification.
var aliases = map[string]string{
	"c++": "cpp", "g++": "cpp", "gnuc++": "cpp", "gcc": "c", "gnuc": "c", "py": "python3", "python": "python3", "python2": "python2",
	"pypy": "pypy3", "kt": "kotlin", "js": "javascript", "node.js": "javascript", "nodejs": "javascript", "ts": "typescript", "c#": "csharp",
	"cs": "csharp", "rs": "rust", "hs": "haskell", "rb": "ruby", "golang": "go", "pas": "pascal", "freepascal": "pascal", "f#": "fsharp",
	"sh": "bash", "objective-c": "objectivec", "adb": "ada", "plg": "prolog",
}

// Languages returns the codes that the names of a site may stand for, the likeliest first. A version at the end of a name
// does not matter, except Python 2.
func Languages(names []string) []string {
	var codes []string
	add := func(name string) {
		if code := aliases[name]; code != "" {
			codes = append(codes, code)
		}
		codes = append(codes, name)
	}
	for _, name := range names {
		plain := strings.ToLower(strings.ReplaceAll(name, " ", ""))
		if plain == "" {
			continue
		}
		add(plain)
		if strings.HasPrefix(plain, "python2") || plain == "py2" {
			add("python2")
			continue
		}
		add(strings.TrimRight(plain, "0123456789."))
	}
	return codes
}
