#include "arch/syscalls.h"

#include <assert.h>

#include "arch/arch.h"

enum { NAME = 30, PARAMETERS = 144 };

/* The rows contain the text itself instead of pointers, which would have to be relocated at each start of the
   program. */
static const struct prototype {
    char name[NAME];
    bool traced;
    char parameters[PARAMETERS];
} prototypes[] = {
#define PROTOTYPE(key, ...) { __VA_ARGS__ },
#include "arch/tables/prototypes.def"
#undef PROTOTYPE
};

enum {
#define PROTOTYPE(key, ...) TAKES_##key,
#include "arch/tables/prototypes.def"
#undef PROTOTYPE
};

static const struct {
    char name[NAME];
    uint16_t prototype;
    int32_t number[ABI_COUNT - 1];
} rows[] = {
#define SYSCALL(name, key, ...) { #name, TAKES_##key, { __VA_ARGS__ } },
#include "arch/tables/syscalls.def"
#undef SYSCALL
};

enum { ROWS = COUNT(rows) };

bool syscall_by_number(const struct arch *a, uint32_t number, struct syscall *out)
{
    if (!a)
        return false;
    for (const uint8_t *abi = a->abis; *abi; abi++)
        for (size_t i = 0; i < ROWS; i++)
            if (rows[i].number[*abi - 1] >= 0 && (uint32_t)rows[i].number[*abi - 1] == number) {
                const struct prototype *p = &prototypes[rows[i].prototype];
                *out = (struct syscall){ rows[i].name, p->name, p->parameters, p->traced };
                return true;
            }
    return false;
}

const char *syscall_row(size_t i, enum syscall_abi abi, int32_t *number)
{
    assert(abi > ABI_NONE && abi < ABI_COUNT);
    if (i >= ROWS)
        return NULL;
    *number = rows[i].number[abi - 1];
    return rows[i].name;
}
