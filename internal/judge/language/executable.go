package language

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
)

// executableFormats are the formats of files that systems can start, by their first bytes.
var executableFormats = []struct{ magic, system string }{
	{"\x7fELF", "linux"},
	{"\xcf\xfa\xed\xfe", "darwin"},
	{"\xca\xfe\xba\xbe", "darwin"},
	{"MZ", "windows"},
}

// builtFor names the system that a file was built for, or returns "" for a file that no system starts by itself.
func builtFor(data []byte) string {
	for _, format := range executableFormats {
		if bytes.HasPrefix(data, []byte(format.magic)) {
			return format.system
		}
	}
	return ""
}

// executable returns the only executable file of a source, or "" if there is none or several.
func (s Source) executable() (string, error) {
	name := ""
	for _, file := range s.Files {
		data, err := file.Read()
		if err != nil {
			return "", err
		}
		if builtFor(data) == "" || strings.HasSuffix(file.Name, ".class") { // a .class file begins like a program of macOS
			continue
		}
		if name != "" {
			return "", nil
		}
		name = file.Name
	}
	return name, nil
}

// startsByItself reports whether a source is one file whose name says that the system starts it: .exe on Windows.
func (s Source) startsByItself(system string) bool {
	return system == "windows" && len(s.Files) == 1 && strings.EqualFold(path.Ext(s.Files[0].Name), ".exe")
}

// isExecutable reports whether a row takes a file that was built elsewhere.
func (l *Language) isExecutable() bool {
	return len(l.Compile) == 0 && strings.HasPrefix(l.Run[0], "{program}/")
}

// findExecutable makes the source's executable the entry, if this machine can start it.
func (l *layout) findExecutable(source Source) error {
	name, err := source.executable()
	if err != nil {
		return err
	}
	if name == "" {
		return noExecutable(source)
	}
	l.entry = name
	i := slices.IndexFunc(source.Files, func(file File) bool { return file.Name == name })
	if reason, help := unstartable(source.Files[i], l.data(name)); reason != "" {
		return &SourceError{Message: name + " " + reason, Help: help}
	}
	return nil
}

// noExecutable says that a source is not, or does not have, exactly one executable file.
func noExecutable(source Source) error {
	if len(source.Files) > 1 {
		return &SourceError{Message: "there is no executable file among the files, or several", Help: "give one file that is built for this machine"}
	}
	help := "give a file that is built for this machine"
	if text, err := source.Files[0].Read(); err == nil && bytes.HasPrefix(text, []byte("#!")) {
		help = "leave out --language executable: the first line of this script names its language"
	}
	return &SourceError{Message: source.Files[0].Name + " is not an executable file, but text or data", Help: help}
}

// machines maps ELF numbers to Go's names of architectures.
var machines = map[elf.Machine]string{
	elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386", elf.EM_ARM: "arm", elf.EM_RISCV: "riscv64",
	elf.EM_PPC64: "ppc64le", elf.EM_S390: "s390x", elf.EM_LOONGARCH: "loong64",
}

// unstartable says why a file cannot be started on this machine, and the remedy. The reason is "" if it can.
func unstartable(file File, data []byte) (reason, help string) {
	const rebuild = "give its source, or build it for this machine"
	if system := builtFor(data); system != runtime.GOOS {
		return fmt.Sprintf("is an executable file for %s, but this machine runs %s", system, runtime.GOOS), rebuild
	}
	if info, err := os.Stat(file.Path); file.Data == nil && err == nil && info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return "is an executable file without execute permission", "chmod +x " + file.Path
	}
	if runtime.GOOS != "linux" {
		return "", ""
	}
	program, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return "is a damaged executable file: " + err.Error(), rebuild
	}
	defer program.Close()
	switch machine := machines[program.Machine]; {
	case machine != runtime.GOARCH:
		return fmt.Sprintf("is an executable file for %s, but this machine is %s", strings.TrimPrefix(nameOf(program.Machine), "EM_"), runtime.GOARCH), rebuild
	case program.Type != elf.ET_EXEC && program.Type != elf.ET_DYN:
		return "is a part of a program, not an executable file", "give the program that was linked, or its source"
	}
	for _, part := range program.Progs {
		if part.Type != elf.PT_INTERP {
			continue
		}
		text := make([]byte, min(part.Filesz, 4096))
		if _, err := part.ReadAt(text, 0); err != nil {
			return "is a damaged executable file: " + err.Error(), rebuild
		}
		loader := string(bytes.TrimRight(text, "\x00"))
		if _, err := os.Stat(loader); err != nil {
			return "needs " + loader + ", which this machine lacks", "give its source, or link it statically"
		}
	}
	return "", ""
}

func nameOf(machine elf.Machine) string {
	if name := machines[machine]; name != "" {
		return name
	}
	return machine.String()
}
