/*
 * tracks: the samples of a capture over time, found by one worker and by several, are the same, to the last frame of
 * each: which worker had which of them shows nowhere.
 */
#include "core/replay/tracks.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "timeline_make.h"

enum { SAMPLES = 20000, SIZE = 1024, PER_BLOCK = 64, CHAIN = 6, OBJECT_AT = 0x10000, NOWHERE = 0x900000 };

/* Records of SIZE bytes: a head, a time, a number of which all else is worked out, and the chain. */
struct made_capture {
    struct capture capture; /* first: what the ops are handed */
    pthread_mutex_t lock;   /* of what is next */
    uint64_t next;
};

static bool start_over(struct capture *c, UNUSED struct err *e)
{
    ((struct made_capture *)c)->next = 0;
    return true;
}

static void put_u64(uint8_t *p, uint64_t v)
{
    for (int k = 0; k < 8; k++)
        p[k] = (uint8_t)(v >> 8 * k);
}

/* Times go back now and then, some are equal, and some are none; rounds end in between. */
static uint64_t time_of(uint64_t i)
{
    return i % 97 ? 1000 + i / 8 * 8 - i % 5 * 16 : 0;
}

static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct made_capture *m = (struct made_capture *)c;
    (void)e;
    b->bytes.n = b->next = 0;
    pthread_mutex_lock(&m->lock);
    b->seq = b->at = SIZE * m->next;
    capture_heads_begin(b->heads);
    for (size_t k = 0; k < PER_BLOCK && m->next < SAMPLES; k++, m->next++) {
        uint64_t i = m->next;
        bool round = i % 500 == 499;
        uint8_t bytes[SIZE] = { (uint8_t)(round ? PERF_RECORD_FINISHED_ROUND : PERF_RECORD_SAMPLE),
                                0,
                                0,
                                0,
                                0,
                                0,
                                SIZE & 255,
                                SIZE >> 8 };
        const uint64_t chain[CHAIN] = { PERF_CONTEXT_USER,      OBJECT_AT + i % 7,   NOWHERE + i % 11,
                                        OBJECT_AT + i / 3 % 50, OBJECT_AT + i / 100, OBJECT_AT + 1 };
        capture_heads_add(b->heads,
                          (struct record_head){ round ? 0 : time_of(i), (uint32_t)b->bytes.n, bytes[0] });
        put_u64(bytes + 8, round ? 0 : time_of(i));
        put_u64(bytes + 16, i);
        for (size_t n = 0; n < CHAIN; n++)
            put_u64(bytes + 24 + 8 * n, chain[n]);
        capture_block_add(b, bytes, sizeof(bytes));
    }
    pthread_mutex_unlock(&m->lock);
    return b->bytes.n;
}

static bool read_sample(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems)
{
    const uint8_t *p = b->bytes.p + at;
    uint64_t i = load_u64(p + 16, ORDER_LITTLE);
    (void)problems;
    assert_int_equal(b->seq + at, SIZE * i);
    assert_int_equal(b->at + at, SIZE * i);
    *s = (struct sample){ .event = &c->events.v[i % 2],
                          .has = c->events.v[i % 2].attr.sample_type,
                          .misc = PERF_RECORD_MISC_USER,
                          .order = ORDER_LITTLE,
                          .at = b->at + at,
                          .when = { load_u64(p + 8, ORDER_LITTLE), b->seq + at },
                          .pid = 1 + (int32_t)(i % 4),
                          .tid = 1 + (int32_t)(i / 9 % 40),
                          .ip = OBJECT_AT + i % 7,
                          .period = 1 + i,
                          .nchain = i % 10 ? CHAIN : 0,
                          .chain = { p + 24, i % 10 ? 8 * CHAIN : 0 } };
    return true;
}

static const struct capture_ops ops = { .rewind = start_over,
                                        .next_block = next_block,
                                        .read_sample = read_sample };

static void show_path(const struct tracks *t, uint32_t path, struct text *out)
{
    const struct paths *p = t->paths;
    for (; path >= tracks_paths_room(p); p++)
        path -= (uint32_t)tracks_paths_room(p);
    const struct call_chain *c = path == PATH_OUTSIDE ? NULL : &p->chains.v[path - 1];
    for (size_t i = c ? c->n : 0; i--;) {
        const struct path_frame *f = &p->frames[p->chains.numbers[c->from + i]];
        text_printf(out, " %s+%llx", f->object ? f->object->path : "", (unsigned long long)f->at);
    }
}

static struct text read_with(unsigned workers)
{
    struct made m = MAKE(comm_of(0, 1, 1, "one", false), comm_of(2000, 2, 2, "later", false),
                         mmap_of(0, 1, OBJECT_AT, 0x1000, "/bin/a"),
                         mmap_of(0, 2, OBJECT_AT, 0x1000, "/bin/b"));
    struct made_capture made = { .capture = { .ops = &ops, .order = ORDER_LITTLE, .nsamples = SAMPLES },
                                 .lock = PTHREAD_MUTEX_INITIALIZER };
    const struct attr attr = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                              PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN };
    const struct count_opts o = { .paths = true,
                                  .chains = true,
                                  .whole = true,
                                  .in_objects = true,
                                  .by_address = true,
                                  .stack.max = 127,
                                  .workers = workers };
    struct tracks t;
    struct text out = { 0 };
    struct err e = { 0 };
    events_add(&made.capture.events, &attr);
    events_add(&made.capture.events, &attr);
    assert_true(tracks_read(&made.capture, m.t, NULL, &o, NULL, &t, &e));
    text_printf(&out, "%llu late: %llu, %s\n", (unsigned long long)t.samples,
                (unsigned long long)t.problems.of[PROBLEM_LATE].n, t.problems.of[PROBLEM_LATE].first);
    for (size_t i = 0; i < t.n; i++) {
        text_printf(&out, "%u %d/%d %s\n", t.v[i].event, t.v[i].pid, t.v[i].tid,
                    t.v[i].comm ? t.v[i].comm : "");
        for (size_t k = 0; k < t.v[i].n; k++) {
            text_printf(&out, "%llu %llu", (unsigned long long)t.v[i].v[k].time,
                        (unsigned long long)t.v[i].v[k].period);
            show_path(&t, t.v[i].v[k].path, &out);
            text_char(&out, '\n', 1);
        }
    }
    tracks_free(&t);
    events_free(&made.capture.events);
    timeline_free(m.t);
    return out;
}

static void test_any_number_of_workers(void **state)
{
    static const unsigned numbers[] = { 2, 3, 7, 16 };
    struct text one = read_with(1);
    (void)state;
    assert_true(one.n > SAMPLES);
    assert_non_null(strstr(one.s, "late"));
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        struct text many = read_with(numbers[i]);
        assert_int_equal(one.n, many.n);
        assert_memory_equal(one.s, many.s, one.n);
        text_free(&many);
    }
    text_free(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_any_number_of_workers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
