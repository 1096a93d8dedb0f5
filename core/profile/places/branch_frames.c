#include "core/profile/places/branch_frames.h"

#include <inttypes.h>
#include <string.h>

/* The data of a branch, packed into numbers. The number of the frame that it led to has flags, and the branch types
   from bit TYPES_AT on. The number of the frame that it came from has the cycles since the branch before, and the
   dropped loop iterations (struct branch_passes). A record has 64 KB, so there are at most 2730 branches of 65535
   cycles each. */
enum { IS_TO = 1, IS_FROM = 2, IS_PREDICTED = 4, IS_MISPREDICTED = 8, IS_ABORT = 16, TYPES_AT = 5 };
enum { CYCLES_AT = 2, CYCLES_BITS = 16, PASSES_AT = 18, PASSES_BITS = 16, PASS_CYCLES_AT = 34 };

static bool same(const struct branch_entry *a, const struct branch_entry *b)
{
    return a->from == b->from && a->to == b->to;
}

/* The length of the shortest run of branches that ends before v[i] and is repeated from v[i] on: one iteration of the
   innermost loop. 0: there is none. */
static size_t repeated(const struct branch_entry *v, size_t i, size_t n)
{
    for (size_t len = 1; len <= i && len <= n - i; len++) {
        size_t k = 0;
        while (k < len && same(&v[i - len + k], &v[i + k]))
            k++;
        if (k == len)
            return len;
    }
    return 0;
}

size_t branch_frames_drop_loops(struct branch_entry *v, struct branch_passes *passes, size_t n)
{
    memset(passes, 0, n * sizeof(*passes));
    for (size_t i = 1; i < n; i++)
        for (size_t len; (len = repeated(v, i, n)); n -= len) {
            struct branch_passes *p = &passes[i - len];
            p->n++;
            for (size_t k = i; k < i + len; k++)
                p->cycles += v[k].cycles;
            memmove(&v[i], &v[i + len], (n - i - len) * sizeof(*v));
        }
    return n;
}

uint64_t branch_frames_to(const struct branch_entry *e)
{
    unsigned flags = IS_TO;
    if (e->predicted)
        flags |= IS_PREDICTED;
    if (e->mispredicted)
        flags |= IS_MISPREDICTED;
    if (e->abort)
        flags |= IS_ABORT;
    return flags | (uint64_t)branch_types_of(e) << TYPES_AT;
}

uint64_t branch_frames_from(const struct branch_entry *e, const struct branch_passes *passes)
{
    return IS_FROM | (uint64_t)e->cycles << CYCLES_AT | (uint64_t)passes->n << PASSES_AT |
           (uint64_t)passes->cycles << PASS_CYCLES_AT;
}

static uint64_t branch_frames_bits(uint64_t v, unsigned at, unsigned n)
{
    return v >> at & ((UINT64_C(1) << n) - 1);
}

void branch_frames_add(struct branch_sum *sum, uint64_t end, uint64_t times)
{
    if (end & IS_TO) {
        sum->to += times;
        if (end & IS_PREDICTED)
            sum->predicted += times;
        if (end & IS_MISPREDICTED)
            sum->mispredicted += times;
        if (end & IS_ABORT)
            sum->aborts += times;
        sum->types |= (uint32_t)(end >> TYPES_AT);
    } else if (end & IS_FROM) {
        sum->from += times;
        sum->cycles += times * branch_frames_bits(end, CYCLES_AT, CYCLES_BITS);
        sum->passes += times * branch_frames_bits(end, PASSES_AT, PASSES_BITS);
        sum->pass_cycles += times * (end >> PASS_CYCLES_AT);
    }
}

static void show_share(const char *name, uint64_t part, uint64_t whole, struct text *out)
{
    text_printf(out, " %s:%.1f%%", name, (double)part * 100.0 / (double)whole);
}

static void show_average(const char *name, uint64_t sum, uint64_t n, struct text *out)
{
    if (n && sum >= n)
        text_printf(out, " %s:%" PRIu64, name, sum / n);
}

void branch_frames_show(const struct branch_sum *sum, const struct arch *arch, struct text *out)
{
    size_t before = out->n;
    if (!sum->to && !sum->from) {
        text_add(out, " (calltrace)");
        return;
    }
    branch_types_show(sum->types, arch, out);
    if (sum->mispredicted)
        show_share("predicted", sum->predicted, sum->predicted + sum->mispredicted, out);
    if (sum->aborts)
        show_share("abort", sum->aborts, sum->to, out);
    show_average("cycles", sum->cycles, sum->from, out);
    if (sum->passes >= sum->from) {
        show_average("iter", sum->passes, sum->from, out);
        show_average("avg_cycles", sum->pass_cycles, sum->passes, out);
    }
    if (out->n > before) { /* leave out the first blank */
        struct text words = { 0 };
        text_add_n(&words, out->s + before + 1, out->n - before - 1);
        out->n = before;
        text_printf(out, " (%s)", words.s);
        text_free(&words);
    }
}
