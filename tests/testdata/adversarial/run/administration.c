// expect: AC quick
// Every call is made with arguments that are invalid as well: without the walls it would still do nothing.
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static int allowed(long result) { return result >= 0 || errno != EPERM && errno != ENOSYS; }

int main(void) {
	if (allowed(syscall(SYS_reboot, 0, 0, 0, 0))) return puts("reboot") < 0;
	if (allowed(syscall(SYS_sethostname, "", -1L))) return puts("sethostname") < 0;
	if (allowed(syscall(SYS_setdomainname, "", -1L))) return puts("setdomainname") < 0;
	if (allowed(syscall(SYS_init_module, 0, 0, ""))) return puts("init_module") < 0;
	if (allowed(syscall(SYS_finit_module, -1, "", 0))) return puts("finit_module") < 0;
	if (allowed(syscall(SYS_delete_module, "", -1))) return puts("delete_module") < 0;
	if (allowed(syscall(SYS_kexec_load, 0, 99, 0, -1L))) return puts("kexec_load") < 0;
	if (allowed(syscall(SYS_swapon, "", -1))) return puts("swapon") < 0;
	if (allowed(syscall(SYS_swapoff, ""))) return puts("swapoff") < 0;
	if (allowed(syscall(SYS_acct, ""))) return puts("acct") < 0;
	if (allowed(syscall(SYS_clock_settime, -1, 0))) return puts("clock_settime") < 0;
	if (allowed(syscall(SYS_syslog, 3, 0, -1))) return puts("syslog") < 0;
	if (allowed(syscall(SYS_quotactl, -1, "", 0, 0))) return puts("quotactl") < 0;
	if (allowed(syscall(SYS_vhangup))) return puts("vhangup") < 0;
	if (allowed(syscall(SYS_userfaultfd, -1))) return puts("userfaultfd") < 0;
	if (allowed(syscall(SYS_fanotify_init, -1, -1))) return puts("fanotify") < 0;
	if (allowed(syscall(SYS_open_by_handle_at, -1, 0, 0))) return puts("open_by_handle_at") < 0;
#ifdef __x86_64__
	if (allowed(syscall(SYS_iopl, 9))) return puts("iopl") < 0;
	if (allowed(syscall(SYS_ioperm, -1L, -1L, 1))) return puts("ioperm") < 0;
	if (allowed(syscall(SYS_modify_ldt, 99, 0, 0))) return puts("modify_ldt") < 0;
#endif
	puts("585987");
}
