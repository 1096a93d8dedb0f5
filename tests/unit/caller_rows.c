/*
 * caller_rows: samples of threads with one-digit names, as "2:ab3 10": a command, its stack from the outermost caller
 * inwards, of functions and of digits for addresses without one, and a period; a later one was taken earlier. Its thread
 * is 23: of the command and the depth. Which rows there are in the end, by one worker and by two: "2 a 0/10", with what
 * they have themselves and with what they call, and what stands for those that are not made, "2 * 23" with its thread.
 */
#include "core/profile/count/caller_rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"

/* Of the addresses the hashes differ: what has one hash is weighed together. */
enum { LETTERS = 4, EVENTS = 2, ADDRESS = 0x6000, LATEST = 100 };

struct test {
    const char *name, *samples; /* those of a command in brackets are of the second event */
    double least_percent;
    const char *rows;
};

static const struct test tests[] = {
    { .name = "no samples", .samples = "", .rows = "" },
    { .name = "a caller is a row of each command",
      .samples = "1:ab 10, 2:ab 5, 1:ac 1",
      .rows = "1 a 0/11, 1 b 10/10, 1 c 1/1, 2 a 0/5, 2 b 5/5" },
    { .name = "a function that is met twice counts once",
      .samples = "1:aba 10, 1:bab 3",
      .rows = "1 a 10/13, 1 b 3/13" },
    { .name = "who has samples and is a caller is one row",
      .samples = "1:a 7, 1:ab 10",
      .rows = "1 a 7/17, 1 b 10/10" },
    { .name = "an event has rows of its own",
      .samples = "1:ab 10, (1):ab 5, (1):b 1",
      .rows = "(1) a 0/5, (1) b 6/6, 1 a 0/10, 1 b 10/10" },
    { .name = "an address without a name is a row",
      .samples = "1:3a 10, 1:4a 1, 2:3a 2",
      .rows = "1 3 0/10, 1 4 0/1, 1 a 11/11, 2 3 0/2, 2 a 2/2" },
    { .name = "but for those below the limit, for which one of each thread stands",
      .samples = "1:3a 900, 1:4a 40, 1:5a 40, 1:b6a 20",
      .least_percent = 5,
      .rows = "1 * 12, 1 * 13, 1 3 0/900, 1 a 1000/1000, 1 b 0/20" },
    { .name = "that is the thread of the earliest sample",
      .samples = "1:a 94, 1:3a 1, 1:3ba 1, 1:4aba 1, 1:4a 1",
      .least_percent = 5,
      .rows = "1 * 12, 1 * 13, 1 a 98/98, 1 b 0/2" },
    { .name = "each command has its own",
      .samples = "1:a 950, 1:3a 20, 2:3a 10, 2:4a 20",
      .least_percent = 4,
      .rows = "1 * 12, 1 a 970/970, 2 * 22, 2 a 30/30" },
    { .name = "what is below the limit in each command, but not in all, is a row",
      .samples = "1:a 92, 1:3a 4, 2:3a 4",
      .least_percent = 5,
      .rows = "1 3 0/4, 1 a 96/96, 2 3 0/4, 2 a 4/4" },
    { .name = "a light address with samples is one row as itself and as a caller",
      .samples = "1:a 98, 1:3a 1, 1:3 1",
      .least_percent = 5,
      .rows = "1 3 1/2, 1 a 99/99" },
    { .name = "and none where it has no samples",
      .samples = "1:a 98, 2:3a 1, 1:3 1",
      .least_percent = 5,
      .rows = "1 3 1/1, 1 a 98/98, 2 * 22, 2 a 1/1" },
    { .name = "the limit is that of the event that has the least",
      .samples = "1:a 99, 1:3a 1, (1):3a 10, (1):4a 10",
      .least_percent = 50,
      .rows = "(1) 3 0/10, (1) 4 0/10, (1) a 20/20, 1 3 0/1, 1 a 100/100" },
    { .name = "a function is a row however light it is",
      .samples = "1:a 99, 1:ba 1",
      .least_percent = 50,
      .rows = "1 a 100/100, 1 b 0/1" },
};

static const struct symbol symbols[LETTERS] = {
    { .name = "a", .start = 0x10, .end = 0x20 },
    { .name = "b", .start = 0x20, .end = 0x30 },
    { .name = "c", .start = 0x30, .end = 0x40 },
    { .name = "d", .start = 0x40, .end = 0x50 },
};
static const struct object object = { .name = "o" };

static struct cell command(const struct view *v)
{
    return (struct cell){ .v = (uint64_t)v->comm[0] };
}

static const struct key by_command = { .name = "command", .get = command };
static const struct key by_symbol = { .name = "symbol", .needs_place = true, .get = key_get_symbol };
static const struct key *const keys[] = { &by_command, &by_symbol };

static struct resolved_addr place_of(char c)
{
    const struct symbol *y = c >= 'a' ? &symbols[c - 'a'] : NULL;
    const uint64_t at = y ? y->start : (uint64_t)ADDRESS + (uint64_t)(c - '0');
    return (struct resolved_addr){ .place = { .object = &object, .symbol = y, .at = at, .addr = at },
                                   .addr = at,
                                   .level = '.' };
}

static void count(struct profile *p, struct view *v, const char *stack, size_t n, uint64_t period)
{
    uint32_t at = caller_rows_find_lead(p, v);
    struct cell cells[2] = { command(v) };
    for (size_t i = 0; i < n; i++) {
        const struct resolved_addr resolved = place_of(stack[i]);
        const struct path_frame f = { .object = &object,
                                      .symbol = resolved.place.symbol,
                                      .avma = resolved.place.symbol ? 0 : resolved.addr,
                                      .at = resolved.place.symbol ? 0 : resolved.addr,
                                      .mark = caller_rows_place_mark(&resolved) };
        v->resolved = &resolved;
        cells[1] = key_get_symbol(v);
        at = paths_add_step(&p->paths, at,
                            paths_kind_number(&p->paths, paths_frame_number(&p->paths, &f), NO_ROW));
    }
    const uint32_t row = profile_find_or_add_row(p, v->event, cells);
    profile_count(p, row, v->sample, period, true);
    paths_count_sample(&p->paths, at, row, v->sample, period);
    p->totals[v->event].samples++;
    p->totals[v->event].period += period;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void rows_text(const struct profile *p, struct text *out)
{
    enum { LONGEST = 64 };
    char(*lines)[LONGEST] = mem_new(p->nrows + 1, sizeof(*lines));
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        const struct cell *by = row_cell(p, r, 0), *at = row_cell(p, r, 1);
        const struct symbol *y = key_cell_pointer(at);
        const uint64_t digit = at->v - ADDRESS;
        char who[] = "(1)", what[] = { y ? y->name[0] : digit < 10 ? (char)('0' + digit) : '*', 0 };
        who[1] = (char)by->v;
        if (!r->event)
            snprintf(who, sizeof(who), "%c", (char)by->v);
        if (*what == '*') {
            assert_int_equal(r->samples + r->period + row_children(p, r), 0);
            snprintf(lines[i], LONGEST, "%s * %d", who, (int)r->tid);
        } else {
            snprintf(lines[i], LONGEST, "%s %s %d/%d", who, what, (int)r->period, (int)row_children(p, r));
        }
    }
    qsort(lines, p->nrows, sizeof(*lines), by_text);
    text_add(out, "");
    for (size_t i = 0; i < p->nrows; i++)
        text_printf(out, "%s%s", i ? ", " : "", lines[i]);
    free(lines);
}

/* The profile agrees with itself, and with any figure changed it does not. */
static void check(struct profile *p)
{
    assert_true(profile_check(p));
    if (!p->paths.nends)
        return;
    struct row *r = row_at(p, p->paths.ends[0].row);
    uint64_t *const figures[] = { &p->totals[r->event].samples,
                                  &p->totals[r->event].period,
                                  &p->totals[r->event].hidden_samples,
                                  &r->samples,
                                  &r->period,
                                  &row_chain(p, r)->children,
                                  &p->paths.ends[0].samples,
                                  &p->paths.ends[0].period };
    uint32_t *const places[] = { &r->event, &p->paths.ends[0].path, &p->paths.until[1], &p->paths.v[1].kind };
    for (size_t i = 0; i < COUNT(figures); i++) {
        ++*figures[i];
        assert_false(profile_check(p));
        --*figures[i];
    }
    for (size_t i = 0; i < COUNT(places); i++) {
        const uint32_t place = *places[i];
        *places[i] = UINT32_MAX - 1;
        assert_false(profile_check(p));
        *places[i] = place;
    }
    assert_true(profile_check(p));
}

static void run(const struct test *t, unsigned workers)
{
    struct profile p[2];
    struct text out = { 0 };
    for (int i = 0; i < 2; i++)
        profile_init(&p[i], keys, 2, EVENTS, true);
    int number = 0;
    for (const char *s = t->samples; *s; number++) {
        const bool second = *s == '(';
        const char comm[] = { s[second], 0 };
        const char *stack = strchr(s, ':') + 1;
        const size_t n = strcspn(stack, " ");
        char *end;
        const uint64_t period = strtoull(stack + n, &end, 10);
        const struct sample sample = { .when = { (uint64_t)(LATEST - number), (uint64_t)number },
                                       .tid = (comm[0] - '0') * 10 + (int32_t)n };
        struct view v = { .event = second, .sample = &sample, .comm = comm };
        count(&p[(unsigned)number % workers], &v, stack, n, period);
        s = end + strspn(end, ", ");
    }
    profile_merge(&p[0], &p[1], (struct merging){ .threads = 2, .last = true });
    profile_settle(&p[0], true, t->least_percent, workers);
    check(&p[0]);
    rows_text(&p[0], &out);
    if (strcmp(out.s, t->rows))
        fail_msg("%s, %u workers:\n%s\nexpected:\n%s", t->name, workers, out.s, t->rows);
    text_free(&out);
    profile_free(&p[0]);
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(tests); i++)
        for (unsigned workers = 1; workers <= 2; workers++)
            run(&tests[i], workers);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
