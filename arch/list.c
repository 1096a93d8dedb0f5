/*
 * list: look-ups in the list of architectures. A new architecture needs a file with its descriptor, a row in list.h,
 * and rows in tables/make.py, which writes its system calls; tests/unit/arch.c then checks the facts.
 *
 * Look-ups do not guess: a name that no row has gives NULL.
 */
#include "arch/arch.h"

#include <string.h>

#include "arch/list.h"

static const struct arch *const list[] = {
#define X(name) &arch_##name,
    ARCHES(X)
#undef X
};

const struct arch *const *arch_all(size_t *n)
{
    *n = COUNT(list);
    return list;
}

static bool spells(const struct arch *a, const char *name)
{
    if (strcmp(a->name, name) == 0)
        return true;
    for (const char *const *alias = a->aliases; *alias; alias++)
        if (strcmp(*alias, name) == 0)
            return true;
    return false;
}

const struct arch *arch_by_name(const char *name, unsigned bits, enum byte_order order)
{
    const struct arch *best = NULL;
    int best_fit = -1;

    for (size_t i = 0; i < COUNT(list); i++) {
        const struct arch *a = list[i];

        if (!spells(a, name))
            continue;
        /* One bit per criterion, the most important one highest. If two architectures fit equally well, the earlier
           one is taken. */
        int fit = (a->order == order) * 4 + (a->bits == bits) * 2 + (strcmp(a->name, name) == 0);
        if (fit > best_fit) {
            best_fit = fit;
            best = a;
        }
    }
    return best;
}

const struct arch *arch_by_elf(uint16_t machine, unsigned bits, enum byte_order order)
{
    const struct arch *wide = NULL;

    if (machine == 0) /* EM_NONE is no architecture, but would match an unused machine2 */
        return NULL;
    for (size_t i = 0; i < COUNT(list); i++) {
        const struct arch *a = list[i];

        if ((a->machine != machine && a->machine2 != machine) || a->order != order)
            continue;
        if (a->bits == bits)
            return a;
        if (a->bits == 64 && bits == 32)
            wide = a;
    }
    return wide;
}

const struct arch_reg *arch_reg_by_perf(const struct arch *a, int perf)
{
    for (size_t i = 0; perf >= 0 && i < a->nregs; i++)
        if (a->regs[i].perf == perf)
            return &a->regs[i];
    return NULL;
}

const struct arch_reg *arch_reg_by_name(const struct arch *a, const char *name)
{
    for (size_t i = 0; i < a->nregs; i++)
        if (strcmp(a->regs[i].name, name) == 0)
            return &a->regs[i];
    return NULL;
}
