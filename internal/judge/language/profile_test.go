package language

import "testing"

// TestProfileOf checks by which pages a site is recognized.
func TestProfileOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://codeforces.com/contest/1/problem/A":    "codeforces",
		"https://m1.codeforces.com/contest/1":           "codeforces",
		"https://atcoder.jp/contests/abc1/tasks/abc1_a": "atcoder",
		"https://open.kattis.com/problems/hello":        "kattis",
		"https://cses.fi/problemset/task/1068":          "cses",
		"https://notcodeforces.com/":                    "",
		"https://example.org/codeforces.com":            "",
		"codeforces.com":                                "",
		"":                                              "",
	} {
		if got := ProfileOf(address); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
}

// TestProfilesAreComplete checks that each profile says where it comes from, and builds rows that have options to replace.
func TestProfilesAreComplete(t *testing.T) {
	sites, err := profiles()
	if err != nil {
		t.Fatal(err)
	}
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, site := range sites {
		if site.Name == "" || site.Page == "" || site.Date == "" || len(site.Hosts) == 0 || len(site.Languages) == 0 {
			t.Errorf("%s: something is missing: %+v", site.ID, site)
		}
		for id, its := range site.Languages {
			if row, found := table.Lookup(id); !found || len(row.Options) == 0 || len(its.Options) == 0 {
				t.Errorf("%s: %s has no options to replace", site.ID, id)
			}
		}
	}
}
