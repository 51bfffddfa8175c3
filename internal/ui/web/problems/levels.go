package problems

import (
	"net/http"
	"net/url"
	"time"
)

// levelsCookie stores in a browser whether the user wants to see levels, overriding the configuration.
const levelsCookie = "grundy-levels"

// The values of the cookie, and of the form that sets it.
const (
	hideLevels = "hide"
	showLevels = "show"
)

// hidesLevels reports whether the levels of unsolved problems are hidden.
func (s *Pages) hidesLevels(r *http.Request) bool {
	if cookie, err := r.Cookie(levelsCookie); err == nil {
		return cookie.Value == hideLevels
	}
	return s.HideLevels
}

// remember stores a choice in the browser for a year.
func remember(w http.ResponseWriter, cookie, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int((365 * 24 * time.Hour).Seconds()),
	})
}

// chooseLevels remembers the choice and shows the page again on which it was made.
func (s *Pages) chooseLevels(w http.ResponseWriter, r *http.Request) {
	wish := showLevels
	if r.PostFormValue("levels") == hideLevels {
		wish = hideLevels
	}
	remember(w, levelsCookie, wish)
	back := url.URL{Path: s.Base() + "/"}
	// Only pages of this server pass the guard with a form.
	if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host {
		back.Path, back.RawQuery = from.Path, from.RawQuery
	}
	http.Redirect(w, r, back.String(), http.StatusSeeOther)
}
