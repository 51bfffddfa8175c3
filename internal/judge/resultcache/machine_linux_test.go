package resultcache

import "testing"

func TestModel(t *testing.T) {
	for text, want := range map[string]string{
		"":   "",
		"\n": "",
		"processor\t: 0\nmodel name\t: Fast 9\nstepping : 1\n\nprocessor\t: 1\nmodel name\t: Fast 10\n": "Fast 9",
		"processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n\nprocessor : 1\n":                    "0x41 0xd0c",
	} {
		if got := model(text); got != want {
			t.Errorf("model(%q) = %q, want %q", text, got, want)
		}
	}
	if m := ThisMachine(); m.Kernel == "" {
		t.Errorf("this machine is %+v", m)
	}
}
