/*
 * syscalls: system calls by number. The tables are in the folder tables; its make.py writes them from kernel sources.
 */
#ifndef PERFOLIO_ARCH_SYSCALLS_H
#define PERFOLIO_ARCH_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of tables/syscalls.def. Numbers of x32 have bit 30 set (linux/arch/x86/include/uapi/asm/unistd.h). The
   numbers of the three ABIs of mips begin at 4000, 5000 and 6000. */
enum syscall_abi {
    ABI_NONE,
#define ABI(name) ABI_##name,
#include "arch/tables/abis.def"
#undef ABI
    ABI_COUNT
};

struct arch;

struct syscall {
    const char *name;       /* name in the architecture's table: "mmap2" */
    const char *entry;      /* name of the kernel's function: "mmap_pgoff"; "": unknown */
    const char *parameters; /* "unsigned int fd, char * buf, size_t count" */
    bool traced;            /* the kernel has the tracepoint syscalls:sys_enter_ENTRY */
};

/* Finds a system call by the number that the kernel reports to tracers. False: the architecture has no system call with
   this number, or is unknown (`a` is NULL). The search goes through the whole table, so callers cache results. */
bool syscall_by_number(const struct arch *a, uint32_t number, struct syscall *out);

/* The i-th row of the table, to walk the table. Returns the name; NULL: no more rows. *number receives the number in
   the ABI; -1: the ABI does not have the system call. */
const char *syscall_row(size_t i, enum syscall_abi abi, int32_t *number);

#endif
