package statement

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

// unitSymbols are the units of siunitx, and prefixes are what stands before them.
var (
	unitSymbols = map[string]string{
		"meter": "m", "metre": "m", "gram": "g", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol", "candela": "cd", "kilogram": "kg",
		"hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "coulomb": "C", "volt": "V", "farad": "F", "ohm": "Ω",
		"siemens": "S", "weber": "Wb", "tesla": "T", "henry": "H", "lumen": "lm", "lux": "lx", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv",
		"radian": "rad", "steradian": "sr", "celsius": "°C", "degreeCelsius": "°C", "degree": "°", "arcminute": "′", "arcsecond": "″", "percent": "%",
		"minute": "min", "hour": "h", "day": "d", "litre": "l", "liter": "L", "tonne": "t", "hectare": "ha", "bit": "bit", "byte": "B", "decibel": "dB",
		"electronvolt": "eV", "bar": "bar", "angstrom": "Å", "astronomicalunit": "au", "dalton": "Da", "euro": "€", "dollar": "$", "year": "a",
		"m": "m", "km": "km", "cm": "cm", "mm": "mm", "dm": "dm", "um": "µm", "nm": "nm", "s": "s", "ms": "ms", "us": "µs", "ns": "ns", "kg": "kg", "g": "g",
		"mg": "mg", "N": "N", "J": "J", "W": "W", "kW": "kW", "V": "V", "A": "A", "Hz": "Hz", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz", "kB": "kB", "MB": "MB",
	}
	unitPrefixes = map[string]string{
		"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "hecto": "h", "deca": "da", "deka": "da", "deci": "d", "centi": "c",
		"milli": "m", "micro": "µ", "nano": "n", "pico": "p", "femto": "f", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti",
	}
	unitPowers = map[string]string{"squared": "2", "cubed": "3", "square": "2", "cubic": "3"}
)

// unit writes a unit of siunitx: "\kilo\metre\per\second" as "km/s".
func (p *latexParser) unit(source part) string {
	text := strings.TrimSpace(source.text)
	if !strings.Contains(text, `\`) {
		return strings.NewReplacer(".", "·", "~", "·", "^2", "²", "^3", "³", "^{2}", "²", "^{3}", "³", "^{-1}", "⁻¹", "^{-2}", "⁻²", "{", "", "}", "").Replace(text)
	}
	var b strings.Builder
	power, divided := "", false
	inner := p.inner(source)
	for inner.rest = strings.TrimSpace(inner.rest); inner.rest != ""; inner.rest = strings.TrimLeft(inner.rest, " ~.") {
		if inner.rest[0] != '\\' {
			first, rest := firstRune(inner.rest)
			b.WriteString(first)
			inner.rest = rest
			continue
		}
		at, name := inner.at(), commandName(inner.rest)
		inner.rest = inner.rest[1+len(name):]
		symbol, isUnit := unitSymbols[name]
		switch prefix := unitPrefixes[name]; {
		case isUnit || prefix != "":
			if s := b.String(); s != "" && !strings.HasSuffix(s, "/") && !endsInPrefix(s) {
				b.WriteString("·")
			}
			b.WriteString(symbol + prefix)
			if prefix != "" {
				b.WriteString(afterPrefix)
				continue
			}
			b.WriteString(superscript(power))
			power = ""
		case name == "per":
			if divided {
				b.WriteString("·")
			} else {
				b.WriteString("/")
			}
			divided = true
		case name == "squared" || name == "cubed":
			b.WriteString(superscript(unitPowers[name]))
		case unitPowers[name] != "":
			power = unitPowers[name]
		case name == "tothe" || name == "raiseto":
			power := strings.TrimSpace(inner.argument().text)
			b.WriteString(superscript(power))
		case name == "%":
			b.WriteString("%")
		default:
			p.unknown(at, `the unit \`+name)
		}
	}
	return strings.ReplaceAll(b.String(), afterPrefix, "")
}

// afterPrefix follows a prefix until its unit is there.
const afterPrefix = "\x00"

func endsInPrefix(text string) bool { return strings.HasSuffix(text, afterPrefix) }

// superscript writes digits as exponents.
func superscript(digits string) string {
	var b strings.Builder
	for _, r := range digits {
		if r == '-' {
			b.WriteRune('⁻')
		} else if '0' <= r && r <= '9' {
			b.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'])
		}
	}
	return b.String()
}

var siNumber = lazyregexp.New(`^\s*([-+]?)([0-9]*)[.,]?([0-9]*)\s*(?:[eEdD]([-+]?[0-9]+))?\s*$`)

// number writes a number as siunitx does, with a narrow space between groups of three digits.
func (p *latexParser) number(source part) {
	text := strings.ReplaceAll(strings.ReplaceAll(source.text, " ", ""), "_", "")
	found := siNumber().FindStringSubmatch(text)
	if found == nil {
		p.text = append(p.text, p.inline(source)...)
		return
	}
	sign, whole, fraction, exponent := strings.ReplaceAll(found[1], "-", "−"), grouped(found[2]), found[3], strings.TrimPrefix(found[4], "+")
	if fraction != "" {
		fraction = "." + fraction
		if whole == "" {
			whole = "0"
		}
	}
	if exponent == "" {
		p.write(sign + whole + fraction)
		return
	}
	mantissa := found[1] + found[2] + fraction
	if found[2]+fraction != "" {
		mantissa += ` \times `
	}
	p.formula(mantissa+"10^{"+exponent+"}", source.at)
}

// grouped puts a narrow space between groups of three digits of a number with more than four.
func grouped(digits string) string {
	const narrow = "\u202f"
	if len(digits) < 5 {
		return digits
	}
	head := len(digits) % 3
	groups := []string{}
	if head > 0 {
		groups = append(groups, digits[:head])
	}
	for i := head; i < len(digits); i += 3 {
		groups = append(groups, digits[i:i+3])
	}
	return strings.Join(groups, narrow)
}

// quantity reads the commands of siunitx; false if the command is another.
func (p *latexParser) quantity(name string) bool {
	switch name {
	case "num", "SI", "qty", "si", "unit", "ang", "SIrange", "qtyrange", "numrange", "numlist", "SIlist", "qtylist", "numproduct":
	default:
		return false
	}
	_, _ = p.optional()
	withUnit := func() {
		unit := p.unit(p.argument())
		if unit != "" && unit != "°" && unit != "′" && unit != "″" {
			p.write("\u202f")
		}
		p.write(unit)
	}
	switch name {
	case "num":
		p.number(p.argument())
	case "SI", "qty":
		p.number(p.argument())
		_, _ = p.optional()
		withUnit()
	case "si", "unit":
		p.write(p.unit(p.argument()))
	case "ang":
		for i, angle := range strings.Split(p.argument().text, ";") {
			if angle != "" {
				p.write(angle + []string{"°", "′", "″"}[min(i, 2)])
			}
		}
	case "SIrange", "qtyrange", "numrange":
		from, to := p.argument(), p.argument()
		p.number(from)
		p.write("–")
		p.number(to)
		if name != "numrange" {
			withUnit()
		}
	default: // lists
		list := p.argument()
		for i, one := range splitTop(list, ";") {
			if i > 0 {
				p.write(", ")
			}
			p.number(one)
		}
		if name != "numlist" && name != "numproduct" {
			withUnit()
		}
	}
	return true
}
