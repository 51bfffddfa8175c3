package resultcache

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// ThisMachine describes this machine.
func ThisMachine() Machine {
	var m Machine
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		m.Processor = model(string(text))
	}
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		m.Kernel = strings.Join([]string{
			unix.ByteSliceToString(name.Sysname[:]), unix.ByteSliceToString(name.Release[:]), unix.ByteSliceToString(name.Machine[:]),
		}, " ")
	}
	return m
}

// model finds what distinguishes processors in /proc/cpuinfo: their name, or on ARM, which has none, the numbers of
// maker and part.
func model(cpuinfo string) string {
	var found []string
	for line := range strings.Lines(cpuinfo) {
		key, value, _ := strings.Cut(line, ":")
		switch key = strings.TrimSpace(key); key {
		case "model name", "CPU implementer", "CPU part", "CPU variant", "CPU revision":
			found = append(found, strings.TrimSpace(value))
		case "":
			return strings.Join(found, " ") // the first processor represents all
		}
	}
	return strings.Join(found, " ")
}
