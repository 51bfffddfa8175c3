package language

import "testing"

func TestOwnPaths(t *testing.T) {
	p := &Program{files: []File{{Name: "a.py", Path: "/home/me/sum/a.py"}, {Name: "lib/a.py", Path: "/home/me/sum/lib/a.py"}, {Name: "given.py"}}}
	p.files = append(p.files, File{Name: "b.java"})
	p.renamed = map[string]string{"b.java": "Main.java"}
	for text, want := range map[string]string{
		"  File \"/mnt/program/a.py\", line 3, in <module>": "  File \"/home/me/sum/a.py\", line 3, in <module>",
		"    at main (/mnt/program/lib/a.py:3:1)":           "    at main (/home/me/sum/lib/a.py:3:1)",
		"\t/box/work/a.py:5 +0x1d":                          "\t/home/me/sum/a.py:5 +0x1d",
		"/var/tmp/g/box/grundy-work-17/given.py:1":          "given.py:1",
		"/usr/lib/python3/a.py:1 /mnt/program/b.py":         "/usr/lib/python3/a.py:1 /mnt/program/b.py",
		"/mnt/program/a.python a.py":                        "/mnt/program/a.python a.py",
		"Main.java:3: error: x":                             "b.java:3: error: x",
		"\tat Main.main(Main.java:3)":                       "\tat Main.main(b.java:3)",
		"Domain.java:3 Main.javac":                          "Domain.java:3 Main.javac",
		"no path":                                           "no path",
	} {
		if got := p.OwnPaths("/mnt/program", text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
