package language

import (
	_ "embed"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
)

// Profile is how a site judges: its compilers and its limits, as its own pages state them.
type Profile struct {
	ID string `yaml:"-"`
	// Name is shown to users: "AtCoder".
	Name string `yaml:"name"`
	// Hosts are those of the pages of its problems, without what stands before them: "atcoder.jp".
	Hosts []string `yaml:"hosts"`
	// Page states all of this. Date is when it did.
	Page string `yaml:"page"`
	Date string `yaml:"date"`
	// Code is the size of the longest source, and Memory the limit of problems that name none; 0 if the page states
	// none.
	Code   Size `yaml:"code"`
	Memory Size `yaml:"memory"`
	// Languages are the site's toolchains, by the ID of the row that stands for them.
	Languages map[string]SiteLanguage `yaml:"languages"`
}

// SiteLanguage is how a site builds a language.
type SiteLanguage struct {
	// Compiler is the site's: "GCC 13.2".
	Compiler string `yaml:"compiler"`
	// Options replace those of the row.
	Options Words `yaml:"options"`
}

// NoProfile is the name of the absence of a profile.
const NoProfile = "none"

//go:embed profiles.yaml
var siteTable []byte

// profiles reads the table when it is first asked for.
var profiles = sync.OnceValues(func() ([]Profile, error) { return readProfiles("profiles.yaml", siteTable) })

func readProfiles(name string, text []byte) ([]Profile, error) {
	var read []Profile
	var faulty error
	root, ok := yamldoc.Parse(name, text, func(f yamldoc.Fault) { faulty = f })
	if sites, isMapping := root.Mapping(); ok && isMapping {
		for _, entry := range sites.Rest() {
			site := Profile{ID: entry.Key}
			entry.Value.Decode(&site)
			read = append(read, site)
		}
	}
	return read, faulty
}

// ProfileNames lists the profiles.
func ProfileNames() []string {
	known, _ := profiles() // a test reads the table
	var names []string
	for _, site := range known {
		names = append(names, site.ID)
	}
	return names
}

// CheckProfile says what is wrong with the name of a profile; "" and NoProfile are valid.
func CheckProfile(name string) error {
	if name == "" || name == NoProfile || slices.Contains(ProfileNames(), name) {
		return nil
	}
	return hint.Errorf("use "+strings.Join(append(ProfileNames(), NoProfile), ", "), "want a profile")
}

// FindProfile finds a profile by its name.
func FindProfile(name string) (Profile, bool) {
	if name == "" {
		return Profile{}, false // without reading the table
	}
	known, _ := profiles()
	i := slices.IndexFunc(known, func(site Profile) bool { return site.ID == name })
	if i < 0 {
		return Profile{}, false
	}
	return known[i], true
}

// ProfileOf returns the name of the profile of the site at which a problem's page is, or "".
func ProfileOf(address string) string {
	page, err := url.Parse(address)
	if err != nil || page.Hostname() == "" {
		return ""
	}
	known, _ := profiles()
	for _, site := range known {
		for _, host := range site.Hosts {
			if page.Hostname() == host || strings.HasSuffix(page.Hostname(), "."+host) {
				return site.ID
			}
		}
	}
	return ""
}

// adapted returns a row with the options of the profile in which a source is to be built.
func (l *Language) adapted(source Source) (*Language, error) {
	if source.Profile == "" || source.OfPackage {
		return l, nil
	}
	site, found := FindProfile(source.Profile)
	if !found {
		return nil, &SourceError{
			Message: fmt.Sprintf("unknown profile %q", source.Profile), Help: "known are " + strings.Join(slices.Sorted(slices.Values(ProfileNames())), ", "),
		}
	}
	its, found := site.Languages[l.ID]
	if !found {
		return l, nil
	}
	row := *l
	row.Options = its.Options
	return &row, nil
}
