package companion

import (
	"cmp"
	"net/url"
	"path"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Submission is what cph-submit fills into the form of a site.
type Submission struct {
	Empty       bool   `json:"empty"`
	URL         string `json:"url"`
	ProblemName string `json:"problemName"`
	SourceCode  string `json:"sourceCode"`
	// LanguageID is the number of a compiler: the site's, or if its form has none, the number that cph-submit uses for
	// the language.
	LanguageID int `json:"languageId"`
}

// sites are those whose forms cph-submit fills in, with the numbers of their compilers by our language codes. A
// language that is missing from a site's table would be submitted as C++.
//
// Sources: Codeforces, the list programTypeId of its form and compilerToId of CPH; the others, idToKey and LANGUAGE_MAP
// of cph-submit.
var sites = map[string]map[string]int{
	"codeforces.com": {
		"c": 43, "cpp": 89, "csharp": 79, "d": 28, "go": 32, "haskell": 12, "java": 87, "javascript": 55, "kotlin": 88, "ocaml": 19, "pascal": 4,
		"perl": 13, "php": 6, "pypy3": 70, "python2": 7, "python3": 31, "ruby": 67, "rust": 75, "scala": 20,
	},
	"cses.fi": {
		"c": 43, "cpp": 54, "haskell": 12, "java": 60, "javascript": 55, "pypy3": 40, "python3": 31, "ruby": 67, "rust": 75,
	},
	"maang.in": {"c": 48, "cpp": 54, "java": 62, "python3": 71}, // AlgoZenith
}

// siteNames are what people call the sites of an address.
var siteNames = map[string]string{
	"codeforces.com": "Codeforces", "cses.fi": "CSES", "atcoder.jp": "AtCoder", "open.kattis.com": "Kattis", "www.codechef.com": "CodeChef",
	"leetcode.com": "LeetCode", "www.spoj.com": "SPOJ", "www.luogu.com.cn": "Luogu", "judge.yosupo.jp": "Library Checker", "maang.in": "AlgoZenith",
}

// SiteName returns what people call the site of an address, else its host.
func SiteName(address string) string {
	page, err := url.Parse(address)
	if err != nil {
		return address
	}
	host := strings.ToLower(page.Hostname())
	return cmp.Or(siteNames[host], strings.TrimPrefix(host, "www."))
}

// Fill returns the form for a solution of the problem at an address, in the language of a code. ok is false for other
// sites, and for languages that the form does not have.
func Fill(address, code, text string) (s Submission, ok bool) {
	page, err := url.Parse(address)
	if err != nil {
		return s, false
	}
	for host, numbers := range sites {
		if asked := strings.ToLower(page.Hostname()); asked != host && !strings.HasSuffix(asked, "."+host) {
			continue
		}
		number, known := numbers[code]
		return Submission{URL: address, ProblemName: problemName(page), SourceCode: text, LanguageID: number}, known
	}
	return s, false
}

var numbered = lazyregexp.New(`^/(?:problemset/problem/(\d+)|(?:contest|gym)/(\d+)/problem)/(\w+)/?$`)

// problemName returns the site's name for the problem of a page: "4A" on Codeforces, the last part of the path
// elsewhere.
func problemName(page *url.URL) string {
	if match := numbered().FindStringSubmatch(page.Path); match != nil {
		return match[1] + match[2] + match[3]
	}
	return path.Base(page.Path)
}
