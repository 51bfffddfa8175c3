package namespaces

import (
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

const auditArch = unix.AUDIT_ARCH_X86_64

// deniedOnArch are dangerous calls that only this architecture has.
var deniedOnArch = []uint32{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_NFSSERVCTL, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_CREATE_MODULE, unix.SYS_GET_KERNEL_SYMS, unix.SYS_QUERY_MODULE,
}

// mknod is mknodat(2) without a directory.
const mknod = unix.SYS_MKNOD

// The older calls of plainRules, which only this architecture has.

var (
	birthsOnArch = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
	askedOnArch  = []uint32{unix.SYS_CHMOD}
	ownersOnArch = []uint32{unix.SYS_CHOWN, unix.SYS_LCHOWN}
	olderOnArch  = []uint32{unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT}
)

// chmodOnArch is fchmodat(2) without a directory.
const chmodOnArch = unix.SYS_CHMOD

func openOnArch(truncates bool) []argument {
	rules := []argument{{unix.SYS_OPEN, low(1), bpf.JumpEqual, tmpfileFlag, noMode, tmpfileFlag}}
	if !truncates {
		rules = append(rules, argument{unix.SYS_OPEN, low(1), bpf.JumpEqual, unix.O_TRUNC, denied, unix.O_ACCMODE | unix.O_TRUNC})
	}
	return rules
}
