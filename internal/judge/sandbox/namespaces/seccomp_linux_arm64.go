package namespaces

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// deniedOnArch are dangerous calls that only this architecture has.
var deniedOnArch = []uint32{unix.SYS_NFSSERVCTL, unix.SYS_KEXEC_FILE_LOAD}

// mknod is no call here: there is mknodat(2) alone.
const mknod = newestKnown + 1
