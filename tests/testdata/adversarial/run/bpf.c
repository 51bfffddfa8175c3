// expect: AC quick
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
	union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
	if (syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map) >= 0) return puts("map") < 0;
	struct bpf_insn nothing[] = {{.code = 0xb7}, {.code = 0x95}};
	union bpf_attr program = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER, .insns = (unsigned long)nothing, .insn_cnt = 2, .license = (unsigned long)"GPL",
	};
	if (syscall(SYS_bpf, BPF_PROG_LOAD, &program, sizeof program) >= 0) return puts("program") < 0;
	puts("585987");
}
