#include "textflag.h"

#define SYS_write 64
#define SYS_exit_group 94
#define SYS_prlimit64 261
#define RLIMIT_AS 9

// entry is where the process begins if the linker is told so (-E). Go's runtime cannot begin in less address space, and would say so
// in pages of traces, before any Go runs: prlimit(0, RLIMIT_AS, NULL, &limit), and if that is too little write(2, cramped) and
// exit_group(3).
TEXT ·entry(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	SUB  $16, RSP
	MOVD $0, R0
	MOVD $RLIMIT_AS, R1
	MOVD $0, R2
	MOVD RSP, R3
	MOVD $SYS_prlimit64, R8
	SVC
	MOVD 0(RSP), R1
	ADD  $16, RSP
	CBNZ R0, begin
	MOVD ·space(SB), R2
	CMP  R2, R1
	BLO  refuse

begin:
	JMP _rt0_arm64_linux(SB)

refuse:
	MOVD $2, R0
	MOVD ·cramped+0(SB), R1
	MOVD ·cramped+8(SB), R2
	MOVD $SYS_write, R8
	SVC
	MOVD $3, R0
	MOVD $SYS_exit_group, R8
	SVC
	BRK
