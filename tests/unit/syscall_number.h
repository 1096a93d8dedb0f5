/* syscall_number: a system call by its name, which only tests ask for. */
#ifndef PERFOLIO_TESTS_UNIT_SYSCALL_NUMBER_H
#define PERFOLIO_TESTS_UNIT_SYSCALL_NUMBER_H

#include <string.h>

#include "arch/arch.h"
#include "arch/syscalls.h"

/* The first number of the first ABI that has a call of this name; -1: none. */
static inline int32_t syscall_by_name(const struct arch *a, const char *name)
{
    for (const uint8_t *abi = a ? a->abis : NULL; abi && *abi; abi++) {
        const char *row;
        int32_t number;
        for (size_t i = 0; (row = syscall_row(i, *abi, &number)) != NULL; i++)
            if (number >= 0 && !strcmp(row, name))
                return number;
    }
    return -1;
}

#endif
