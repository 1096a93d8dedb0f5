/*
 * timeline_many: many lives, maps or files of one kind. Each of these is a part of a second where an answer
 * is found by bisection, and minutes where it is looked for among all that ever was.
 */
#include "core/model/timeline/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/model/capture.h"
#include "timeline_make.h"

enum { MANY = 100000 };

/* Any order but that of the file. */
static uint64_t shuffled(uint64_t i)
{
    return i * 7919 % MANY;
}

static struct made make_many(struct record (*nth)(uint64_t i), uint64_t n)
{
    struct made m = { 0 };
    m.t = timeline_new(&m.problems);
    for (uint64_t i = 0; i < n; i++) {
        struct record r = nth(i);
        r.when.seq = i;
        timeline_add(m.t, &r);
    }
    timeline_seal(m.t);
    return m;
}

static struct record nth_life(uint64_t i) /* 1 is called one of two names, then forks 5 */
{
    return i % 3 == 0   ? comm_of(i / 3, 1, 1, i / 3 % 2 ? "odd" : "even", false)
           : i % 3 == 1 ? mmap_of(i / 3, 1, 0x1000, 0x1000, i / 3 % 2 ? "/odd" : "/even")
                        : fork_of(i / 3, 5, 1, 5, 1);
}

static void test_many_lives(void **state)
{
    (void)state;
    struct made m = make_many(nth_life, 3 * MANY);
    for (uint64_t i = 0; i < MANY; i++) {
        const char *name = shuffled(i) % 2 ? "odd" : "even";
        assert_string_equal(who(&m, 5, shuffled(i)), name);
        assert_string_equal(what(&m, 5, 0x1000, shuffled(i)), name);
    }
    assert_int_equal(timeline_count_tasks(m.t), 2);
    timeline_free(m.t);
}

/* The same by hands, each of which takes what lies elsewhere in the file; some is added without one, and some taken in
   vain. */
static struct made make_by_hands(struct record (*nth)(uint64_t i), uint64_t n)
{
    enum { HANDS = 3, ALONE = HANDS, WAYS, PIECE = 1000, SHIFT = 77 };
    struct made m = { 0 };
    void *hands[HANDS];
    size_t took[HANDS] = { 0 };
    m.t = timeline_new(&m.problems);
    for (size_t i = 0; i < HANDS; i++)
        hands[i] = timeline_hands.begin(m.t);
    for (uint64_t from = 0, until; from < n; from = until) {
        const uint64_t piece = from / PIECE, way = piece % WAYS;
        const bool in_vain = piece % 7 == 0;
        until = n - from < PIECE ? n : from + PIECE;
        for (int again = in_vain && way != ALONE; again >= 0; again--) {
            const size_t before = way == ALONE ? 0 : took[way];
            for (uint64_t i = from; i < until; i++) {
                struct record r = nth(i);
                r.when.seq = way == ALONE ? i : i - SHIFT;
                assert_true(timeline_hands.takes(m.t, r.type));
                if (way == ALONE)
                    timeline_add(m.t, &r);
                else
                    took[way] = timeline_hands.take(hands[way], &r);
            }
            if (way != ALONE && !again)
                timeline_hands.put(m.t, hands[way], before, took[way], SHIFT);
        }
    }
    timeline_seal(m.t);
    return m;
}

static void test_hands(void **state)
{
    (void)state;
    struct made one = make_many(nth_life, 3 * MANY), many = make_by_hands(nth_life, 3 * MANY);
    for (uint64_t i = 0; i < MANY; i++) {
        const struct when when = { shuffled(i), 3 * shuffled(i) + 2 };
        struct when from[2], until[2];
        assert_string_equal(timeline_comm(one.t, 5, when, false, &from[0], &until[0]),
                            timeline_comm(many.t, 5, when, false, &from[1], &until[1]));
        assert_memory_equal(&from[0], &from[1], sizeof(from[0]));
        assert_memory_equal(&until[0], &until[1], sizeof(until[0]));
        assert_string_equal(what(&one, 5, 0x1000, when.time), what(&many, 5, 0x1000, when.time));
    }
    assert_int_equal(timeline_count_tasks(many.t), timeline_count_tasks(one.t));
    assert_int_equal(timeline_count_id_uses(many.t), timeline_count_id_uses(one.t));
    timeline_free(one.t);
    timeline_free(many.t);
}

static struct record nth_guest(uint64_t i)
{
    struct record r = kernel_of(0x1000, 0x1000, 0, "[guest.kernel.kallsyms]_text");
    r.misc = PERF_RECORD_MISC_GUEST_KERNEL;
    r.mmap.pid = (int32_t)i;
    return r;
}

static void test_many_guests(void **state)
{
    (void)state;
    struct made m = make_many(nth_guest, MANY);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(kernel_map(&m, (int32_t)shuffled(i), 0x1000, 0)->how->object->machine, shuffled(i));
    timeline_free(m.t);
}

static uint64_t pgoff_at(const struct made *m, int32_t pid, uint64_t avma, uint64_t time)
{
    struct when from, until, when = { time, UINT64_MAX - 1 };
    const struct map *map =
        space_find(timeline_space(m->t, -1, pid, when, &from, &until), avma, when, &from, &until);
    assert_non_null(map);
    assert_true(from.time <= time && time < until.time);
    return map->how->pgoff;
}

static struct record nth_remap(uint64_t i) /* 1: one range; 2: each within the one before; 3: around it */
{
    int32_t pid = 1 + (int32_t)(i % 3);
    i /= 3;
    struct record r = mmap_of(i, pid, 0x1000000, 2 * MANY, "/jit");
    r.mmap.pgoff = i;
    r.mmap.start += pid == 2 ? i : pid == 3 ? -i : 0;
    r.mmap.len += pid == 2 ? -2 * i : pid == 3 ? 2 * i : 0;
    return r;
}

static void test_many_maps(void **state)
{
    (void)state;
    struct made m = make_many(nth_remap, 3 * MANY);
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t time = shuffled(i), into = i < time ? i : time;
        assert_int_equal(pgoff_at(&m, 1, 0x1000000 + i, time), time);
        assert_int_equal(pgoff_at(&m, 2, 0x1000000 + i, time), into);
        assert_int_equal(pgoff_at(&m, 3, 0x1000000 - into, time), time);
    }
    timeline_free(m.t);
}

static struct record nth_ksymbol(uint64_t i) /* each within the one before; the first to come goes first */
{
    return ksymbol_of(i, 0x1000 + i % MANY, (uint32_t)(2 * (MANY - i % MANY)), "bpf", i >= MANY);
}

static void test_many_ksymbols(void **state)
{
    (void)state;
    struct made m = make_many(nth_ksymbol, 2 * MANY);
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t time = shuffled(i);
        const struct map *come = kernel_map(&m, -1, 0x1000 + i, time),
                         *gone = kernel_map(&m, -1, 0x1000 + i, MANY + time);
        assert_int_equal(come->start, 0x1000 + (i < time ? i : time));
        assert_int_equal(gone ? gone->start : 0, i > time ? 0x1000 + i : 0);
    }
    timeline_free(m.t);
}

static struct record nth_file(uint64_t i) /* every inode of a path, and every generation of one */
{
    struct record r = mmap_of(i, 1, 0x1000 * (i + 1), 0x1000, "/bin/x");
    r.mmap.ino = i % 2 ? i : 0;
    r.mmap.min = 1;
    r.mmap.ino_generation = i + 1;
    return r;
}

static void test_many_files(void **state)
{
    (void)state;
    struct made m = make_many(nth_file, MANY);
    size_t n;
    timeline_objects(m.t, &n);
    assert_int_equal(n, MANY);
    timeline_free(m.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_lives), cmocka_unit_test(test_many_guests),
        cmocka_unit_test(test_many_maps),  cmocka_unit_test(test_many_ksymbols),
        cmocka_unit_test(test_many_files), cmocka_unit_test(test_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
