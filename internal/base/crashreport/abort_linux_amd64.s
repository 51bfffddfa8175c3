//go:build !race

#include "textflag.h"

#define SYS_execve 59
#define SYS_exit_group 231
#define SYS_dup3 292

// func onAbort() uintptr
TEXT ·onAbort(SB), NOSPLIT, $0-8
	LEAQ aborted<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// aborted is what the kernel calls: dup3(2, 0, 0); dup3(speaking, 2, 0); execve(program, argv, envv); exit_group(3).
TEXT aborted<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	MOVL $2, DI
	MOVL $0, SI
	MOVL $0, DX
	MOVL $SYS_dup3, AX
	SYSCALL
	MOVL ·speaking(SB), DI
	MOVL $2, SI
	MOVL $0, DX
	MOVL $SYS_dup3, AX
	SYSCALL
	MOVQ ·program(SB), DI
	MOVQ ·argv(SB), SI
	MOVQ ·envv(SB), DX
	MOVL $SYS_execve, AX
	SYSCALL
	MOVL $3, DI
	MOVL $SYS_exit_group, AX
	SYSCALL
	INT  $3
