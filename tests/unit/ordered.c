/*
 * ordered: records come out by time, equal times in the order of the file, those without a time where they
 * are read; of a capture with rounds two rounds are held, not all of it. Slices of it, of any size and shared by any
 * number of workers, have the same.
 */
#include "core/model/ordered.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "core/model/order/share.h"

enum { ROUND = PERF_RECORD_FINISHED_ROUND, COMM = PERF_RECORD_COMM, MOST = 100000, PER_BLOCK = 7 };

/* Records that are worked out from a list: a type, and the time as the body. */
struct made {
    struct capture capture; /* first: what the ops are handed */
    const struct row {
        uint32_t type;
        uint64_t time;
    } * rows;
    size_t n, next;
    size_t nleft_out;
    size_t fails_at; /* reading this one does; 0: none */
    pthread_mutex_t lock;
};

static bool start_over(struct capture *c, struct err *e)
{
    (void)e;
    ((struct made *)c)->next = 0;
    return true;
}

/* Whether a block has nothing but samples that are not wanted. */
static bool is_apart(const struct made *m, const struct row *r, size_t n)
{
    const struct time_range *wanted = m->capture.wanted;
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < n; i++) {
        if (r[i].type != PERF_RECORD_SAMPLE)
            return false;
        first = r[i].time < first ? r[i].time : first;
        last = r[i].time > last ? r[i].time : last;
    }
    return last < wanted->from || first > wanted->to;
}

static void leave_out(struct made *m, struct block *b)
{
    b->left_out = b->latest = 0;
    while (m->capture.wanted && m->next < m->n) {
        const size_t left = m->n - m->next, n = left < PER_BLOCK ? left : PER_BLOCK;
        const struct row *r = &m->rows[m->next];
        if (!is_apart(m, r, n))
            return;
        for (size_t i = 0; i < n; i++)
            b->latest = r[i].time > b->latest ? r[i].time : b->latest;
        b->left_out += 16 * n;
        m->next += n;
        m->nleft_out += n;
    }
}

static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct made *m = (struct made *)c;
    pthread_mutex_lock(&m->lock);
    if (m->fails_at && m->next >= m->fails_at) {
        err_set(e, ERR_IO, m->next, "cannot be read");
        pthread_mutex_unlock(&m->lock);
        return false;
    }
    b->bytes.n = 0;
    b->next = 0;
    leave_out(m, b);
    b->seq = 16 * m->next;
    capture_heads_clear(b->heads);
    for (size_t i = 0; i < PER_BLOCK && m->next < m->n; i++, m->next++) {
        const struct row *r = &m->rows[m->next];
        uint8_t bytes[16] = { (uint8_t)r->type, 0, 0, 0, 0, 0, 16, 0 };
        for (int k = 0; k < 8; k++)
            bytes[8 + k] = (uint8_t)(r->time >> 8 * k);
        capture_heads_add(b->heads, (struct record_head){ r->time, (uint32_t)b->bytes.n, r->type });
        capture_block_add(b, bytes, sizeof(bytes));
    }
    pthread_mutex_unlock(&m->lock);
    return b->bytes.n;
}

static void start(struct made *m, const struct capture_ops *with, const struct row *rows, size_t n)
{
    *m = (struct made){ .capture = { .ops = with, .order = ORDER_LITTLE }, .rows = rows, .n = n };
    pthread_mutex_init(&m->lock, NULL);
}

static const struct capture_ops ops = { .rewind = start_over, .next_block = next_block };

static void show(const struct block *in, const struct record_head *head, struct text *out)
{
    const uint8_t *record = in->bytes.p + head->at;
    assert_int_equal(load_u32(record, ORDER_LITTLE), head->type);
    assert_int_equal(load_u64(record + 8, ORDER_LITTLE), head->time);
    if (head->type != ROUND)
        text_printf(out, "%s%d@%d", out->n ? " " : "", (int)head->time, (int)((in->seq + head->at) / 16));
}

/* What comes out of `rows`, as "time@place", without the rounds; how much was held. */
static size_t run(const struct row *rows, size_t n, struct text *out)
{
    struct made m;
    struct err e = { 0 };
    start(&m, &ops, rows, n);
    struct ordered *o = ordered_new(&m.capture, &e);
    const struct block *in;
    size_t seen = 0;
    assert_non_null(o);
    for (const struct record_head *head, *end; (head = ordered_next(o, &in, &end, &e)) != NULL;)
        for (; head < end; head++, seen++)
            if (out)
                show(in, head, out);
    assert_int_equal(e.kind, ERR_NONE);
    assert_int_equal(seen, n);
    assert_null(ordered_next(o, &in, &(const struct record_head *){ NULL }, &e));
    size_t held = ordered_held(o);
    ordered_free(o);
    pthread_mutex_destroy(&m.lock);
    return held;
}

/* The same by several workers. */
enum { SLOTS = 64 };
struct sharing {
    struct text made[SLOTS], out;
    uint64_t next;
};

static bool see(void *arg, unsigned worker, struct slice *s, struct err *e)
{
    struct sharing *h = arg;
    const struct block *in;
    (void)worker;
    (void)e;
    assert_in_range(s->slot, 0, SLOTS - 1);
    for (const struct record_head *head, *end; (head = slice_next(s, &in, &end)) != NULL;)
        for (; head < end; head++)
            show(in, head, &h->made[s->slot]);
    return s->number % 3 || order_slice_is_next(s, true);
}

static bool put(void *arg, const struct slice *s, struct err *e)
{
    struct sharing *h = arg;
    struct text *made = &h->made[s->slot];
    (void)e;
    assert_int_equal(s->number, h->next++);
    text_add(&h->out, h->out.n && made->n ? " " : "");
    text_add_n(&h->out, made->s, made->n);
    made->n = 0;
    return true;
}

static bool share(struct made *m, unsigned workers, size_t records, struct text *out)
{
    struct sharing h = { 0 };
    struct err e = { 0 };
    const struct order_work how = {
        .workers = workers, .records = records, .arg = &h, .see = see, .put = put
    };
    bool ok = order_run_workers(&m->capture, &how, &e);
    assert_int_equal(ok, e.kind == ERR_NONE);
    for (size_t i = 0; i < SLOTS; i++)
        text_free(&h.made[i]);
    *out = h.out;
    return ok;
}

static void share_in_all_ways(const struct row *rows, size_t n, const char *wanted)
{
    for (unsigned workers = 1; workers <= 5; workers += 2)
        for (size_t records = 1; records <= 64; records *= 4) {
            struct made m;
            struct text out;
            start(&m, &ops, rows, n);
            assert_true(share(&m, workers, records, &out));
            assert_string_equal(text_str(&out), wanted);
            text_free(&out);
            pthread_mutex_destroy(&m.lock);
        }
}

static void test_order(void **state)
{
    (void)state;
    static const struct {
        struct row rows[16];
        const char *out;
    } rows[] = {
        { { { 0, 0 } }, "" },
        { { { COMM, 3 }, { COMM, 1 }, { COMM, 2 } }, "1@1 2@2 3@0" }, /* no rounds: all of it, at the end */
        { { { COMM, 5 }, { COMM, 5 }, { COMM, 4 }, { COMM, 5 } }, "4@2 5@0 5@1 5@3" },
        /* two buffers, drained twice */
        { { { COMM, 1 },
            { COMM, 4 },
            { COMM, 2 },
            { COMM, 3 },
            { ROUND, 0 },
            { COMM, 7 },
            { COMM, 5 },
            { ROUND, 0 },
            { COMM, 6 } },
          "1@0 2@2 3@3 4@1 5@6 6@8 7@5" },
        /* without a time: where it is read, before what waits */
        { { { COMM, 9 }, { COMM, 0 }, { COMM, 8 } }, "0@1 8@2 9@0" },
        /* one that comes too late is not lost */
        { { { COMM, 5 }, { ROUND, 0 }, { COMM, 6 }, { ROUND, 0 }, { COMM, 1 }, { ROUND, 0 } },
          "5@0 1@4 6@2" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text out = { 0 };
        size_t n = 0;
        while (rows[i].rows[n].type)
            n++;
        run(rows[i].rows, n, &out);
        assert_string_equal(text_str(&out), rows[i].out);
        text_free(&out);
        share_in_all_ways(rows[i].rows, n, rows[i].out);
    }
}

/* Where records have few different times, or none, rounds come at odd places and what is late is far behind. */
static void test_any(void **state)
{
    (void)state;
    uint64_t x = 1;
    for (int turn = 0; turn < 60; turn++) {
        enum { N = 300 };
        struct row rows[N];
        struct text out = { 0 };
        for (size_t i = 0; i < N; i++) {
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
            unsigned dice = x >> 33 & 63, spread = 1u << turn % 10;
            rows[i] = dice < (unsigned)turn % 7 ? (struct row){ ROUND, 0 }
                      : dice > 64 - (unsigned)turn % 5
                          ? (struct row){ COMM, 0 }
                          : (struct row){ COMM, 1 + i / 4 * (turn & 1) + (x >> 40) % spread };
        }
        run(rows, N, &out);
        share_in_all_ways(rows, N, text_str(&out));
        text_free(&out);
    }
}

/* What comes out but for samples that are not wanted; how many were left out on the way. */
static size_t run_wanted(const struct row *rows, size_t n, const struct time_range *wanted, bool leaves_out,
                         struct text *out)
{
    struct made m;
    struct err e = { 0 };
    start(&m, &ops, rows, n);
    m.capture.wanted = leaves_out ? wanted : NULL;
    struct ordered *o = ordered_new(&m.capture, &e);
    const struct block *in;
    for (const struct record_head *head, *end; (head = ordered_next(o, &in, &end, &e)) != NULL;)
        for (; head < end; head++)
            if (head->type == ROUND)
                text_printf(out, " round@%d", (int)((in->seq + head->at) / 16));
            else if (head->type != PERF_RECORD_SAMPLE ||
                     (head->time >= wanted->from && head->time <= wanted->to))
                show(in, head, out);
    ordered_free(o);
    pthread_mutex_destroy(&m.lock);
    return m.nleft_out;
}

/* However late records are, those that are wanted come in the order and the place in which they come with all others. */
static void test_wanted(void **state)
{
    (void)state;
    uint64_t x = 1;
    size_t left_out = 0;
    for (int turn = 0; turn < 400; turn++) {
        enum { N = 700 };
        struct row rows[N];
        struct text some = { 0 }, all = { 0 };
        const struct time_range wanted = { (uint64_t)turn % 170, (uint64_t)turn % 170 + (uint64_t)turn % 40 };
        for (size_t i = 0; i < N; i++) {
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
            unsigned dice = x >> 33 & 255, spread = 1u << turn % 6;
            const uint64_t late = dice > 250 ? (x >> 50) % 100 : 0, time = 1 + i / 4 + (x >> 40) % spread;
            rows[i] = (struct row){ dice < (unsigned)turn % 9    ? ROUND
                                    : dice < (unsigned)turn % 13 ? COMM
                                                                 : PERF_RECORD_SAMPLE,
                                    dice < (unsigned)turn % 9 ? 0
                                    : time > late             ? time - late
                                                              : time };
        }
        left_out += run_wanted(rows, N, &wanted, true, &some);
        run_wanted(rows, N, &wanted, false, &all);
        assert_string_equal(text_str(&some), text_str(&all));
        text_free(&some);
        text_free(&all);
    }
    assert_true(left_out > 10000);
}

/* What was due before the block that cannot be read is there, whoever read what. */
static void test_failure(void **state)
{
    (void)state;
    enum { N = 200 };
    struct row rows[N];
    for (size_t i = 0; i < N; i++)
        rows[i] = i % 10 == 9 ? (struct row){ ROUND, 0 } : (struct row){ COMM, 1 + i };
    struct text first = { 0 };
    for (unsigned workers = 1; workers <= 4; workers++) {
        struct made m;
        struct text out = { 0 };
        start(&m, &ops, rows, N);
        m.fails_at = 105;
        assert_false(share(&m, workers, 16, &out));
        if (workers == 1)
            first = out;
        else
            assert_string_equal(text_str(&out), text_str(&first));
        if (workers != 1)
            text_free(&out);
        pthread_mutex_destroy(&m.lock);
    }
    assert_non_null(strstr(first.s, "81@80"));
    assert_null(strstr(first.s, "104@103"));
    text_free(&first);
}

/* Rounds of a hundred records from four buffers: what is held is the size of some rounds, and of a slice. */
static void test_bounded(void **state)
{
    (void)state;
    struct row *rows = calloc(MOST, sizeof(*rows));
    assert_non_null(rows);
    for (size_t i = 0; i < MOST; i++) {
        size_t round = i / 100, in = i % 100;
        rows[i] = in == 99 ? (struct row){ ROUND, 0 }
                           : (struct row){ COMM, 1 + round * 100 + in % 25 * 4 + in / 25 };
    }
    assert_in_range(run(rows, MOST, NULL), 1, 2600 * 16);
    free(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_order), cmocka_unit_test(test_any),
                                        cmocka_unit_test(test_failure), cmocka_unit_test(test_bounded),
                                        cmocka_unit_test(test_wanted) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
