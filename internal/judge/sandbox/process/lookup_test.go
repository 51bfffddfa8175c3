package process

import "testing"

func TestVariable(t *testing.T) {
	env := []string{"PATHS=/a", "PATH=/b", "PATH=/c=d", "HOME=/e", "PATH"}
	for name, want := range map[string]string{"PATH": "/c=d", "HOME": "/e", "USER": ""} {
		if got := variable(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
