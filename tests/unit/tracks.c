/*
 * tracks: the samples of each thread, whose times go back in the file and sometimes are none, come in order of time, and are
 * the same, to the last frame of each, with any number of workers: who had which of them shows nowhere.
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

enum {
    SAMPLES = 20000,
    SIZE = 1024,

    CHAIN = 6,
    OBJECT_AT = 0x10000,
    NOWHERE = 0x900000,
    NAMED = 20000,
    RENAMED = 29000
};

/* Whether records that are no samples have times, how many of the two events record none, of when samples are asked for, and how many
   records a block has. */
struct shape {
    bool timed;
    unsigned timeless;
    struct time_range range;
    size_t per_block;
};

/* Records of SIZE bytes: a number of which all else is worked out, and the chain. */
struct made_capture {
    struct capture capture; /* first: what the ops are handed */
    pthread_mutex_t lock;   /* of what is next */
    uint64_t next;
    const struct shape *shape;
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

/* Times go back now and then, by far more than a block, too, and some are equal. One event may record none. */
static uint64_t time_of(const struct shape *shape, uint64_t i)
{
    return i % 2 >= shape->timeless ? 10000 + i / 8 * 8 - i % 5 * 16 - (i % 1000 > 900 ? 5000 : 0) : 0;
}

static struct sample sample_of(const struct shape *shape, uint64_t i)
{
    return (struct sample){ .misc = PERF_RECORD_MISC_USER,
                            .order = ORDER_LITTLE,
                            .when = { time_of(shape, i), SIZE * i },
                            .at = SIZE * i,
                            .pid = 1 + (int32_t)(i % 4),
                            .tid = 1 + (int32_t)(i / 9 % 40),
                            .ip = OBJECT_AT + i % 7,
                            .period = 1 + i,
                            .nchain = i % 10 ? CHAIN : 0 };
}

static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct made_capture *m = (struct made_capture *)c;
    (void)e;
    b->bytes.n = b->next = 0;
    pthread_mutex_lock(&m->lock);
    b->seq = b->at = SIZE * m->next;
    for (size_t k = 0; k < m->shape->per_block && m->next < SAMPLES; k++, m->next++) {
        const uint64_t i = m->next,
                       chain[CHAIN] = { PERF_CONTEXT_USER,      OBJECT_AT + i % 7,   NOWHERE + i % 11,
                                        OBJECT_AT + i / 3 % 50, OBJECT_AT + i / 100, OBJECT_AT + 1 };
        uint8_t bytes[SIZE] = { 0 };
        put_u64(bytes, i);
        for (size_t n = 0; n < CHAIN; n++)
            put_u64(bytes + 8 + 8 * n, chain[n]);
        capture_block_add(b, bytes, sizeof(bytes));
    }
    pthread_mutex_unlock(&m->lock);
    return b->bytes.n;
}

static bool next_sample(const struct capture *c, struct block *b, struct sample *s, struct problems *problems)
{
    const uint8_t *p = b->bytes.p + b->next;
    (void)problems;
    if (b->next == b->bytes.n)
        return false;
    const uint64_t i = load_u64(p, ORDER_LITTLE);
    assert_int_equal(b->seq + b->next, SIZE * i);
    b->next += SIZE;
    *s = sample_of(((const struct made_capture *)c)->shape, i);
    s->event = &c->events.v[i % 2];
    s->has = s->event->attr.sample_type;
    s->chain = (struct span){ p + 8, 8 * s->nchain };
    return true;
}

static const struct capture_ops ops = { .rewind = start_over,
                                        .next_block = next_block,
                                        .next_sample = next_sample };

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

/* What a thread is called by a sample of that time (comm_of() in read_with()), else what it was before. The last samples of the
   file are from before it got its last name. */
static const char *named_at(const struct track *t, const struct shape *shape, uint64_t time,
                            const char *before)
{
    if (t->tid == 1)
        return "one";
    if (t->tid != 2 || (shape->timed && time < NAMED))
        return before;
    return shape->timed && time < RENAMED ? "first" : "later";
}

/* Of an event and a thread, and all of them in the order in which they are to come: by time, then by place. */
struct wanted {
    uint64_t time, i;
};

static int by_time(const void *a, const void *b)
{
    const struct wanted *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time) : (x->i > y->i) - (x->i < y->i);
}

static void check_track(const struct track *t, const struct shape *shape, uint64_t *total)
{
    static struct wanted want[SAMPLES];
    size_t n = 0;
    uint64_t latest = 0;
    const char *comm = NULL;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        const struct sample s = sample_of(shape, i);
        latest = s.when.time > latest ? s.when.time : latest;
        const bool asked = s.when.time >= shape->range.from && s.when.time <= shape->range.to;
        if (asked && i % 2 == t->event && s.pid == t->pid && s.tid == t->tid)
            want[n++] = (struct wanted){ s.when.time ? s.when.time : latest, i };
    }
    qsort(want, n, sizeof(*want), by_time);
    assert_int_equal(t->n, n);
    for (size_t k = 0; k < n; k++) {
        assert_int_equal(t->v[k].time, want[k].time);
        assert_int_equal(t->v[k].period, 1 + want[k].i);
        assert_int_equal(t->v[k].path == PATH_OUTSIDE, false);
        comm = named_at(t, shape, want[k].time, comm);
    }
    assert_string_equal(t->comm ? t->comm : "", comm ? comm : "");
    *total += n;
}

/* Tracks come by their first samples; all samples are in some. */
static void check_order(const struct tracks *t, const struct shape *shape)
{
    uint64_t total = 0, asked = 0;
    for (size_t i = 0; i < t->n; i++) {
        check_track(&t->v[i], shape, &total);
        assert_true(!i || t->v[i - 1].v[0].time <= t->v[i].v[0].time);
    }
    for (uint64_t i = 0; i < SAMPLES; i++)
        asked += time_of(shape, i) >= shape->range.from && time_of(shape, i) <= shape->range.to;
    assert_int_equal(total, asked);
    assert_int_equal(t->samples, asked);
}

static struct text read_with(const struct shape *shape, unsigned workers)
{
    const uint64_t named = shape->timed ? NAMED : 0, renamed = shape->timed ? RENAMED : 0;
    struct made m = MAKE(comm_of(0, 1, 1, "one", false), comm_of(named, 2, 2, "first", false),
                         comm_of(renamed, 2, 2, "later", false), mmap_of(0, 1, OBJECT_AT, 0x1000, "/bin/a"),
                         mmap_of(0, 2, OBJECT_AT, 0x1000, "/bin/b"));
    struct made_capture made = {
        .capture = { .ops = &ops, .order = ORDER_LITTLE, .timed = shape->timed, .nsamples = SAMPLES },
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .shape = shape
    };
    const uint64_t timeless = shape->timeless ? 0 : PERF_SAMPLE_TIME;
    const struct attr attr = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                              PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN };
    const struct count_opts o = { .paths = true,
                                  .chains = true,
                                  .whole = true,
                                  .in_objects = true,
                                  .by_address = true,
                                  .stack.max = 127,
                                  .filter = { .times = &shape->range, .ntimes = 1 },
                                  .workers = workers };
    struct tracks t;
    struct text out = { 0 };
    struct err e = { 0 };
    events_add(&made.capture.events, &attr)->attr.sample_type &= timeless | ~(uint64_t)PERF_SAMPLE_TIME;
    events_add(&made.capture.events, &attr);
    assert_true(tracks_read(&made.capture, m.t, NULL, &o, NULL, &t, &e));
    check_order(&t, shape);
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

/* Nor does it show where blocks end. */
static void test_any_number_of_workers(void **state)
{
    static const unsigned numbers[] = { 1, 2, 3, 7, 16 };
    static const struct shape shapes[] = {
        { true, 0, { 0, UINT64_MAX }, 64 },  { true, 0, { 12000, 25000 }, 64 },
        { false, 0, { 0, UINT64_MAX }, 64 }, { false, 0, { 12000, 25000 }, 64 },
        { true, 1, { 0, UINT64_MAX }, 64 },  { true, 1, { 12000, 25000 }, 64 },
    };
    (void)state;
    for (size_t k = 0; k < sizeof(shapes) / sizeof(*shapes); k++) {
        struct text one = read_with(&shapes[k], 1);
        assert_true(one.n > SAMPLES / 4);
        for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
            struct shape shape = shapes[k];
            shape.per_block = 7 + 100 * i;
            struct text many = read_with(&shape, numbers[i]);
            assert_int_equal(one.n, many.n);
            assert_memory_equal(one.s, many.s, one.n);
            text_free(&many);
        }
        text_free(&one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_any_number_of_workers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
