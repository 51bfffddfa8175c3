package problems

import (
	"net/http"

	"grundy/internal/app/practice"
	"grundy/internal/store/config"
	"grundy/internal/ui/web/site"
)

// Settings are the settings of the user: their values, and the file that holds them, "" for none.
type Settings struct {
	Values []config.Setting
	File   string
}

// settingsPage is the page of the settings.
type settingsPage struct {
	Settings
	Hidden    bool // levels are hidden in this browser
	Language  string
	Languages []start
}

// settings shows the settings of the command line, and those of the browser.
func (s *Pages) settings(r *http.Request) (site.View, error) {
	page := settingsPage{Settings: s.Settings, Hidden: s.hidesLevels(r), Language: s.Inbox.endingFor(r)}
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
	return site.View{Title: "Settings", Template: "settings", Data: page}, nil
}
