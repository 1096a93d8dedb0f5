/* column_tracks: tracks of columns are those of the file: threads, times, weights and stacks; also with transforms. */
#include "lib/columns/column_tracks.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "lib/session/session.h"

static void add_chain(struct text *out, const struct tracks *t, uint32_t path)
{
    const struct paths *p = t->paths;
    while (path >= tracks_paths_room(p))
        path -= (uint32_t)tracks_paths_room(p++);
    if (path == PATH_OUTSIDE)
        return;
    const struct call_chain *k = &p->chains.v[path - 1];
    for (uint32_t i = 0; i < k->n; i++) {
        const struct path_frame *f = &p->frames[p->chains.numbers[k->from + i]];
        text_printf(out, " %s:%s", f->object ? f->object->name : "", f->symbol ? f->symbol->name : "");
    }
}

static char *shown(const struct tracks *t)
{
    struct text out = { 0 };
    text_printf(&out, "%" PRIu64 " %" PRIu64 "\n", t->samples, t->hidden);
    for (size_t i = 0; i < t->n; i++) {
        const struct track *k = &t->v[i];
        text_printf(&out, "%d %d %s\n", k->pid, k->tid, k->comm ? k->comm : "");
        for (size_t n = 0; n < k->n; n++) {
            text_printf(&out, "%" PRIu64 " %" PRIu64, k->v[n].time, k->v[n].period);
            add_chain(&out, t, k->v[n].path);
            text_add(&out, "\n");
        }
    }
    return out.s;
}

static void test_same(void **state)
{
    (void)state;
    static const char *const captures[] = { "fixtures/amd64/fp.data", "fixtures/hppa/user.data",
                                            "fixtures/amd64/jit.data" };
    static const char *const objects[] = { "fixtures/amd64/debug", "fixtures/hppa/debug" };
    static struct transform changes[] = { { TRANSFORM_COLLAPSE, NULL }, { TRANSFORM_DROP, "cmp_u32" } };
    const struct count_opts questions[] = { { .inlines = INLINES_UNWOUND },
                                            { .transforms = { .v = changes, .n = 2 } },
                                            { .transforms.invert = true } };
    for (size_t i = 0; i < COUNT(captures); i++)
        for (size_t q = 0; q < COUNT(questions); q++) {
            const struct session_opts how = {
                .path = captures[i], .isolated = true, .objects = objects, .nobjects = COUNT(objects)
            };
            struct count_opts o = questions[q];
            struct session s;
            struct sample_columns c;
            struct tracks file, columns;
            struct err e = { 0 };
            o.paths = o.chains = o.whole = o.in_objects = true;
            o.stack = (struct stack_opts){ .max = SAMPLE_COLUMNS_FRAMES, .innermost = true };
            assert_true(session_open(&s, &how, &e) && session_deepen(&s, SESSION_RESOLVE, &e));
            assert_true(sample_columns_read(&c, s.capture, s.timeline, s.resolver,
                                            &(struct sample_columns_opts){ .stacks = true }, &e));
            assert_true(tracks_read(s.capture, s.timeline, s.resolver, &o, NULL, &file, &e));
            const struct column_count a = { &c, s.capture, s.timeline, s.resolver, &o, NULL };
            assert_true(count_columns_supports(&a));
            column_tracks_make(&a, 0, &columns);
            char *theirs = shown(&file), *mine = shown(&columns);
            assert_true(file.n && strlen(theirs) > 100);
            assert_string_equal(mine, theirs);
            free(theirs);
            free(mine);
            tracks_free(&file);
            tracks_free(&columns);
            sample_columns_free(&c);
            session_close(&s);
        }
}

/* A weight of ns becomes samples at the full milliseconds of the clock in it; a sum without a time none, which is counted. */
static void test_every(void **state)
{
    (void)state;
    static const struct {
        uint64_t time, weight;
        size_t samples;
    } rows[] = { { 1000000, 1, 1 },
                 { 1000001, 999999, 0 },
                 { 1000001, 1000000, 1 },
                 { 999999, 2, 1 },
                 { 500000, 10000000, 10 },
                 { 0, 2000000, 2 },
                 { OFF_CPU_TIMESTAMP - 10000000, 5000000000, 10 },
                 { OFF_CPU_TIMESTAMP, 5000000000, 0 },
                 { UINT64_MAX - 5, 5, 0 } };
    const struct session_opts how = { .path = "fixtures/amd64/fp.data", .isolated = true };
    const struct count_opts o = { .paths = true,
                                  .chains = true,
                                  .whole = true,
                                  .in_objects = true,
                                  .stack = { .max = SAMPLE_COLUMNS_FRAMES, .innermost = true } };
    struct session s;
    struct sample_columns c;
    struct err e = { 0 };
    assert_true(session_open(&s, &how, &e) && session_deepen(&s, SESSION_RESOLVE, &e));
    assert_true(sample_columns_read(&c, s.capture, s.timeline, s.resolver,
                                    &(struct sample_columns_opts){ .stacks = true }, &e));
    c.n = 1;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct tracks t;
        c.time[0] = rows[i].time;
        c.weight[0] = rows[i].weight;
        column_tracks_make(&(struct column_count){ &c, s.capture, s.timeline, s.resolver, &o, NULL }, 1000000,
                           &t);
        assert_int_equal(t.n ? t.v[0].n : 0, rows[i].samples);
        for (size_t k = 0; k < rows[i].samples; k++)
            assert_int_equal(t.v[0].v[k].time % 1000000, 0);
        const bool is_untimed = rows[i].time >= OFF_CPU_TIMESTAMP;
        assert_int_equal(t.problems.of[PROBLEM_UNTIMED_WAIT].n, is_untimed);
        assert_int_equal(t.samples, !is_untimed);
        tracks_free(&t);
    }
    sample_columns_free(&c);
    session_close(&s);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_same), cmocka_unit_test(test_every) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
