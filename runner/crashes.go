package runner

// crashes names the exit codes with which Windows ends programs, by NTSTATUS value
// (https://learn.microsoft.com/openspecs/windows_protocols/ms-erref). Other systems have no exit codes that large.
var crashes = map[uint32]string{
	0x80000003: "breakpoint",
	0xC0000005: "access violation",
	0xC0000006: "a page could not be read",
	0xC0000017: "out of memory",
	0xC000001D: "illegal instruction",
	0xC0000025: "exception that cannot continue",
	0xC000007B: "not a program for this machine, or a DLL that is not",
	0xC000008C: "array index out of bounds",
	0xC000008E: "floating-point division by zero",
	0xC0000094: "division by zero",
	0xC0000095: "integer overflow",
	0xC0000096: "privileged instruction",
	0xC00000FD: "stack overflow",
	0xC000012D: "out of memory",
	0xC0000135: "a DLL is missing; link the program statically",
	0xC0000139: "a DLL lacks a function; link the program statically",
	0xC000013A: "ended by Ctrl-C",
	0xC0000142: "a DLL could not be initialized",
	0xC0000374: "damaged heap",
	0xC0000409: "aborted, or damaged stack",
	0xC0000417: "invalid argument to the C library",
	0xE06D7363: "uncaught exception of C++",
	0xE0434352: "uncaught exception of .NET",
}
