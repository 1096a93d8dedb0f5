/*
 * uapi: names of the numbers in arguments and results of system calls: flags, enumerated values, errors and ioctl
 * commands, with the values of the recorded architecture. The tables are in the folder tables. For an unknown
 * architecture (`a` is NULL) no number has a name.
 */
#ifndef PERFOLIO_ARCH_UAPI_H
#define PERFOLIO_ARCH_UAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of tables/constants.def and errno.def: folders of linux/arch with headers of their own. */
enum uapi {
    UAPI_NONE, /* no table: numbers have no names */
#define UAPI(name) UAPI_##name,
#include "arch/tables/uapis.def"
#undef UAPI
    UAPI_COUNT
};

struct arch;

/* The i-th constant of a set ("O_", "SIG"); sets are sorted by the values on x86. Returns the name without the prefix;
   "": the architecture does not have this constant; NULL: no more constants. *value receives the value. */
const char *uapi_constant(const struct arch *a, const char *set, size_t i, uint32_t *value);

/* The name of an error ("ENOENT"); NULL: unknown number. *text receives the C library's text for the error, which may
   be "". */
const char *uapi_error(const struct arch *a, uint32_t number, const char **text);

/* The name of an ioctl command as in perf trace, by type and number; NULL: unknown. `reads`: its direction has
   _IOC_READ. Only for architectures with arch.generic_ioctls, because type, number and direction are extracted as in
   linux/asm-generic/ioctl.h. */
const char *uapi_ioctl(uint8_t type, uint8_t number, bool reads);

#endif
