#include "textflag.h"

// func vfork(call, a0, a1, a2, a3 uintptr) (pid, errno uintptr)
//
// The child shares the parent's stack and returns first, over the slot that holds the return address: it is kept in a
// register across the system call.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-56
	MOVQ call+0(FP), AX
	MOVQ a0+8(FP), DI
	MOVQ a1+16(FP), SI
	MOVQ a2+24(FP), DX
	MOVQ a3+32(FP), R10
	POPQ R12
	SYSCALL
	PUSHQ R12
	CMPQ AX, $0xfffffffffffff001
	JCC  failed
	MOVQ AX, pid+40(FP)
	MOVQ $0, errno+48(FP)
	RET

failed:
	NEGQ AX
	MOVQ $-1, pid+40(FP)
	MOVQ AX, errno+48(FP)
	RET
