#include "textflag.h"

// func vfork(call, a0, a1, a2 uintptr) (pid, errno uintptr)
//
// The return address lives in the link register, which the system call keeps; a frameless function never spills it.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-48
	MOVD call+0(FP), R8
	MOVD a0+8(FP), R0
	MOVD a1+16(FP), R1
	MOVD a2+24(FP), R2
	SVC
	CMN  $4095, R0
	BCC  started
	NEG  R0, R0
	MOVD $-1, R1
	MOVD R1, pid+32(FP)
	MOVD R0, errno+40(FP)
	RET

started:
	MOVD R0, pid+32(FP)
	MOVD ZR, errno+40(FP)
	RET
