/* event_switch: which samples count between two events, where they are seen in any order. */
#include "core/profile/keys/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

/* A capture of samples, each a letter: the event, by its place in the order of time; '.' is one of another event. They are
   stored last first. */
struct letters {
    struct capture capture; /* first: what the ops are handed */
    const char *s;
    size_t left;
};

static bool rewind_letters(struct capture *c, struct err *e)
{
    struct letters *l = (struct letters *)c;
    (void)e;
    l->left = strlen(l->s) + 1;
    return true;
}

static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct letters *l = (struct letters *)c;
    (void)e;
    *b = (struct block){ .seq = 0 };
    return l->left > 1;
}

static const struct event *event_of(const struct capture *c, char letter)
{
    return &c->events.v[letter == '.' ? 2 : letter - 'a'];
}

static bool next_sample(const struct capture *c, struct block *b, struct sample *s, struct problems *problems)
{
    struct letters *l = (struct letters *)(uintptr_t)c;
    (void)b;
    (void)problems;
    if (l->left == 1)
        return false;
    l->left--;
    *s = (struct sample){ .when = { 100 + l->left, 1000 - l->left },
                          .cpu = UINT32_MAX,
                          .event = event_of(c, l->s[l->left - 1]) };
    return true;
}

static void test_between(void **state)
{
    (void)state;
    static const struct {
        const char *samples, *on_off, *counts;
        bool shows;
    } rows[] = {
        { "..a.b..a.", "ab", "...x....x", false }, { "..a.b..a.", "ab", "..xxx..xx", true },
        { "..a.a.b.b", "ab", "...xxx...", false }, { "..a.a.b.b", "ab", "..xxxxx..", true },
        { "b.a..", "a ", "...xx", false },         { "..b.b.", " b", "xx....", false },
        { "a.a.a", "aa", ".x...", false },         { "a.a.a", "aa", "xxx.x", true },
        { ".....", "ab", ".....", false },         { "..b..", "ab", ".....", true },
    };
    static const struct capture_ops ops = { .rewind = rewind_letters,
                                            .next_block = next_block,
                                            .next_sample = next_sample };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct letters l = { .capture.ops = &ops, .s = rows[i].samples };
        const struct attr attr = { 0 };
        const struct filter all = { 0 };
        struct event_switch_turns t = { 0 };
        struct err e = { 0 };
        char counts[32] = "";
        for (int k = 0; k < 3; k++)
            events_add(&l.capture.events, &attr);
        const char on = rows[i].on_off[0], off = rows[i].on_off[1];
        const struct event_switch w = { .on = on == ' ' ? NULL : event_of(&l.capture, on),
                                        .off = off == ' ' ? NULL : event_of(&l.capture, off),
                                        .is_off = on != ' ',
                                        .shows = rows[i].shows };
        assert_true(filter_switch_find(&t, &w, &l.capture, &all, &e));
        for (size_t k = 0; rows[i].samples[k]; k++) {
            size_t passed = 0;
            const struct when when = { 101 + k, 999 - k };
            const struct event *ev = event_of(&l.capture, rows[i].samples[k]);
            counts[k] = filter_switch_turned_off(&t, when, ev, &passed) ? '.' : 'x';
        }
        assert_string_equal(counts, rows[i].counts);
        filter_switch_free(&t);
        events_free(&l.capture.events);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_between) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
