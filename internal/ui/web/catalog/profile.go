package catalog

import (
	"net/http"

	"grundy/internal/judge/language"
)

// ProfileCookie stores in a browser the profile of a site by which the user wants to be judged, whatever the problem's
// page.
const ProfileCookie = "grundy-profile"

// ProfileIn returns the profile that the user chose in a browser, "" for none.
func ProfileIn(r *http.Request) string {
	cookie, err := r.Cookie(ProfileCookie)
	if err != nil || language.CheckProfile(cookie.Value) != nil {
		return ""
	}
	return cookie.Value
}
