/*
 * count: a capture made up of blocks is counted by one worker and by several. What comes out is the same, to
 * the text of every line: which worker had which block, and who was merged into whom, shows nowhere.
 */
#include "core/profile/count/count.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/profile/keys/keys.h"
#include "core/profile/show/table.h"
#include "timeline_make.h"

enum {
    BLOCKS = 400,
    PER_BLOCK = 50,
    CHAIN = 5,
    BRANCHES = 2,
    WORDS = CHAIN + 3 * BRANCHES,
    OBJECT_AT = 0x10000,
    NOWHERE = 0x900000
};

/* Blocks of samples that are worked out from their number. */
struct blocks {
    struct capture capture; /* first: what the ops are handed */
    pthread_mutex_t lock;
    unsigned next;
};

static bool rewind_blocks(struct capture *c, struct err *e)
{
    (void)e;
    ((struct blocks *)c)->next = 0;
    return true;
}

static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct blocks *all = (struct blocks *)c;
    (void)e;
    pthread_mutex_lock(&all->lock);
    unsigned i = all->next;
    all->next += i < BLOCKS;
    pthread_mutex_unlock(&all->lock);
    *b = (struct block){ .buf = b->buf, .seq = i * PER_BLOCK };
    return i < BLOCKS;
}

/* Times run against the order of the file in every other block, names change on the way, and a chain has
   addresses that lie nowhere on both sides, as frame pointers that were none give. */
static bool next_sample(const struct capture *c, struct block *b, struct sample *s, struct problems *problems)
{
    (void)problems;
    if (b->next == PER_BLOCK)
        return false;
    uint64_t i = b->seq + b->next++;
    uint64_t v[WORDS] = { PERF_CONTEXT_KERNEL,
                          0,
                          PERF_CONTEXT_USER,
                          0,
                          OBJECT_AT + i % 7 /* the chain */,
                          OBJECT_AT + i % 3,
                          0x110 + i % 2,
                          i % 4, /* branches */
                          NOWHERE,
                          OBJECT_AT + i % 5,
                          i % 40 * 16 };
    if (!b->buf)
        b->buf = malloc(sizeof(v) * PER_BLOCK);
    assert_non_null(b->buf);
    uint8_t *words = b->buf + sizeof(v) * (b->next - 1);
    for (size_t k = 0; k < 8 * WORDS; k++)
        words[k] = (uint8_t)(v[k / 8] >> k % 8 * 8);
    *s = (struct sample){ .event = &c->events.v[i % 2],
                          .has = c->events.v[i % 2].attr.sample_type,
                          .misc = i % 3 ? PERF_RECORD_MISC_USER : PERF_RECORD_MISC_KERNEL,
                          .order = ORDER_LITTLE,
                          .at = i,
                          .when = { b->seq / PER_BLOCK % 2 ? i : BLOCKS * PER_BLOCK - i, i },
                          .pid = 1 + (int32_t)(i % 4),
                          .tid = 1 + (int32_t)(i % 4),
                          .ip = i % 5 ? OBJECT_AT + i % 11 : NOWHERE,
                          .period = 1 + i % 13,
                          .nchain = CHAIN,
                          .chain = { words, 8 * CHAIN },
                          .nbranches = BRANCHES,
                          .branches = { words + 8 * CHAIN, 24 * BRANCHES } };
    return true;
}

static const struct capture_ops ops = { .rewind = rewind_blocks,
                                        .next_block = next_block,
                                        .next_sample = next_sample };

static const struct line_by by_weight[] = { { .at = FIGURE_CHILDREN }, { .at = FIGURE_PERIOD } };

/* Everything a report would show, and its totals. */
static void report(const struct profile *p, struct table *t, struct text *out)
{
    struct text scratch = { 0 };
    for (uint32_t event = 0; event < 2; event++) {
        size_t n;
        uint32_t *lines = table_lines(t, event, 1, &n);
        const struct line_order by = { .by = by_weight, .n = 2 };
        uint32_t *some = table_lines(t, event, 1, &n);
        table_order_lines(t, &by, lines, n, 1);
        for (size_t i = 0; i < n;) { /* a few at a time, or a screen, they come in the same order */
            const size_t least = i % 2 ? 70 : 1 + i % 3;
            const size_t in_order = table_order_top_lines(t, &by, some + i, n - i, 1, least);
            assert_true(in_order >= least || i + in_order == n);
            assert_memory_equal(some + i, lines + i, in_order * sizeof(*lines));
            i += in_order;
        }
        free(some);
        text_printf(out, "%llu %llu\n", (unsigned long long)p->totals[event].samples,
                    (unsigned long long)p->totals[event].period);
        for (size_t i = 0; i < n; i++) {
            const struct row *r = row_at(p, lines[i]);
            text_printf(out, "%llu %llu %llu", (unsigned long long)row_children(p, r),
                        (unsigned long long)r->period, (unsigned long long)r->samples);
            for (size_t k = 0; k < p->nkeys; k++) {
                text_add(out, "  ");
                text_add(out, table_text(t, lines[i], k, &scratch));
            }
            text_char(out, '\n', 1);
        }
        free(lines);
    }
    text_free(&scratch);
}

static struct text count_with(unsigned workers, const char *const *names, size_t nnames)
{
    struct made m = MAKE(
        comm_of(0, 1, 1, "one", false), comm_of(0, 2, 2, "two", false), comm_of(9000, 2, 2, "later", false),
        comm_of(0, 3, 3, "one", false), mmap_of(0, 1, OBJECT_AT, 0x1000, "/bin/a"),
        mmap_of(0, 2, OBJECT_AT, 0x1000, "/bin/a"), mmap_of(0, 3, OBJECT_AT, 0x1000, "/bin/b"),
        mmap_of(5000, 3, OBJECT_AT, 8, "/bin/a"), kernel_of(0x100, 0x100, 0x100, "[kernel.kallsyms]_text"));
    struct blocks all = { .capture = { .ops = &ops, .timed = true } };
    const struct attr attr = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                              PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN |
                                              PERF_SAMPLE_BRANCH_STACK };
    const struct key *keys[KEYS_MAX];
    struct profile p;
    struct table t;
    struct text out = { 0 };
    struct err e = { 0 };
    const struct key_context kc = { .timeline = m.t, .addr_digits = 16 };
    struct count_opts o = { .keys = keys, .nkeys = nnames, .stack.max = 127, .workers = workers };
    pthread_mutex_init(&all.lock, NULL);
    events_add(&all.capture.events, &attr);
    events_add(&all.capture.events, &attr);
    for (size_t k = 0; k < nnames; k++) {
        assert_non_null(keys[k] = key_find(names[k], strlen(names[k])));
        o.branches = o.branches || keys[k]->sample & PERF_SAMPLE_BRANCH_STACK;
    }
    o.children = !o.branches;
    assert_true(count_samples(&all.capture, m.t, NULL, &o, &p, &e));
    table_init(&t, &p, &kc);
    report(&p, &t, &out);
    table_free(&t);
    profile_free(&p);
    events_free(&all.capture.events);
    pthread_mutex_destroy(&all.lock);
    timeline_free(m.t);
    return out;
}

static void test_any_number_of_workers(void **state)
{
    static const char *const sorts[][3] = { { "comm", "dso", "symbol" },
                                            { "pid", "symbol" },
                                            { "comm" },
                                            { "tid", "dso" },
                                            { "symbol" },
                                            { "dso", "time" },
                                            { "dso_from", "symbol_from", "symbol_to" },
                                            { "mispredict", "cycles", "dso_to" } };
    (void)state;
    for (size_t i = 0; i < sizeof(sorts) / sizeof(*sorts); i++) {
        size_t n = 0;
        while (n < 3 && sorts[i][n])
            n++;
        struct text one = count_with(1, sorts[i], n);
        assert_true(one.n > 100);
        for (unsigned workers = 2; workers < 9; workers += 3) {
            struct text many = count_with(workers, sorts[i], n);
            assert_string_equal(one.s, many.s);
            text_free(&many);
        }
        text_free(&one);
    }
}

/* Branches weigh 1, whatever the period of their sample. */
static void test_branches_weigh_one(void **state)
{
    static const char *const name = "comm";
    (void)state;
    struct text samples = count_with(1, &name, 1);
    static const char *const names[] = { "abort", "comm" };
    struct text branches = count_with(1, names, 2);
    assert_non_null(strstr(samples.s, "10000 "));
    assert_non_null(strstr(branches.s, "20000 20000\n"));
    text_free(&samples);
    text_free(&branches);
}

static void test_every_key_may_be_asked_for(void **state)
{
    size_t n = 0;
    (void)state;
    for (const struct key *k; (k = key_at(n)) != NULL; n++) {
        bool by_type = k->type == VALUE_TEXT || k->type == VALUE_COUNT || k->type == VALUE_TIME || !k->type;
        if (!k->header || !k->help || !k->get || !(k->value || by_type) ||
            key_find(k->name, strlen(k->name)) != k)
            fail_msg("the row of key '%s' lacks something, or another one takes its name", k->name);
    }
    assert_true(n + TRACE_KEYS_MAX < KEYS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_any_number_of_workers),
                                        cmocka_unit_test(test_branches_weigh_one),
                                        cmocka_unit_test(test_every_key_may_be_asked_for) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
