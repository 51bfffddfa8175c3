// expect: CE log~"nothing was found"; landlock: CE
// Tells what exists without reading it.
#if __has_include("@ANSWER@") || __has_include("/etc/shadow") || __has_include("/root") || __has_include("/proc/kallsyms")
#error something was found
#else
#error nothing was found
#endif
