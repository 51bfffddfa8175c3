#include "textflag.h"

#define SYS_write 64
#define SYS_exit_group 94
#define SYS_geteuid 175
#define SYS_prlimit64 261
#define RLIMIT_NPROC 6
#define RLIMIT_AS 9

// LIMIT is prlimit(0, resource, NULL, RSP).
#define LIMIT(resource) \
	MOVD $0, R0; \
	MOVD $resource, R1; \
	MOVD $0, R2; \
	MOVD RSP, R3; \
	MOVD $SYS_prlimit64, R8; \
	SVC; \
	CBNZ R0, begin; \
	MOVD 0(RSP), R1

// entry is where the process begins if the linker is told so (-E). Go's runtime cannot begin in less address space or with fewer
// threads, and would say so in pages of traces, before any Go runs: if a limit is too low, what has to be said is written to
// standard error, and exit_group(3). The number of processes is no limit for root.
TEXT ·entry(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	SUB  $16, RSP
	LIMIT(RLIMIT_AS)
	MOVD $·cramped(SB), R4
	MOVD ·space(SB), R2
	CMP  R2, R1
	BLO  refuse
	LIMIT(RLIMIT_NPROC)
	MOVD $·crowded(SB), R4
	MOVD ·few(SB), R2
	CMP  R2, R1
	BHS  begin
	MOVD $SYS_geteuid, R8
	SVC
	CBNZW R0, refuse

begin:
	ADD  $16, RSP
	JMP _rt0_arm64_linux(SB)

refuse:
	MOVD $2, R0
	MOVD 0(R4), R1
	MOVD 8(R4), R2
	MOVD $SYS_write, R8
	SVC
	MOVD $3, R0
	MOVD $SYS_exit_group, R8
	SVC
	BRK
