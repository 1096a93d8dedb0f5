#include "core/profile/keys/branch_types.h"

enum { COND_FWD, COND_BWD, CROSS_4K, CROSS_2M, TYPES, NEW_TYPES = TYPES + 14 };
enum { PERF_BR_COND = 1, PERF_BR_EXTEND_ABI = 15, PERF_BR_NEW_MAX = 8 };

/* Names in the order of the bits: classes of distance, then PERF_BR_COND and up (linux/perf_event.h), then
   PERF_BR_NEW_*, of which the last five depend on the architecture. */
const char *branch_types_name(size_t i, const struct arch *arch)
{
    enum { OF_ARCH = BRANCH_TYPES - 5 };
    static const char *const how_far[] = { "COND_FWD", "COND_BWD", "CROSS_4K", "CROSS_2M" };
    if (i < TYPES)
        return how_far[i];
    const bool arch_names_it = arch && arch->branch_types && i >= OF_ARCH;
    if (arch_names_it)
        return arch->branch_types[i - OF_ARCH];
    struct branch_entry e = { .type = (uint8_t)(i - TYPES + 1) };
    if (i >= NEW_TYPES)
        e = (struct branch_entry){ .type = PERF_BR_EXTEND_ABI, .new_type = (uint8_t)(i - NEW_TYPES) };
    return branch_type_name(&e);
}

static bool crosses(const struct branch_entry *e, uint64_t area)
{
    return e->from / area != e->to / area;
}

uint32_t branch_types_of(const struct branch_entry *e)
{
    uint32_t types = 0;
    if (!e->type || !e->from)
        return 0;
    if (e->type != PERF_BR_EXTEND_ABI)
        types |= UINT32_C(1) << (TYPES + e->type - 1);
    else if (e->new_type < PERF_BR_NEW_MAX)
        types |= UINT32_C(1) << (NEW_TYPES + e->new_type);
    if (e->type == PERF_BR_COND)
        types |= UINT32_C(1) << (e->to > e->from ? COND_FWD : COND_BWD);
    if (crosses(e, 2 << 20))
        types |= UINT32_C(1) << CROSS_2M;
    else if (crosses(e, 4096))
        types |= UINT32_C(1) << CROSS_4K;
    return types;
}

void branch_types_count(struct branch_types *t, const struct branch_entry *e)
{
    for (uint32_t left = branch_types_of(e); left; left &= left - 1)
        t->of[__builtin_ctz(left)]++;
    t->typed += e->type && e->type != PERF_BR_EXTEND_ABI && e->from;
}

/* The index of the type that is printed at position k after a frame. perf prints the distances of branches last. */
static size_t printed_type_at(size_t k)
{
    const size_t last = BRANCH_TYPES - 2;
    if (k < CROSS_4K)
        return k;
    if (k < last)
        return k + 2;
    return k - last + CROSS_4K;
}

void branch_types_show(uint32_t types, const struct arch *arch, struct text *out)
{
    types &= ~(UINT32_C(1) << TYPES); /* COND_FWD or COND_BWD is shown instead of COND */
    for (size_t k = 0; k < BRANCH_TYPES; k++) {
        const size_t i = printed_type_at(k);
        if (types >> i & 1) {
            text_char(out, ' ', 1);
            text_add(out, branch_types_name(i, arch));
        }
    }
}

void branch_types_add(struct branch_types *to, const struct branch_types *from)
{
    for (size_t i = 0; i < BRANCH_TYPES; i++)
        to->of[i] += from->of[i];
    to->typed += from->typed;
}
