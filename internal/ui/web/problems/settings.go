package problems

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/store/config"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/site"
)

// Settings are the settings of the user.
type Settings struct {
	// Read returns their present values.
	Read func() []config.Setting
	// File holds them, "" for none.
	File string
}

// changeable are the settings that the page changes. The others say which commands grundy runs, where it writes and how
// well it isolates programs: a browser must not.
var changeable = []config.Name{
	config.Language, config.Jobs, config.PlainTime, config.PlainMemory, config.PlainOutput, config.PlainIgnoreCase, config.HistoryKeep,
	config.HideLevels, config.ServePort, config.CompanionPort, config.Profile,
}

// settingsPage is the page of the settings.
type settingsPage struct {
	File      string
	Values    []shownSetting
	Hidden    bool // levels are hidden in this browser
	Language  string
	Languages []start
	Profile   string // chosen in this browser
	Profiles  []language.Profile
}

// shownSetting is a setting with what the page needs to change it.
type shownSetting struct {
	config.Setting
	Changeable bool
	Choices    []string // of which the value is one; none for a text
}

// IsOverridden reports whether a flag or a variable comes before the file.
func (s shownSetting) IsOverridden() bool {
	return s.From == config.FromFlag || s.From == config.FromVariable
}

// settings shows the settings of the command line, and those of the browser.
func (s *Pages) settings(r *http.Request) (site.View, error) {
	page := settingsPage{File: s.Settings.File, Hidden: s.hidesLevels(r), Language: s.Inbox.endingFor(r), Profile: catalog.ProfileIn(r)}
	builder, err := s.Workspace.Builder()
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	for _, code := range practice.TemplateLanguages() {
		ending, _ := practice.TemplateEnding(code)
		name := code
		if row, found := builder.Table.Lookup(code); found {
			name = row.Name
		}
		page.Languages = append(page.Languages, start{File: ending, Language: name})
	}
	for _, name := range language.ProfileNames() {
		profile, _ := language.FindProfile(name)
		page.Profiles = append(page.Profiles, profile)
	}
	if s.Settings.Read != nil {
		for _, setting := range s.Settings.Read() {
			page.Values = append(page.Values, shownSetting{
				setting, s.Settings.File != "" && slices.Contains(changeable, setting.Name), choicesOf(&setting.Key),
			})
		}
	}
	return site.View{Title: "Settings", Template: "settings", Data: page}, nil
}

// choicesOf lists the values that a setting can have, none if there are too many.
func choicesOf(key *config.Key) []string {
	switch {
	case key.Switch:
		return []string{"true", "false"}
	case key.Name == config.Profile:
		return append(language.ProfileNames(), language.NoProfile)
	case key.Name == config.Language:
		return practice.TemplateLanguages()
	}
	return nil
}

// changeSetting writes a setting into the configuration file, and shows the page again.
func (s *Pages) changeSetting(w http.ResponseWriter, r *http.Request) {
	name, value := config.Name(r.PostFormValue("key")), r.PostFormValue("value")
	if s.Settings.File == "" || !slices.Contains(changeable, name) {
		site.Refuse(w, http.StatusForbidden, hint.Errorf("change it in the configuration file", "the page does not change %q", string(name)))
		return
	}
	key := config.KeyOf(name)
	if choices := choicesOf(&key); value != "" && choices != nil && !slices.Contains(choices, value) {
		site.Refuse(w, http.StatusUnprocessableEntity, hint.Errorf("choose another one", "%s: %q is not among the choices", name, value))
		return
	}
	if err := config.Set(s.Settings.File, name, value); err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	http.Redirect(w, r, s.Base()+"/settings#"+url.PathEscape(string(name)), http.StatusSeeOther)
}

// chooseProfile remembers in the browser by which site's profile to judge, "" for that of the problem's page.
func (s *Pages) chooseProfile(w http.ResponseWriter, r *http.Request) {
	name := r.PostFormValue("profile")
	if err := language.CheckProfile(name); err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	remember(w, catalog.ProfileCookie, cmp.Or(name, "-")) // which is no profile
	http.Redirect(w, r, s.Base()+"/settings", http.StatusSeeOther)
}
