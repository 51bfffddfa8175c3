#include "textflag.h"

#define SYS_write 1
#define SYS_exit_group 231
#define SYS_prlimit64 302
#define RLIMIT_AS 9

// entry is where the process begins if the linker is told so (-E). Go's runtime cannot begin in less address space, and would say so
// in pages of traces, before any Go runs: prlimit(0, RLIMIT_AS, NULL, &limit), and if that is too little write(2, cramped) and
// exit_group(3).
TEXT ·entry(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	SUBQ $16, SP
	MOVL $0, DI
	MOVL $RLIMIT_AS, SI
	MOVL $0, DX
	MOVQ SP, R10
	MOVL $SYS_prlimit64, AX
	SYSCALL
	MOVQ 0(SP), CX
	ADDQ $16, SP
	TESTQ AX, AX
	JNZ  begin
	CMPQ CX, ·space(SB)
	JCS  refuse

begin:
	JMP _rt0_amd64_linux(SB)

refuse:
	MOVL $2, DI
	MOVQ ·cramped+0(SB), SI
	MOVQ ·cramped+8(SB), DX
	MOVL $SYS_write, AX
	SYSCALL
	MOVL $3, DI
	MOVL $SYS_exit_group, AX
	SYSCALL
	INT  $3
