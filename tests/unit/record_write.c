/*
 * record_write: what is written from the members of a record, a sample or an attr is what was read, in every fixture:
 * the same bytes, but for what no row describes (padding behind texts, the unused half of the CPU).
 */
#include "formats/perf/write/record_write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/open.h"
#include "formats/perf/records/records.h"

struct seen {
    const struct perfdata *p;
    struct text wrote;
    uint64_t records, samples;
};

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

/* What is read again of a record that was written must be shown as the record is. */
static void assert_same_record(struct seen *w, const struct record *r)
{
    struct record again;
    struct text before = { 0 }, after = { 0 };
    assert_true(record_read(w->p, span_of(&w->wrote), 0, 0, &again));
    assert_int_equal(again.type, r->type);
    assert_int_equal(again.misc, r->misc);
    assert_memory_equal(&again.id, &r->id, sizeof(r->id));
    record_show(r, &before);
    record_show(&again, &after);
    assert_string_equal(before.s, after.s);
    text_free(&before);
    text_free(&after);
}

static void see_record(struct seen *w, struct span bytes)
{
    struct record r;
    if (!record_read(w->p, bytes, 0, 0, &r) || !record_is_writable(r.type))
        return;
    w->wrote.n = 0;
    w->records++;
    assert_true(record_write(&r, &w->wrote));
    assert_int_equal(w->wrote.n % 8, 0);
    assert_same_record(w, &r);
}

/* The bytes are those of the sample, but for the half of the CPU that the kernel leaves as it is. */
static void see_sample(struct seen *w, const struct sample *s, struct span bytes)
{
    const struct span dump = s->user_stack;
    const bool is_overfilled = dump.n && load_u64(dump.p + dump.n, s->order) > dump.n; /* read as filled */
    if (s->has != s->event->attr.sample_type || w->p->stacks.words || is_overfilled)
        return;
    w->wrote.n = 0;
    w->samples++;
    assert_true(record_write_sample(s, &s->event->attr, &w->wrote));
    assert_int_equal(w->wrote.n, bytes.n);
    assert_memory_equal(w->wrote.s, bytes.p, bytes.n);
}

static void see_capture(struct seen *w, struct capture *c)
{
    struct err e = { 0 };
    struct problems problems = { 0 };
    struct block b = { 0 };
    struct sample *s = mem_new(1, sizeof(*s));
    assert_true(c->ops->rewind(c, &e));
    while (c->ops->next_block(c, &b, &e)) {
        for (size_t at = 0, size; at < b.bytes.n; at += size) {
            size = load_u16(b.bytes.p + at + 6, c->order);
            const struct span bytes = { b.bytes.p + at, size };
            if (load_u32(bytes.p, c->order) != PERF_RECORD_SAMPLE)
                see_record(w, bytes);
            else if (c->ops->read_sample(c, &b, at, s, &problems))
                see_sample(w, s, bytes);
        }
    }
    free(b.buf);
    free(s);
}

static void see_attrs(struct seen *w, const struct capture *c)
{
    for (uint32_t i = 0; i < c->events.n; i++) {
        struct attr again, a = c->events.v[i].attr;
        w->wrote.n = 0;
        record_write_attr(&a, ATTR_KNOWN, c->order, &w->wrote);
        assert_int_equal(w->wrote.n, ATTR_KNOWN);
        assert_true(attr_read(span_of(&w->wrote), c->order, &again, NULL));
        a.size = again.size;
        assert_memory_equal(&again, &a, sizeof(a));
    }
}

static void ignore(void *arg, const struct record *r)
{
    (void)arg;
    (void)r;
}

static void test_fixtures(void **state)
{
    (void)state;
    size_t n;
    struct seen w = { 0 };
    char **paths = file_list_matches("fixtures/*/*.data", &n);
    assert_non_null(paths);
    for (size_t i = 0; i < n; i++) {
        struct err e = { 0 };
        struct capture *c = perfdata_open(paths[i], NULL, &e);
        if (!c)
            continue;
        w.p = perfdata_of_const(c);
        assert_true(c->ops->walk(c, &(struct visitor){ .visit = ignore }, &e));
        see_attrs(&w, c);
        see_capture(&w, c);
        c->ops->close(c);
    }
    free(paths);
    text_free(&w.wrote);
    assert_true(w.records > 1000 && w.samples > 10000);
}

/* A record whose size field cannot say its size is not written. */
static void test_too_large(void **state)
{
    (void)state;
    struct text out = { 0 };
    char *path = mem_new(70000, 1);
    memset(path, 'x', 69999);
    const struct record r = { .type = PERF_RECORD_CGROUP, .order = ORDER_BIG, .cgroup = { 1, path } };
    text_add(&out, "before");
    assert_false(record_write(&r, &out));
    assert_int_equal(out.n, 6);
    text_free(&out);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_fixtures), cmocka_unit_test(test_too_large) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
