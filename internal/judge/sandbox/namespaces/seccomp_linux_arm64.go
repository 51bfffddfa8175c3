package namespaces

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// deniedOnArch are dangerous calls that only this architecture has.
var deniedOnArch = []uint32{unix.SYS_NFSSERVCTL, unix.SYS_KEXEC_FILE_LOAD}

// mknod does not exist on this architecture, which has only mknodat(2).
const mknod = newestKnown + 1

// The older calls of plainRules, which this architecture does not have.

var birthsOnArch, askedOnArch, ownersOnArch, olderOnArch []uint32

const chmodOnArch = newestKnown + 2

func openOnArch(bool) []argument { return nil }
