/* memory: describes memory accesses (PERF_SAMPLE_DATA_SRC, union perf_mem_data_src of linux/perf_event.h)
   in the words of perf's util/mem-events.c, and the ends of transactions. */
#include <inttypes.h>

#include "lib/question/script/scribe.h"

static unsigned memory_bits(uint64_t v, unsigned at, unsigned n)
{
    return (unsigned)(v >> at & ((1u << n) - 1));
}

/* Adds the names of the set bits, "a or b". Returns whether any name was added. */
static bool add_names(struct text *t, unsigned set, const char *const *names, size_t n, bool any)
{
    for (size_t i = 0; set && i < n; i++, set >>= 1) {
        if (!(set & 1))
            continue;
        if (any)
            text_add(t, " or ");
        text_add(t, names[i]);
        any = true;
    }
    return any;
}

enum { HIT = 2, MISS = 4 };

static void add_hit_or_miss(struct text *t, unsigned set)
{
    if (set & HIT)
        text_add(t, " hit");
    if (set & MISS)
        text_add(t, " miss");
}

static void add_operation(struct text *t, uint64_t v)
{
    static const char *const names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };
    unsigned op = memory_bits(v, 0, 5), i = 0;
    while (i < 5 && !(op >> i & 1))
        i++;
    text_add(t, i < 5 ? names[i] : "No");
}

static void add_level(struct text *t, uint64_t v)
{
    static const char *const levels[] = { "N/A",
                                          "HIT",
                                          "MISS",
                                          "L1",
                                          "LFB/MAB",
                                          "L2",
                                          "L3",
                                          "Local RAM",
                                          "Remote RAM (1 hop)",
                                          "Remote RAM (2 hops)",
                                          "Remote Cache (1 hop)",
                                          "Remote Cache (2 hops)",
                                          "I/O",
                                          "Uncached" };
    static const char *const numbers[] = { NULL, "L1",  "L2",  "L3",        "L4",      "L5",  "L6",   "L7",
                                           "L8", "CXL", "I/O", "Any cache", "LFB/MAB", "RAM", "PMEM", "N/A" };
    static const char *const hops[] = {
        NULL, "core, same node", "node, same socket", "socket, same board", "board", "N/A", "N/A", "N/A"
    };
    unsigned level = memory_bits(v, 5, 14), number = memory_bits(v, 33, 4), hop = memory_bits(v, 43, 3);
    size_t at = t->n;
    bool any = false;
    if (memory_bits(v, 37, 1))
        text_add(t, "Remote ");
    if (hop)
        text_printf(t, "%s ", hops[hop]);
    else
        any = add_names(t, level & ~(unsigned)(HIT | MISS), levels, COUNT(levels), false);
    if (number) {
        if (any)
            text_add(t, " or ");
        text_add(t, numbers[number]);
    }
    if (t->n == at)
        text_add(t, "N/A");
    add_hit_or_miss(t, level);
}

static void add_snoop(struct text *t, uint64_t v)
{
    static const char *const names[] = { "N/A", "None", "Hit", "Miss", "HitM" };
    static const char *const more[] = { "Fwd", "Peer" };
    bool any = add_names(t, memory_bits(v, 19, 5), names, 5, false);
    if (!add_names(t, memory_bits(v, 38, 2), more, 2, any))
        text_add(t, "N/A");
}

static void add_tlb(struct text *t, uint64_t v)
{
    static const char *const names[] = { "N/A", "HIT", "MISS", "L1", "L2", "Walker", "Fault" };
    unsigned tlb = memory_bits(v, 26, 7);
    if (!add_names(t, tlb & ~(unsigned)(HIT | MISS), names, 7, false))
        text_add(t, "N/A");
    add_hit_or_miss(t, tlb);
}

void script_data_src_text(uint64_t v, struct text *t)
{
    enum { LOCK_NONE = 1, LOCKED = 2, BLOCK_NONE = 1, BLOCK_DATA = 2, BLOCK_ADDR = 4 };
    unsigned lock = memory_bits(v, 24, 2), block = memory_bits(v, 40, 3);
    text_add(t, "|OP ");
    add_operation(t, v);
    text_add(t, "|LVL ");
    add_level(t, v);
    text_add(t, "|SNP ");
    add_snoop(t, v);
    text_add(t, "|TLB ");
    add_tlb(t, v);
    text_add(t, "|LCK ");
    if (lock & LOCK_NONE)
        text_add(t, "N/A");
    else
        text_add(t, lock & LOCKED ? "Yes" : "No");
    text_add(t, "|BLK ");
    if (!block || block & BLOCK_NONE) {
        text_add(t, " N/A");
        return;
    }
    if (block & BLOCK_DATA)
        text_add(t, " Data");
    if (block & BLOCK_ADDR)
        text_add(t, " Addr");
}

void script_print_data_src(struct scribe *w, const struct script_line *l)
{
    struct text *t = &w->out;
    size_t at = t->n;
    text_hexadecimal(t, l->s->data_src, 16);
    text_char(t, ' ', 1);
    script_data_src_text(l->s->data_src, t);
    size_t n = t->n - at;
    text_pad(t, n, w->data_src_width);
    if (n > w->data_src_width)
        w->data_src_width = n; /* the column is as wide as its widest text so far */
}

/* PERF_TXN_* (linux/perf_event.h): how a transaction ended, and the code of its abort, in the words of
   perf report's key `transaction`. */
void script_transaction_text(uint64_t v, struct text *t)
{
    enum { SYNC = 4, ASYNC = 8, ABORT_AT = 32 };
    static const char *const names[] = { "EL ",    "TX ",  "SYNC ",      "ASYNC ",
                                         "RETRY ", "CON ", "CAP-WRITE ", "CAP-READ " };
    for (size_t i = 0; i < COUNT(names); i++)
        if (v >> i & 1)
            text_add(t, names[i]);
    if (v && !(v & (SYNC | ASYNC)))
        text_add(t, "NEITHER ");
    if (v >> ABORT_AT)
        text_printf(t, ":%" PRIx64, v >> ABORT_AT);
}

void script_print_transaction(struct scribe *w, const struct script_line *l)
{
    text_char(&w->out, ' ', 1);
    script_transaction_text(l->s->transaction, &w->out);
}
