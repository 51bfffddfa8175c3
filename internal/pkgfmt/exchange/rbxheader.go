package exchange

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// rbxHeader is the header by which programs of rbx read the variables of the problem. rbx writes it before each build, so that
// repositories lack it.
const rbxHeader = "rbx.h"

const rbxHeaderText = `// getVar reads the variables of the problem: getVar<int>("N.max") or getVar<int>("N", "max").
#pragma once
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

inline std::string textOfVar(const std::string &name) {
%s	throw std::runtime_error("there is no variable " + name);
}

template <typename T, typename... Rest> T getVar(std::string name, const Rest &...rest) {
	((name += "." + std::string(rest)), ...);
	const std::string text = textOfVar(name);
	if constexpr (std::is_same_v<T, std::string>) {
		return text;
	} else if constexpr (std::is_same_v<T, bool>) {
		return text == "true";
	} else {
		std::istringstream words(text);
		T value;
		if (!(words >> value)) throw std::runtime_error("the variable " + name + " is no such number: " + text);
		return value;
	}
}
`

// header writes rbx.h with the variables of the problem.
func (ri *rbxImport) header() []byte {
	var cases strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ri.vars)) {
		fmt.Fprintf(&cases, "\tif (name == %s) return %s;\n", strconv.Quote(name), strconv.Quote(ri.vars[name]))
	}
	return fmt.Appendf(nil, rbxHeaderText, cases.String())
}
