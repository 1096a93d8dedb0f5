/*
 * syscalls: which system call a number means on an architecture, and what it takes. Facts of the folder
 * tables, which its make.py wrote out of a kernel's sources. Nothing is computed before it is asked for.
 */
#ifndef PERFOLIO_ARCH_SYSCALLS_H
#define PERFOLIO_ARCH_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of tables/syscalls.def, each with numbers of its own. Those of x32 have bit 30 set
   (linux/arch/x86/include/uapi/asm/unistd.h), those of mips begin at 4000, 5000 and 6000. */
enum syscall_abi {
    ABI_NONE,
#define ABI(name) ABI_##name,
#include "arch/tables/abis.def"
#undef ABI
    ABI_COUNT
};

struct arch;

struct syscall {
    const char *name;       /* as the architecture's table has it: "mmap2" */
    const char *entry;      /* as the kernel's function is called: "mmap_pgoff"; "": that is not known */
    const char *parameters; /* "unsigned int fd, char * buf, size_t count" */
    bool traced;            /* the kernel has a tracepoint syscalls:sys_enter_ENTRY */
};

/* The system call of a number as the kernel reports it to tracers. False when the architecture (NULL: it is
   not known) has none of it. Takes a walk through the table: to be remembered. */
bool syscall_by_number(const struct arch *a, uint32_t number, struct syscall *out);

/* The i-th row of the table, for those who look at all of them: its name and its number in an ABI, -1 for
   none. NULL behind the end. */
const char *syscall_row(size_t i, enum syscall_abi abi, int32_t *number);

#endif
