/*
 * uapi: names of the numbers that system calls take and give back: flags, choices, errors, commands of ioctl,
 * with the values of the recorded architecture. Facts of the folder tables. Where the architecture is not
 * known (NULL), no number has a name.
 */
#ifndef PERFOLIO_ARCH_UAPI_H
#define PERFOLIO_ARCH_UAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of tables/constants.def and errno.def: folders of linux/arch, whose headers have the values. */
enum uapi {
    UAPI_NONE, /* an architecture without a table: none of its numbers has a name */
#define UAPI(name) UAPI_##name,
#include "arch/tables/uapis.def"
#undef UAPI
    UAPI_COUNT
};

struct arch;

/* The i-th constant of a set ("O_", "SIG"), by value on x86: its name without that, and its value. NULL
   behind the end; one that the architecture has not is "". */
const char *uapi_constant(const struct arch *a, const char *set, size_t i, uint32_t *value);

/* The name of an error ("ENOENT") and what the C library says of it, which may be ""; NULL: none has this
   number. */
const char *uapi_error(const struct arch *a, uint32_t number, const char **text);

/* The name of a command of ioctl as perf trace shows it, by type and number; NULL: none is known. `reads`:
   its direction has _IOC_READ. Types and numbers are laid out so by linux/asm-generic/ioctl.h: where
   arch.generic_ioctls is set. */
const char *uapi_ioctl(uint8_t type, uint8_t number, bool reads);

#endif
