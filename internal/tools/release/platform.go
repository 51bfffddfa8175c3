package main

import (
	"fmt"
	"slices"
	"strings"
)

// platform is a system and a processor, as Go names them.
type platform struct{ os, arch string }

// supported are the platforms with archives.
var supported = []platform{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

func (p platform) String() string { return p.os + "/" + p.arch }

// program is the file name of grundy.
func (p platform) program() string {
	if p.os == "windows" {
		return "grundy.exe"
	}
	return "grundy"
}

func parsePlatform(name string) (platform, error) {
	i := slices.IndexFunc(supported, func(p platform) bool { return p.String() == name })
	if i < 0 {
		return platform{}, fmt.Errorf("no platform %q: want one of %s", name, strings.Trim(fmt.Sprint(supported), "[]"))
	}
	return supported[i], nil
}
