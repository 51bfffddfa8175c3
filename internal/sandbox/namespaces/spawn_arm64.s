#include "textflag.h"

#define SYS_clone3 435

// func vfork(args unsafe.Pointer, size uintptr) (pid, errno uintptr)
//
// The return address lives in the link register, which the system call keeps; a frameless function never spills it.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-32
	MOVD args+0(FP), R0
	MOVD size+8(FP), R1
	MOVD $SYS_clone3, R8
	SVC
	CMN  $4095, R0
	BCC  started
	NEG  R0, R0
	MOVD $-1, R1
	MOVD R1, pid+16(FP)
	MOVD R0, errno+24(FP)
	RET

started:
	MOVD R0, pid+16(FP)
	MOVD ZR, errno+24(FP)
	RET
