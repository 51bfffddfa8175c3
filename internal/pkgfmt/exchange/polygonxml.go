package exchange

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// polygonProblem holds the parts of problem.xml that can be converted.
type polygonProblem struct {
	XMLName     xml.Name            `xml:"problem"`
	ShortName   string              `xml:"short-name,attr"`
	URL         string              `xml:"url,attr,omitempty"`
	Names       []polygonName       `xml:"names>name,omitempty"`
	Statements  []polygonStatement  `xml:"statements>statement,omitempty"`
	Tutorials   []polygonStatement  `xml:"tutorials>tutorial,omitempty"`
	Judging     polygonJudging      `xml:"judging"`
	Resources   []polygonFile       `xml:"files>resources>file,omitempty"`
	Executables []polygonExecutable `xml:"files>executables>executable,omitempty"`
	Checker     *polygonChecker     `xml:"assets>checker,omitempty"`
	Interactor  *polygonExecutable  `xml:"assets>interactor,omitempty"`
	Validators  []polygonValidator  `xml:"assets>validators>validator,omitempty"`
	Solutions   []polygonSolution   `xml:"assets>solutions>solution,omitempty"`
	Tags        []polygonTag        `xml:"tags>tag,omitempty"`
}

// polygonName is the problem's name in a language.
type polygonName struct {
	Language string `xml:"language,attr"`
	Value    string `xml:"value,attr"`
}

type polygonJudging struct {
	InputFile  string           `xml:"input-file,attr"`
	OutputFile string           `xml:"output-file,attr"`
	RunCount   string           `xml:"run-count,attr,omitempty"`
	Testsets   []polygonTestset `xml:"testset,omitempty"`
}

// polygonExecutable is a program that is no solution.
type polygonExecutable struct {
	Source polygonFile `xml:"source"`
}

// polygonChecker has a name if it is one of testlib's own, such as std::wcmp.cpp.
type polygonChecker struct {
	Name    string          `xml:"name,attr,omitempty"`
	Type    string          `xml:"type,attr,omitempty"`
	Source  polygonFile     `xml:"source"`
	Copy    *polygonFile    `xml:"copy,omitempty"`
	Testset *polygonTestset `xml:"testset,omitempty"`
}

type polygonValidator struct {
	Source  polygonFile     `xml:"source"`
	Testset *polygonTestset `xml:"testset,omitempty"`
}

// polygonSolution is a solution; the extra tags say what is expected of it on a testset or a group.
type polygonSolution struct {
	Tag       string            `xml:"tag,attr"`
	Source    polygonFile       `xml:"source"`
	ExtraTags []polygonExtraTag `xml:"extra-tags>extra-tag,omitempty"`
}

type polygonExtraTag struct {
	Testset string `xml:"testset,attr,omitempty"`
	Group   string `xml:"group,attr,omitempty"`
	Tag     string `xml:"tag,attr"`
}

// polygonTag is a topic of the problem.
type polygonTag struct {
	Value string `xml:"value,attr"`
}

type polygonStatement struct {
	Charset  string `xml:"charset,attr,omitempty"`
	Language string `xml:"language,attr"`
	MathJax  string `xml:"mathjax,attr,omitempty"`
	Path     string `xml:"path,attr"`
	Type     string `xml:"type,attr"`
}

// polygonFile is a source or a resource. A resource may say which programs are built or run with it: languages, as
// masks, and the roles and stages.
type polygonFile struct {
	Path     string         `xml:"path,attr"`
	Type     string         `xml:"type,attr,omitempty"`
	ForTypes string         `xml:"for-types,attr,omitempty"`
	ForType  string         `xml:"for-type,attr,omitempty"`
	Assets   []polygonAsset `xml:"assets>asset,omitempty"`
}

// polygonAsset is a role of programs, such as SOLUTION.
type polygonAsset struct {
	Name string `xml:"name,attr"`
}

// polygonTestset is a set of tests; those of checkers and validators have verdicts.
type polygonTestset struct {
	Name        string         `xml:"name,attr,omitempty"`
	TimeLimit   float64        `xml:"time-limit,omitempty"`   // ms
	MemoryLimit int64          `xml:"memory-limit,omitempty"` // bytes
	TestCount   string         `xml:"test-count,omitempty"`
	Input       string         `xml:"input-path-pattern"`
	Output      string         `xml:"output-path-pattern,omitempty"`
	Answer      string         `xml:"answer-path-pattern,omitempty"`
	Tests       []polygonTest  `xml:"tests>test,omitempty"`
	Groups      []polygonGroup `xml:"groups>group,omitempty"`
}

type polygonTest struct {
	Method      string `xml:"method,attr,omitempty"`
	Command     string `xml:"cmd,attr,omitempty"`
	FromFile    string `xml:"from-file,attr,omitempty"` // the file that the command writes
	Description string `xml:"description,attr,omitempty"`
	Group       string `xml:"group,attr,omitempty"`
	Testset     string `xml:"testset,attr,omitempty"` // of a validator's test
	Points      string `xml:"points,attr,omitempty"`
	Sample      bool   `xml:"sample,attr,omitempty"`
	Verdict     string `xml:"verdict,attr,omitempty"`
}

type polygonGroup struct {
	Name         string              `xml:"name,attr"`
	Points       string              `xml:"points,attr,omitempty"`
	Policy       string              `xml:"points-policy,attr"`
	Dependencies []polygonDependency `xml:"dependencies>dependency,omitempty"`
}

// polygonDependency is a group whose tests must pass before.
type polygonDependency struct {
	Group string `xml:"group,attr"`
}

func readPolygon(text []byte) (*polygonProblem, error) {
	p := &polygonProblem{}
	if err := xml.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("problem.xml: %w", err)
	}
	if p.Checker == nil {
		p.Checker = &polygonChecker{}
	}
	return p, nil
}

var polygonVerb = lazyregexp.New(`%(?:%|(?:1\$)?([0-9]*)[di])`)

// at returns the file of the test with a number, counted from 1. A pattern is a printf format, or a Java format if
// it numbers its argument.
func at(pattern string, number int) string {
	return polygonVerb().ReplaceAllStringFunc(strings.ReplaceAll(pattern, `\`, "/"), func(verb string) string {
		if verb == "%%" {
			return "%"
		}
		return fmt.Sprintf("%"+polygonVerb().FindStringSubmatch(verb)[1]+"d", number)
	})
}

// verdictOf is the expected verdict of a checker's or validator's test. Some packages use the spelling of tags.
func (t polygonTest) verdictOf() string {
	return strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(strings.TrimSpace(t.Verdict)))
}

// points parses a number of points, 0 if there is none.
func points(text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(0 <= value && value <= maxPoints) {
		return 0
	}
	return value
}

// polygonLanguages maps Polygon's names of languages to codes.
var polygonLanguages = map[string]string{
	"arabic": "ar", "armenian": "hy", "azerbaijani": "az", "belarusian": "be", "bulgarian": "bg", "chinese": "zh",
	"croatian": "hr", "czech": "cs", "dutch": "nl", "english": "en", "estonian": "et", "finnish": "fi", "french": "fr",
	"georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu",
	"indonesian": "id", "italian": "it", "japanese": "ja", "kazakh": "kk", "korean": "ko", "kyrgyz": "ky",
	"latvian": "lv", "lithuanian": "lt", "mongolian": "mn", "persian": "fa", "polish": "pl", "portuguese": "pt",
	"romanian": "ro", "russian": "ru", "serbian": "sr", "slovak": "sk", "slovene": "sl", "spanish": "es",
	"swedish": "sv", "tajik": "tg", "turkish": "tr", "turkmen": "tk", "ukrainian": "uk", "uzbek": "uz",
	"vietnamese": "vi",
}
