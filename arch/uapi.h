/*
 * uapi: names of the numbers that system calls take and give back: flags, choices, errors, commands of ioctl,
 * with the values of the recorded architecture. Facts of the folder tables.
 */
#ifndef PERFOLIO_ARCH_UAPI_H
#define PERFOLIO_ARCH_UAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of the tables: folders of linux/arch, whose headers have the values. */
enum uapi {
    UAPI_x86,
    UAPI_arm64,
    UAPI_arm,
    UAPI_s390,
    UAPI_parisc,
    UAPI_powerpc,
    UAPI_riscv,
    UAPI_mips,
    UAPI_loongarch,
    UAPI_sparc,
    UAPI_alpha,
    UAPI_m68k,
    UAPI_sh,
    UAPI_arc,
    UAPI_csky,
    UAPI_COUNT
};

/* The i-th constant of a set ("O_", "SIG"), by value on x86: its name without that, and its value. NULL
   behind the end; one that the architecture has not is "". */
const char *uapi_constant(enum uapi u, const char *set, size_t i, uint32_t *value);

/* The value of a constant; false when the architecture has none of this name. */
bool uapi_value(enum uapi u, const char *set, const char *name, uint32_t *value);

/* The name of an error ("ENOENT") and what the C library says of it, which may be ""; NULL: none has this
   number. */
const char *uapi_error(enum uapi u, uint32_t number, const char **text);

/* The name of a command of ioctl as perf trace shows it, by type and number; NULL: none is known. `reads`:
   its direction has _IOC_READ. Types and numbers are laid out so by linux/asm-generic/ioctl.h. */
const char *uapi_ioctl(uint8_t type, uint8_t number, bool reads);

#endif
