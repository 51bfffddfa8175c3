#include "textflag.h"

// func vfork(call, a0, a1, a2, a3 uintptr) (pid, errno uintptr)
//
// The return address lives in the link register, which the system call keeps; a frameless function never spills it.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-56
	MOVD call+0(FP), R8
	MOVD a0+8(FP), R0
	MOVD a1+16(FP), R1
	MOVD a2+24(FP), R2
	MOVD a3+32(FP), R3
	SVC
	CMN  $4095, R0
	BCC  started
	NEG  R0, R0
	MOVD $-1, R1
	MOVD R1, pid+40(FP)
	MOVD R0, errno+48(FP)
	RET

started:
	MOVD R0, pid+40(FP)
	MOVD ZR, errno+48(FP)
	RET
