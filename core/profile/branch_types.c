#include "core/profile/branch_types.h"

#include "arch/em.h"

enum { COND_FWD, COND_BWD, CROSS_4K, CROSS_2M, TYPES, NEW_TYPES = TYPES + 14 };
enum { PERF_BR_COND = 1, PERF_BR_EXTEND_ABI = 15, PERF_BR_NEW_MAX = 8 };

/* In the order in which perf shows them: how far, then linux/perf_event.h's PERF_BR_COND and on, then
   PERF_BR_NEW_*, of which the last five are the architecture's. */
static const char *const names[BRANCH_TYPES] = {
    "COND_FWD", "COND_BWD", "CROSS_4K", "CROSS_2M", "COND",       "UNCOND",     "IND",
    "CALL",     "IND_CALL", "RET",      "SYSCALL",  "SYSRET",     "COND_CALL",  "COND_RET",
    "ERET",     "IRQ",      "SERROR",   "NO_TX",    "FAULT_ALGN", "FAULT_DATA", "FAULT_INST",
    "ARCH_1",   "ARCH_2",   "ARCH_3",   "ARCH_4",   "ARCH_5",
};
static const char *const arm64_names[] = { "ARM64_FIQ", "ARM64_DEBUG_HALT", "ARM64_DEBUG_EXIT",
                                           "ARM64_DEBUG_INST", "ARM64_DEBUG_DATA" };
enum { OF_ARCH = BRANCH_TYPES - sizeof(arm64_names) / sizeof(*arm64_names) };

const char *branch_types_name(size_t i, const struct arch *arch)
{
    bool is_arm64 = arch && arch->machine == EM_AARCH64;
    return is_arm64 && i >= OF_ARCH ? arm64_names[i - OF_ARCH] : names[i];
}

static bool crosses(const struct branch_entry *e, uint64_t area)
{
    return e->from / area != e->to / area;
}

void branch_types_count(struct branch_types *t, const struct branch_entry *e)
{
    if (!e->type || !e->from)
        return;
    if (e->type != PERF_BR_EXTEND_ABI) {
        t->of[TYPES + e->type - 1]++;
        t->typed++;
    } else if (e->new_type < PERF_BR_NEW_MAX) {
        t->of[NEW_TYPES + e->new_type]++;
    }
    if (e->type == PERF_BR_COND)
        t->of[e->to > e->from ? COND_FWD : COND_BWD]++;
    if (crosses(e, 2 << 20))
        t->of[CROSS_2M]++;
    else if (crosses(e, 4096))
        t->of[CROSS_4K]++;
}

void branch_types_add(struct branch_types *to, const struct branch_types *from)
{
    for (size_t i = 0; i < BRANCH_TYPES; i++)
        to->of[i] += from->of[i];
    to->typed += from->typed;
}
