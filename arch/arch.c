/*
 * arch: the one list of architectures and the lookups in it. A new architecture is a file with its
 * descriptor, a declaration in list.h and a row here; tests/unit/arch.c then checks the facts for holes.
 *
 * No facts live here, and no lookup guesses: what no row spells is NULL.
 */
#include "arch/arch.h"

#include <string.h>

#include "arch/list.h"

/* Where a spelling serves several and the capture says nothing that tells them apart, the earlier row is
   meant: the more common one today, except that `uname -m` says mips only on 32 bits. */
// clang-format off
static const struct arch *const list[] = {
    &arch_x86_64, &arch_i386,
    &arch_arm64, &arch_aarch64_be, &arch_arm, &arch_armeb,
    &arch_s390x, &arch_s390,
    &arch_ppc64le, &arch_ppc64, &arch_ppc,
    &arch_riscv64, &arch_riscv32,
    &arch_mips, &arch_mipsel, &arch_mips64, &arch_mips64el,
    &arch_loongarch64,
    &arch_parisc64, &arch_parisc,
    &arch_sparc64, &arch_sparc,
    &arch_alpha, &arch_m68k, &arch_sh, &arch_sheb, &arch_arc, &arch_csky,
};
// clang-format on

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
        /* One binary digit per criterion, the weightiest first; equal fits leave the earlier row. */
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

    if (machine == 0) /* EM_NONE, and the value of an unused machine2 */
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

const struct arch_reg *arch_reg_by_dwarf(const struct arch *a, int dwarf)
{
    for (size_t i = 0; dwarf >= 0 && i < a->nregs; i++)
        if (a->regs[i].dwarf == dwarf)
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
