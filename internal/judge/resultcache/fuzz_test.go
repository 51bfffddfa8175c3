package resultcache

import "testing"

// FuzzEntry reads arbitrary files as an entry. Whatever passes for an entry can be stored again.
func FuzzEntry(f *testing.F) {
	f.Add([]byte("abc - -\n"), []byte(`{"event":"test","submission":"a","test":"1","verdict":"AC"}`+"\n"))
	f.Add([]byte("abc 1 NaN\n"), []byte(`{"event":"end"}`))
	f.Fuzz(func(t *testing.T, list, tests []byte) {
		cases, err := decode(list, tests)
		if err != nil {
			return
		}
		if _, _, err := encode(cases); err != nil {
			t.Errorf("%q and %q were read, but cannot be kept: %v", list, tests, err)
		}
	})
}
