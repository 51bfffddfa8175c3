package namespaces

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// deniedOnArch are dangerous calls that only this architecture has.
var deniedOnArch = []uint32{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_NFSSERVCTL, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_CREATE_MODULE, unix.SYS_GET_KERNEL_SYMS, unix.SYS_QUERY_MODULE,
}

// mknod is mknodat(2) without a directory.
const mknod = unix.SYS_MKNOD
