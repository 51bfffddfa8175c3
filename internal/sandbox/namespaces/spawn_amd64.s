#include "textflag.h"

#define SYS_clone3 435

// func vfork(args unsafe.Pointer, size uintptr) (pid, errno uintptr)
//
// The child shares the parent's stack and returns first, over the slot that holds the return address: it is kept in a
// register across the system call.
TEXT ·vfork(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ args+0(FP), DI
	MOVQ size+8(FP), SI
	MOVL $SYS_clone3, AX
	POPQ R12
	SYSCALL
	PUSHQ R12
	CMPQ AX, $0xfffffffffffff001
	JCC  failed
	MOVQ AX, pid+16(FP)
	MOVQ $0, errno+24(FP)
	RET

failed:
	NEGQ AX
	MOVQ $-1, pid+16(FP)
	MOVQ AX, errno+24(FP)
	RET
