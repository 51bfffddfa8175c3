// expect: CE
// An object file that the linker would take for a script.
__asm__(".section .note.GNU-stack,\"\",@progbits\n.symver main,main@@NOWHERE\n");
extern int missing(void);
int main(void) { return missing(); }
