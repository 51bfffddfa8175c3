#include "textflag.h"

#define SYS_write 1
#define SYS_geteuid 107
#define SYS_exit_group 231
#define SYS_prlimit64 302
#define RLIMIT_NPROC 6
#define RLIMIT_AS 9

// LIMIT is prlimit(0, resource, NULL, SP).
#define LIMIT(resource) \
	MOVL $0, DI; \
	MOVL $resource, SI; \
	MOVL $0, DX; \
	MOVQ SP, R10; \
	MOVL $SYS_prlimit64, AX; \
	SYSCALL; \
	TESTQ AX, AX; \
	JNZ begin; \
	MOVQ 0(SP), CX

// entry is where the process begins if the linker is told so (-E). Go's runtime cannot begin in less address space or with fewer
// threads, and would say so in pages of traces, before any Go runs: if a limit is too low, what has to be said is written to
// standard error, and exit_group(3). The number of processes is no limit for root.
TEXT ·entry(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	SUBQ $16, SP
	LIMIT(RLIMIT_AS)
	LEAQ ·cramped(SB), R9
	CMPQ CX, ·space(SB)
	JCS  refuse
	LIMIT(RLIMIT_NPROC)
	LEAQ ·crowded(SB), R9
	CMPQ CX, ·few(SB)
	JCC  begin
	MOVL $SYS_geteuid, AX
	SYSCALL
	TESTL AX, AX
	JNZ  refuse

begin:
	ADDQ $16, SP
	JMP _rt0_amd64_linux(SB)

refuse:
	MOVL $2, DI
	MOVQ 0(R9), SI
	MOVQ 8(R9), DX
	MOVL $SYS_write, AX
	SYSCALL
	MOVL $3, DI
	MOVL $SYS_exit_group, AX
	SYSCALL
	INT  $3
