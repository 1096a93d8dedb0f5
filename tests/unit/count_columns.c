/*
 * count_columns: what columns of real captures, read by one worker and by three, are counted to is what the file is: totals, all rows
 * with their texts, figures and order, and all call paths with what ended in them. What columns cannot tell they say beforehand.
 */
#include "lib/columns/count_columns.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "core/profile/keys/keys.h"
#include "core/profile/show/table.h"
#include "lib/session/session.h"

static const char *const captures[] = {
    "fixtures/amd64/annotate.data",   "fixtures/amd64/bpf.data",        "fixtures/amd64/dir.data",
    "fixtures/amd64/fp.data",         "fixtures/amd64/hw.data",         "fixtures/amd64/jit.data",
    "fixtures/amd64/memfd.data",      "fixtures/amd64/mixed.data",      "fixtures/amd64/multi.data",
    "fixtures/amd64/no-samples.data", "fixtures/amd64/pipe.data",       "fixtures/amd64/remapped.data",
    "fixtures/amd64/replaced.data",   "fixtures/amd64/sched.data",      "fixtures/amd64/sysg.data",
    "fixtures/arm64/multi.data",      "fixtures/arm64/pipe.data",       "fixtures/armhf/fp-apcs.data",
    "fixtures/hppa/group.data",       "fixtures/hppa/jit.data",         "fixtures/hppa/threads.data",
    "fixtures/hppa/user.data",        "fixtures/amd64/dwarf.folio",     "fixtures/arm64/dwarf.folio",
    "fixtures/s390x/fp.data",         "fixtures/synthetic/hybrid.data",
};

/* What is asked; keys as of --sort. */
static const struct question {
    const char *keys;
    struct count_opts o;
    /* a range of time, one thread, one CPU, one object, a thread that is not there are asked for alone */
    bool from_to, thread, cpu, object, nobody;
    const char
        *transforms;    /* letters: enum transform_how, with names of the sample in the middle; I: invert */
    const char *parent; /* as --parent */
} questions[] = {
    { .keys = "symbol" },
    { .keys = "comm,dso,symbol", .from_to = true, .thread = true },
    { .keys = "pid,tid", .o.skip_places = true, .from_to = true },
    { .keys = "comm", .o = { .skip_places = true, .paths = true } },
    { .keys = "cpu,socket,comm,symbol", .cpu = true },
    { .keys = "time,cpu,tgid" },
    { .keys = "srcline,comm_nodigit", .object = true },
    { .keys = "comm,dso,symbol", .o.children = true },
    { .keys = "symbol_size,srcfile,cpu", .o.children = true, .from_to = true },
    { .keys = "symbol", .o = { .paths = true, .inlines = INLINES_ALL } },
    { .keys = "comm,dso,symbol", .o = { .paths = true, .children = true, .inlines = INLINES_UNWOUND } },
    { .keys = "comm,dso,symbol",
      .o = { .paths = true, .children = true, .least_percent = 2 },
      .thread = true },
    { .keys = "cpu,srcline", .o = { .paths = true, .children = true }, .object = true },
    { .keys = "comm,symbol", .o = { .paths = true, .chains = true, .whole = true, .in_objects = true } },
    { .keys = "comm",
      .o = { .paths = true, .by_address = true, .at_calls = true, .whole = true, .in_objects = true } },
    { .keys = "tid", .o = { .paths = true, .max_paths = 40 }, .from_to = true },
    { .keys = "comm", .o = { .paths = true, .stack.innermost = true, .inlines = INLINES_UNWOUND } },
    { .keys = "comm", .o.paths = true, .from_to = true, .thread = true },
    { .keys = "comm", .o.paths = true, .from_to = true },
    { .keys = "comm", .o.paths = true, .thread = true },
    { .keys = "comm", .o.paths = true, .nobody = true },
    { .keys = "comm", .o.paths = true, .from_to = true, .cpu = true },
    { .keys = "comm,symbol", .o.paths = true, .from_to = true, .object = true },
    { .keys = "tid,symbol", .o = { .paths = true, .by_address = true }, .from_to = true },
    { .keys = "comm", .o = { .paths = true, .by_address = true }, .cpu = true },
    { .keys = "parent", .parent = "^[a-m]" },
    { .keys = "parent,comm", .o.stack.innermost = true, .parent = "[st]", .from_to = true },
    { .keys = "comm,parent,symbol", .o.paths = true, .parent = "e", .from_to = true },
    { .keys = "parent", .o.paths = true, .parent = "i", .transforms = "m" },
    { .keys = "comm,dso,symbol", .o.paths = true, .transforms = "m" },
    { .keys = "symbol", .o = { .paths = true, .inlines = INLINES_ALL }, .transforms = "f" },
    { .keys = "symbol", .o = { .paths = true, .inlines = INLINES_ALL }, .transforms = "mr" },
    { .keys = "comm,dso,symbol",
      .o = { .paths = true, .children = true },
      .transforms = "d",
      .from_to = true },
    { .keys = "comm,dso,symbol",
      .o = { .paths = true, .children = true, .inlines = INLINES_UNWOUND },
      .transforms = "h" },
    { .keys = "cpu,srcline", .o = { .paths = true, .children = true }, .transforms = "rm" },
    { .keys = "cpu,srcline", .o = { .paths = true, .children = true }, .transforms = "f", .object = true },
    { .keys = "dso", .o.paths = true, .transforms = "d" },
    { .keys = "dso", .o = { .paths = true, .children = true }, .transforms = "c" },
    { .keys = "comm",
      .o = { .paths = true, .chains = true, .whole = true, .in_objects = true },
      .transforms = "hI" },
    { .keys = "comm",
      .o = { .paths = true, .chains = true, .whole = true, .in_objects = true },
      .transforms = "fm" },
    { .keys = "comm",
      .o = { .paths = true, .by_address = true, .at_calls = true, .whole = true, .in_objects = true },
      .transforms = "rcI" },
    { .keys = "tid,symbol", .o = { .paths = true, .max_paths = 40, .children = true }, .transforms = "m" },
};

static size_t keys_of(const char *words, const struct key **keys)
{
    size_t n = 0;
    for (const char *s = words; *s; s += strcspn(s, ","), s += *s == ',') {
        keys[n] = key_find(s, strcspn(s, ","));
        assert_non_null(keys[n++]);
    }
    return n;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lines in the order of their texts, which are freed. */
static void add_sorted(struct text *out, char **lines, size_t n)
{
    qsort(lines, n, sizeof(*lines), by_text);
    for (size_t i = 0; i < n; i++) {
        text_printf(out, "%s\n", lines[i]);
        free(lines[i]);
    }
    free(lines);
}

static void add_row(struct text *out, const struct table *t, uint32_t row)
{
    struct text scratch = { 0 };
    text_printf(out, "%" PRIu32, row_at(t->profile, row)->event);
    for (size_t k = 0; k < t->profile->nkeys; k++) {
        scratch.n = 0;
        text_printf(out, "|%s", table_text(t, row, k, &scratch));
    }
    text_free(&scratch);
}

static void add_frame(struct text *out, const struct path_frame *f)
{
    text_printf(out, " > %s %s %" PRIx64 " %" PRIx64, f->object ? f->object->path : "",
                f->symbol ? f->symbol->name : "", f->avma, f->at);
}

static void add_path(struct text *out, const struct table *t, uint32_t path)
{
    const struct paths *p = &t->profile->paths;
    if (path == PATH_OUTSIDE)
        return;
    add_path(out, t, p->v[path].parent);
    add_frame(out, &p->frames[p->kinds[p->v[path].kind].frame]);
    if (p->kinds[p->v[path].kind].row == NO_ROW)
        return;
    text_add(out, " as ");
    add_row(out, t, t->joined[p->kinds[p->v[path].kind].row]);
}

static void add_paths(struct text *out, const struct table *t)
{
    const struct paths *p = &t->profile->paths;
    char **lines = mem_new(p->nends + 1, sizeof(*lines));
    for (size_t i = 0; i < p->nends; i++) {
        const struct path_end *e = &p->ends[i];
        struct text line = { 0 };
        if (e->row != NO_ROW)
            add_row(&line, t, t->joined[e->row]);
        add_path(&line, t, e->path);
        text_printf(&line, " %" PRIu64 " %" PRIu64 " %d %" PRIu64, e->samples, e->period, (int)e->tid,
                    e->first.time);
        lines[i] = line.s;
    }
    add_sorted(out, lines, p->nends);
}

static void add_chains(struct text *out, const struct table *t)
{
    const struct paths *p = &t->profile->paths;
    char **lines = mem_new(p->chains.n + 1, sizeof(*lines));
    for (size_t i = 0; i < p->chains.n; i++) {
        const struct call_chain *c = &p->chains.v[i];
        struct text line = { 0 };
        add_row(&line, t, t->joined[p->chains.numbers[c->from]]);
        for (uint32_t k = 1; k < c->n; k++)
            add_frame(&line, &p->frames[p->chains.numbers[c->from + k]]);
        text_printf(&line, " %" PRIu64 " %" PRIu64, c->samples, c->period);
        lines[i] = line.s;
    }
    add_sorted(out, lines, p->chains.n);
}

static void add_rows(struct text *out, const struct table *t)
{
    static const struct line_by by[] = { { .at = FIGURE_CHILDREN }, { .at = FIGURE_PERIOD } };
    for (uint32_t event = 0; event < t->profile->nevents; event++) {
        size_t n;
        uint32_t *lines = table_lines(t, event, 1, &n);
        table_order_lines(t, &(struct line_order){ .by = by, .n = COUNT(by) }, lines, n, 1);
        for (size_t i = 0; i < n; i++) {
            add_row(out, t, lines[i]);
            for (enum figure f = FIGURE_CHILDREN; f <= FIGURE_PERIOD; f++)
                text_printf(out, " %" PRIu64, table_figure(t, lines[i], f));
            text_printf(out, " %" PRIu64 " %d\n", table_figure(t, lines[i], FIGURE_SAMPLES),
                        (int)row_at(t->profile, lines[i])->tid);
        }
        free(lines);
    }
}

/* All that others look at of a profile, as text. */
static char *shown(struct profile *p, const struct session *s)
{
    const struct key_context kc = {
        .timeline = s->timeline, .resolver = s->resolver, .addr_digits = 16, .full_paths = true
    };
    struct text out = { 0 };
    struct table t;
    for (size_t i = 0; i < p->nevents; i++)
        text_printf(&out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", p->totals[i].samples,
                    p->totals[i].period, p->totals[i].hidden_samples, p->totals[i].hidden_period);
    for (int k = 0; k < PROBLEM_COUNT; k++)
        text_printf(&out, "%" PRIu64 " %s\n", p->problems.of[k].n,
                    p->problems.of[k].n ? p->problems.of[k].first : "");
    table_init(&t, p, &kc);
    add_rows(&out, &t);
    add_paths(&out, &t);
    add_chains(&out, &t);
    table_free(&t);
    return out.s;
}

/* The transforms of a question, with the object and function of the sample in the middle, or of its caller. */
static const char letters_of_all[] = "fcdmhr";

static void name_transforms(struct transforms *t, const struct sample_columns *c, const char *letters)
{
    const uint32_t stack = c->n ? c->stack[c->n / 2] : 0, outer = c->stacks[stack].parent;
    const struct column_place *own = &c->places[c->stacks[stack].place],
                              *caller = outer ? &c->places[c->stacks[outer].place] : own;
    for (size_t i = 0; letters && letters[i]; i++) {
        const enum transform_how how = (enum transform_how)strcspn(letters_of_all, (char[]){ letters[i], 0 });
        const struct column_place *of = how < TRANSFORM_MERGE ? caller : own;
        const char *name = of->symbol ? of->symbol->name : "main";
        if (how == TRANSFORM_HIDE)
            name = of->object ? of->object->name : "[unknown]";
        if (how == TRANSFORM_COLLAPSE)
            name = NULL;
        if (letters[i] == 'I')
            t->invert = true;
        else
            t->v[t->n++] = (struct transform){ how, name };
    }
}

struct asked {
    struct session s;
    struct sample_columns by[2]; /* workers: 1, 3 */
    struct kept_counts kept;     /* of by[1], for all questions */
    size_t counted;              /* questions that columns answered */
};

static void ask(struct asked *a, const struct question *q)
{
    const struct sample_columns *c = &a->by[0];
    const struct key *keys[KEYS_MAX];
    struct count_opts o = q->o;
    const uint64_t length = c->n ? c->time[c->n - 1] - c->time[0] : 0;
    const size_t middle = c->n / 2;
    const struct time_range ranges[] = {
        { c->n ? c->time[0] + length / 10 : 0, c->n ? c->time[0] + length * 4 / 10 : 0 },
        { c->n ? c->time[middle] : 0, c->n ? c->time[0] + length * 9 / 10 : 0 }
    };
    int64_t tid = c->n ? c->threads[c->thread[middle]].tid : 0, cpu = c->n ? c->cpu[middle] : 0;
    const struct object *object = c->n ? c->places[c->place[middle]].object : NULL;
    const char *name = object ? object->name : "[unknown]";
    o.keys = keys;
    o.nkeys = keys_of(q->keys, keys);
    o.stack.max = 127;
    o.time_quantum = 1000000;
    if (q->from_to)
        o.filter.times = ranges, o.filter.ntimes = COUNT(ranges);
    if (q->nobody)
        tid = -2;
    if (q->thread || q->nobody)
        o.filter.tids = (struct numbers){ &tid, 1 };
    if (q->cpu)
        o.filter.cpus = (struct numbers){ &cpu, 1 };
    if (q->object)
        o.filter.dsos = (struct words){ &name, 1 };
    struct transform changes[4];
    o.transforms.v = changes;
    name_transforms(&o.transforms, c, q->transforms);
    regex_t parent;
    if (q->parent) {
        assert_int_equal(regcomp(&parent, q->parent, REG_EXTENDED | REG_NOSUB), 0);
        o.parent = &parent;
    }
    struct profile p;
    struct err e = { 0 };
    char *file = NULL;
    for (size_t i = 0; i < COUNT(a->by); i++) {
        const struct column_count count = { &a->by[i],     a->s.capture, a->s.timeline,
                                            a->s.resolver, &o,           i ? &a->kept : NULL };
        if (!count_columns_supports(&count))
            continue;
        if (!file) {
            assert_true(count_samples(a->s.capture, a->s.timeline, a->s.resolver, &o, &p, &e));
            file = shown(&p, &a->s);
        }
        const bool cut = p.paths.bound;
        profile_free(&p);
        assert_int_equal(count_columns(&count, &p, &e), !cut);
        assert_int_equal(e.kind, ERR_NONE);
        a->counted += !cut;
        char *columns = cut ? NULL : shown(&p, &a->s);
        if (columns)
            assert_string_equal(columns, file);
        free(columns);
        if (cut)
            break;
    }
    if (file)
        profile_free(&p);
    if (q->parent)
        regfree(&parent);
    free(file);
}

static void test_same(void **state)
{
    static const char *const objects[] = { "fixtures/amd64/debug", "fixtures/hppa/debug",
                                           "fixtures/riscv64/debug" };
    (void)state;
    size_t counted = 0;
    for (size_t i = 0; i < COUNT(captures); i++) {
        const struct session_opts o = {
            .path = captures[i], .isolated = true, .objects = objects, .nobjects = COUNT(objects)
        };
        struct asked a = { 0 };
        struct err e = { 0 };
        if (!session_open(&a.s, &o, &e))
            fail_msg("%s: %s", captures[i], e.msg);
        assert_true(session_deepen(&a.s, SESSION_RESOLVE, &e));
        for (size_t k = 0; k < COUNT(a.by); k++) {
            const struct sample_columns_opts how = { .stacks = true, .workers = k ? 3 : 1 };
            assert_true(sample_columns_read(&a.by[k], a.s.capture, a.s.timeline, a.s.resolver, &how, &e));
        }
        for (size_t k = 0; k < COUNT(questions); k++)
            ask(&a, &questions[k]);
        counted += a.counted;
        kept_paths_free(&a.kept.paths);
        kept_ends_free(&a.kept.ends);
        for (size_t k = 0; k < COUNT(a.by); k++)
            sample_columns_free(&a.by[k]);
        session_close(&a.s);
    }
    assert_true(counted > 2 * 15 * COUNT(questions)); /* most */
}

static void test_cannot(void **state)
{
    (void)state;
    const struct session_opts how = { .path = "fixtures/amd64/sysg.data", .isolated = true };
    struct session s;
    struct sample_columns c;
    struct err e = { 0 };
    assert_true(session_open(&s, &how, &e));
    assert_true(session_deepen(&s, SESSION_RESOLVE, &e));
    assert_true(
        sample_columns_read(&c, s.capture, s.timeline, s.resolver, &(struct sample_columns_opts){ 0 }, &e));
    const struct key *const symbol[] = { key_find("symbol", 6) }, *const mode[] = { &key_mode },
                            *const weight[] = { key_find("weight", 6) };
    int64_t one = 1;
    const struct {
        struct count_opts o;
        bool can;
    } rows[] = {
        { { .keys = symbol, .nkeys = 1 }, true },
        { { .keys = mode, .nkeys = 1 }, false },
        { { .keys = weight, .nkeys = 1 }, false },
        { { .keys = symbol, .nkeys = 1, .branches = true }, false },
        { { .keys = symbol, .nkeys = 1, .latency = true }, false },
        { { .keys = symbol, .nkeys = 1, .reachable = true }, false },
        { { .keys = symbol, .nkeys = 1, .named_only = true }, false },
        { { .keys = symbol, .nkeys = 1, .filter.addresses = { &one, 1 } }, false },
        { { .keys = symbol, .nkeys = 1, .filter.running = { &one, 1 } }, false },
        { { .keys = symbol, .nkeys = 1, .children = true, .stack.max = 127 },
          false }, /* these have no stacks */
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(count_columns_supports(&(struct column_count){ &c, s.capture, s.timeline, s.resolver,
                                                                        &rows[i].o, NULL }),
                         rows[i].can);
    sample_columns_free(&c);
    session_close(&s);
}

/* A session that stays open keeps columns once a question is asked that they answer, and answers as the file does. */
static void test_kept(void **state)
{
    (void)state;
    const struct key *const keys[] = { key_find("comm", 4), key_find("symbol", 6) }, *const mode[] = {
        &key_mode
    };
    const struct {
        struct count_opts o;
        bool kept, stacks; /* afterwards */
    } rows[] = {
        { { .keys = mode, .nkeys = 1 }, false, false },
        { { .keys = keys, .nkeys = 2 }, true, false },
        { { .keys = mode, .nkeys = 1 }, true, false },
        { { .keys = keys, .nkeys = 2, .children = true, .stack.max = 127 }, true, true },
        { { .keys = keys, .nkeys = 2 }, true, true },
        { { .keys = keys, .nkeys = 2, .paths = true, .stack.max = 127, .max_paths = 20 }, true, true },
        { { .keys = keys, .nkeys = 1, .paths = true, .stack.max = 127 }, true, true },
    };
    for (int most = 0; most < 3; most++) {
        struct session s;
        struct err e = { 0 };
        struct session_opts how = { .path = "fixtures/amd64/sysg.data", .isolated = true };
        how.max_samples = (const uint64_t[]){ 0, 100, 1 << 20 }[most]; /* it has more than 100 */
        assert_true(session_open(&s, &how, &e));
        assert_true(session_deepen(&s, SESSION_RESOLVE, &e));
        for (size_t i = 0; i < COUNT(rows); i++) {
            struct profile p, of_file;
            assert_true(session_count(&s, &rows[i].o, &p, &e));
            assert_true(count_samples(s.capture, s.timeline, s.resolver, &rows[i].o, &of_file, &e));
            assert_int_equal(s.samples != NULL, most == 2 && rows[i].kept);
            if (s.samples)
                assert_int_equal(s.samples->columns.has_stacks, rows[i].stacks);
            char *mine = shown(&p, &s), *file = shown(&of_file, &s);
            assert_string_equal(mine, file);
            free(mine);
            free(file);
            profile_free(&p);
            profile_free(&of_file);
        }
        session_close(&s);
    }
}

/* The first question, if it is about a small part of a large capture, is answered from the file, and no other one. */
static void test_part(void **state)
{
    (void)state;
    struct session s;
    struct err e = { 0 };
    const struct session_opts how = { .path = "fixtures/amd64/sysg.data",
                                      .isolated = true,
                                      .max_samples = 1 << 20 };
    assert_true(session_open(&s, &how, &e));
    assert_true(session_deepen(&s, SESSION_RESOLVE, &e));
    const struct capture *c = s.capture;
    const uint64_t n = c->nsamples, from = c->first_time, length = c->last_time - from;
    const struct time_range small = { 0, from + length / 9 }, large = { from, from + length / 7 };
    const struct {
        uint64_t samples;
        const struct time_range *time;
        bool is_part;
    } rows[] = { { n, &small, false },
                 { 1 << 18, &large, false },
                 { 1 << 18, NULL, false },
                 { 1 << 18, &small, true },
                 { 1 << 18, &small, false } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct profile p;
        struct count_opts o = { .nkeys = 0 };
        o.filter.times = rows[i].time;
        o.filter.ntimes = rows[i].time != NULL;
        s.capture->nsamples = rows[i].samples;
        assert_true(session_count(&s, &o, &p, &e));
        profile_free(&p);
        assert_int_equal(s.samples == NULL, rows[i].is_part);
        session_samples_release(s.samples);
        s.samples = NULL;
    }
    session_close(&s);
}

/* A sample that read counters is several: that there are too many is known once they are read, and what was asked for stays. */
static void test_exceed(void **state)
{
    (void)state;
    struct session s;
    struct err e = { 0 };
    const struct session_opts how = { .path = "fixtures/amd64/group-inherit.data",
                                      .isolated = true,
                                      .max_samples = 1 << 20 };
    const struct count_opts o = { .nkeys = 0 };
    assert_true(session_open(&s, &how, &e));
    assert_true(session_deepen(&s, SESSION_RESOLVE, &e));
    const uint64_t most = s.o.max_samples = s.capture->nsamples;
    for (int i = 0; i < 2; i++) {
        struct profile p;
        assert_true(session_count(&s, &o, &p, &e));
        profile_free(&p);
        assert_true(!s.samples && s.samples_exceed && s.o.max_samples == most);
    }
    struct session_samples *all = session_samples(&s, false, &e);
    assert_true(all && all->columns.n > most && !s.samples);
    session_close(&s);
    session_samples_release(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_same), cmocka_unit_test(test_cannot),
                                        cmocka_unit_test(test_kept), cmocka_unit_test(test_part),
                                        cmocka_unit_test(test_exceed) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
