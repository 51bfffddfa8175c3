package cli

import "testing"

func TestEscaped(t *testing.T) {
	for _, test := range []struct {
		text, want string
		fails      bool
	}{
		{`3\n1 2 3`, "3\n1 2 3\n", false},
		{`3\n`, "3\n", false},
		{`a\tb\\n\x00\xff`, "a\tb\\n\x00\xff\n", false},
		{``, "", false},
		{`\q`, "", true},
		{`\`, "", true},
		{`\x1`, "", true},
		{`\xgg`, "", true},
	} {
		got, err := escaped(test.text)
		if (err != nil) != test.fails || string(got) != test.want {
			t.Errorf("%q: got %q, %v; want %q", test.text, got, err, test.want)
		}
	}
}
