/*
 * ordered: records come out by time, equal times in the order of the file, those without a time where they
 * are read; of a capture with rounds two rounds are held, not all of it.
 */
#include "core/model/ordered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

enum { ROUND = PERF_RECORD_FINISHED_ROUND, COMM = PERF_RECORD_COMM, MOST = 100000, PER_BLOCK = 7 };

/* Records that are worked out from a list: a type, and the time as the body. */
struct made {
    struct capture capture; /* first: what the ops are handed */
    const struct row {
        uint32_t type;
        uint64_t time;
    } * rows;
    size_t n, next;
};

static bool start_over(struct capture *c, struct err *e)
{
    (void)e;
    ((struct made *)c)->next = 0;
    return true;
}

static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct made *m = (struct made *)c;
    (void)e;
    b->bytes.n = 0;
    b->next = 0;
    b->seq = 16 * m->next;
    for (size_t i = 0; i < PER_BLOCK && m->next < m->n; i++, m->next++) {
        const struct row *r = &m->rows[m->next];
        uint8_t bytes[16] = { (uint8_t)r->type, 0, 0, 0, 0, 0, 16, 0 };
        for (int k = 0; k < 8; k++)
            bytes[8 + k] = (uint8_t)(r->time >> 8 * k);
        capture_block_add(b, bytes, sizeof(bytes));
    }
    return b->bytes.n;
}

static void heads(const struct capture *c, const struct block *b, struct record_heads *out)
{
    out->n = 0;
    for (size_t at = 0; at < b->bytes.n; at += 16) {
        const uint8_t *p = b->bytes.p + at;
        out->v = mem_room(out->v, out->n, &out->cap, sizeof(*out->v));
        out->v[out->n++] =
            (struct record_head){ load_u64(p + 8, c->order), (uint32_t)at, load_u32(p, c->order) };
    }
}

static const struct capture_ops ops = { .rewind = start_over, .next_block = next_block, .heads = heads };

/* What comes out of `rows`, as "time@place", without the rounds; how much was held. */
static size_t run(const struct row *rows, size_t n, char *out, size_t size)
{
    struct made m = { .capture = { .ops = &ops, .order = ORDER_LITTLE }, .rows = rows, .n = n };
    struct err e = { 0 };
    struct ordered *o = ordered_new(&m.capture, &e);
    struct block one;
    struct record_head head;
    size_t at = 0, seen = 0;
    assert_non_null(o);
    while (ordered_next(o, &one, &head, &e)) {
        seen++;
        assert_int_equal(one.bytes.n, one.next + 16);
        assert_int_equal(load_u32(one.bytes.p + one.next, ORDER_LITTLE), head.type);
        if (head.type != ROUND && out)
            at += (size_t)snprintf(out + at, size - at, "%s%d@%d", at ? " " : "",
                                   (int)load_u64(one.bytes.p + one.next + 8, ORDER_LITTLE),
                                   (int)((one.seq + one.next) / 16));
    }
    assert_int_equal(e.kind, ERR_NONE);
    assert_int_equal(seen, n);
    assert_false(ordered_next(o, &one, &head, &e));
    size_t held = ordered_held(o);
    ordered_free(o);
    return held;
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
        char out[512] = "";
        size_t n = 0;
        while (rows[i].rows[n].type)
            n++;
        run(rows[i].rows, n, out, sizeof(out));
        assert_string_equal(out, rows[i].out);
    }
}

/* Rounds of a hundred records from four buffers: what is held is the size of some rounds. */
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
    assert_in_range(run(rows, MOST, NULL, 0), 1, 400 * 16);
    free(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_order), cmocka_unit_test(test_bounded) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
