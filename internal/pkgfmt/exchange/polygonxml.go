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
	ShortName string `xml:"short-name,attr"`
	URL       string `xml:"url,attr"`
	Names     []struct {
		Language string `xml:"language,attr"`
		Value    string `xml:"value,attr"`
	} `xml:"names>name"`
	Statements []polygonStatement `xml:"statements>statement"`
	Tutorials  []polygonStatement `xml:"tutorials>tutorial"`
	Judging    struct {
		InputFile  string           `xml:"input-file,attr"`
		OutputFile string           `xml:"output-file,attr"`
		RunCount   string           `xml:"run-count,attr"`
		Testsets   []polygonTestset `xml:"testset"`
	} `xml:"judging"`
	Resources   []polygonFile `xml:"files>resources>file"`
	Executables []struct {
		Source polygonFile `xml:"source"`
	} `xml:"files>executables>executable"`
	Checker struct {
		Name    string          `xml:"name,attr"`
		Type    string          `xml:"type,attr"`
		Source  polygonFile     `xml:"source"`
		Testset *polygonTestset `xml:"testset"`
	} `xml:"assets>checker"`
	Interactor *struct {
		Source polygonFile `xml:"source"`
	} `xml:"assets>interactor"`
	Validators []struct {
		Source  polygonFile     `xml:"source"`
		Testset *polygonTestset `xml:"testset"`
	} `xml:"assets>validators>validator"`
	Solutions []polygonSolution `xml:"assets>solutions>solution"`
	Tags      []struct {
		Value string `xml:"value,attr"`
	} `xml:"tags>tag"`
}

// polygonSolution is a solution; the extra tags say what is expected of it on a testset or a group.
type polygonSolution struct {
	Tag       string      `xml:"tag,attr"`
	Source    polygonFile `xml:"source"`
	ExtraTags []struct {
		Testset string `xml:"testset,attr"`
		Group   string `xml:"group,attr"`
		Tag     string `xml:"tag,attr"`
	} `xml:"extra-tags>extra-tag"`
}

type polygonStatement struct {
	Language string `xml:"language,attr"`
	Path     string `xml:"path,attr"`
	Type     string `xml:"type,attr"`
}

// polygonFile is a source or a resource. A resource may say which programs are built or run with it: languages, as
// masks, and the roles and stages.
type polygonFile struct {
	Path     string         `xml:"path,attr"`
	Type     string         `xml:"type,attr"`
	ForTypes string         `xml:"for-types,attr"`
	ForType  string         `xml:"for-type,attr"`
	Assets   []polygonAsset `xml:"assets>asset"`
}

// polygonAsset is a role of programs, such as SOLUTION.
type polygonAsset struct {
	Name string `xml:"name,attr"`
}

// polygonTestset is a set of tests; those of checkers and validators have verdicts.
type polygonTestset struct {
	Name        string         `xml:"name,attr"`
	TimeLimit   float64        `xml:"time-limit"`   // ms
	MemoryLimit int64          `xml:"memory-limit"` // bytes
	Input       string         `xml:"input-path-pattern"`
	Output      string         `xml:"output-path-pattern"`
	Answer      string         `xml:"answer-path-pattern"`
	Tests       []polygonTest  `xml:"tests>test"`
	Groups      []polygonGroup `xml:"groups>group"`
}

type polygonTest struct {
	Method      string `xml:"method,attr"`
	Command     string `xml:"cmd,attr"`
	FromFile    string `xml:"from-file,attr"` // the file that the command writes
	Description string `xml:"description,attr"`
	Group       string `xml:"group,attr"`
	Testset     string `xml:"testset,attr"` // of a validator's test
	Points      string `xml:"points,attr"`
	Sample      bool   `xml:"sample,attr"`
	Verdict     string `xml:"verdict,attr"`
}

type polygonGroup struct {
	Name         string `xml:"name,attr"`
	Points       string `xml:"points,attr"`
	Policy       string `xml:"points-policy,attr"`
	Dependencies []struct {
		Group string `xml:"group,attr"`
	} `xml:"dependencies>dependency"`
}

func readPolygon(text []byte) (*polygonProblem, error) {
	p := &polygonProblem{}
	if err := xml.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("problem.xml: %w", err)
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
