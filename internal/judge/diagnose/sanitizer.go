package diagnose

import (
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

var (
	undefined = lazyregexp.New(`(?m)^([^\n]+?):(\d+):\d+: runtime error: (.*)$`)
	address   = lazyregexp.New(`(?m)^==\d+==ERROR: AddressSanitizer: ([\w-]+)( on unknown address 0x0{0,12}[0-9a-f]{1,3} )?`)
	// The first line of a report, which often stands alone.
	began  = lazyregexp.New(`(?m)^(AddressSanitizer:DEADLYSIGNAL|=+\n==\d+==ERROR: AddressSanitizer|==\d+==ERROR: AddressSanitizer|[^\n]+?:\d+:\d+: runtime error: |index -?\d+ of \d+\n)`)
	frame  = lazyregexp.New(`(?m)^\s+#\d+ 0x[0-9a-f]+ in [^\n]*? ([^\s:]+):(\d+)(?::\d+)?$`)
	access = lazyregexp.New(`(?m)^(READ|WRITE) of size (\d+) at`)
	// GCC 12 writes "to the right of" where later versions write "after".
	region = lazyregexp.New(`(?m)is located (\d+) bytes (to the right of|after|to the left of|before) (?:(\d+)-byte region|[^\n]*? of size (\d+)$)`)
	// The message of a program before it aborts itself.
	checked   = lazyregexp.New(`(?m)^(index -?\d+ of \d+)$`)
	assertion = lazyregexp.New(`(?m): (?:Assertion (['\x60].*') failed|assertion .* failed.*)`)
	// GCC's library writes quotation marks where C's assert first has a backtick.
	libraryAssertion = lazyregexp.New(`(?m): Assertion '.*' failed|: assertion .* failed: .*(bounds|empty|out of range|null)`)
	thrown           = lazyregexp.New(`terminate called after throwing an instance of '([^']+)'(?:\n\s+what\(\):\s+([^\n]*))?`)
)

// freed are the kinds of reports about freed memory.
var freed = map[string]string{
	"heap-use-after-free": "memory that was freed", "stack-use-after-return": "a variable of a function that has returned",
	"stack-use-after-scope": "a variable whose block has ended",
}

// unprovoked are the kinds of reports that may stem from the sanitizers' own cost, since they enlarge the program's
// stack and memory.
var unprovoked = map[string]bool{"stack-overflow": true, "allocator": true}

// sanitizer parses a report of the address or undefined-behaviour sanitizer, of GCC or Clang.
func sanitizer(r *report) (string, bool) {
	undefinedAt, addressAt := undefined().FindStringSubmatch(r.text), address().FindStringSubmatch(r.text)
	if undefinedAt == nil && addressAt == nil {
		return "", false
	}
	r.sanitized = true
	if start := began().FindStringIndex(r.text); start != nil {
		r.fault.Said = r.text[:start[0]]
	}
	if undefinedAt != nil {
		if r.place(undefined(), false); r.fault.File == "" {
			r.place(frame(), false)
		}
		r.fault.Undefined = true
		return undefinedAt[3], true
	}
	r.place(frame(), false)
	r.fault.Undefined = !unprovoked[addressAt[1]] && (addressAt[1] != "ABRT" || checked().MatchString(r.text) || libraryAssertion().MatchString(r.text))
	return r.addressReason(addressAt[1], addressAt[2] != ""), true
}

// addressReason describes a report of the address sanitizer. null says that the address was near zero.
func (r *report) addressReason(kind string, null bool) string {
	size, deed := 0, "used"
	if match := access().FindStringSubmatch(r.text); match != nil {
		size, _ = strconv.Atoi(match[2]) // digits
		deed = map[string]string{"READ": "read", "WRITE": "written"}[match[1]]
	}
	switch {
	case kind == "ABRT":
		return r.aborted()
	case kind == "stack-overflow":
		return "stack overflow"
	case kind == "allocator":
		return "memory ran out"
	case kind == "requested":
		return "the program asks for memory of an impossible size"
	case kind == "SEGV" && null:
		return "a null pointer is dereferenced"
	case kind == "SEGV" || kind == "BUS":
		return "an invalid address is used"
	case freed[kind] != "":
		return freed[kind] + " is " + deed
	}
	if match := region().FindStringSubmatch(r.text); match != nil && size > 0 {
		beyond, _ := strconv.Atoi(match[1])
		length, _ := strconv.Atoi(match[3] + match[4])
		offset := length + beyond
		if strings.HasSuffix(match[2], "left of") || match[2] == "before" {
			offset = -beyond
		}
		if length%size == 0 && offset%size == 0 {
			return indexOf(strconv.Itoa(offset/size), strconv.Itoa(length/size))
		}
	}
	return strings.ReplaceAll(kind, "-", " ")
}

// aborted says why a program ended itself.
func (r *report) aborted() string {
	if match := checked().FindStringSubmatch(r.text); match != nil {
		return match[1]
	}
	if match := thrown().FindStringSubmatch(r.text); match != nil {
		if match[2] == "" {
			return match[1]
		}
		return match[1] + ": " + match[2]
	}
	if match := assertion().FindString(r.text); match != "" {
		return strings.TrimPrefix(match, ": ")
	}
	return "the program aborted itself"
}
