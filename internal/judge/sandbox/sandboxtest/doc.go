// Package sandboxtest is the suite that every backend of package sandbox passes: what a program may and may not do,
// what it leaves behind, and what its Result says. The suite knows backends only through their interface.
// Capabilities switches off what a tier cannot guarantee.
//
// A backend's test states what its tier guarantees:
package sandboxtest
