/* Code that was made where other code lay: what shows at an address at a moment, however its memory was mapped meanwhile. */
#include "core/model/timeline/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "timeline_make.h"

static struct record made_of(uint64_t time, int32_t pid, uint64_t start, uint64_t len)
{
    return mmap_of(time, pid, start, len, "//anon");
}

/* Where the table has what shows; the address itself where no piece says otherwise. */
static uint64_t shown(const struct timeline *t, int32_t pid, uint64_t avma, uint64_t time, struct when *from,
                      struct when *until)
{
    struct when since, before, when = { time, UINT64_MAX - 1 };
    const struct space *s = timeline_space(t, -1, pid, when, &since, &before);
    const struct map *m = s ? space_find(s, avma, when, from, until) : NULL;
    assert_false(m && space_map_is_pre_exec(s, m));
    assert_false(m && m->how->object->kind == OBJECT_JIT && space_map_is_on_top(s, m));
    return !m ? 0 : m->how->is_replaced ? avma - m->start + m->how->pgoff : avma;
}

static void test_shows(void **state UNUSED)
{
    enum { OLD = 0x100000, NEW = 0x200000 };
    static const struct replaced_code code[] = { { 0x1000, 0x200, 0, OLD },
                                                 { 0x1100, 0x200, 20, NEW },
                                                 { 0x1000, 0x100, 40, 0x1000 } };
    static const struct {
        uint64_t avma, time, at, from, until;
    } rows[] = {
        { 0x1010, 5, OLD + 0x10, 2, 20 },       { 0x1110, 19, OLD + 0x110, 10, 20 },
        { 0x1110, 20, NEW + 0x10, 20, 30 },     { 0x1110, 35, NEW + 0x10, 30, UINT64_MAX },
        { 0x1010, 39, OLD + 0x10, 30, 40 },     { 0x1010, 40, 0x1010, 40, UINT64_MAX },
        { 0x12f0, 19, 0x12f0, 10, 20 },         { 0x12f0, 20, NEW + 0x1f0, 20, 30 },
        { 0x1800, 99, 0x1800, 30, UINT64_MAX }, { 0x5000, 99, 0x5000, 3, UINT64_MAX },
        { 0x9000, 99, 0, 0, UINT64_MAX },
    };
    struct made m = MAKE(comm_of(1, 1, 1, "exec", true), made_of(2, 1, 0x1000, 0x2000),
                         mmap_of(3, 1, 0x5000, 0x1000, "/a"), made_of(10, 1, 0x1000, 0x2000),
                         made_of(30, 1, 0x1000, 0x2000), fork_of(50, 2, 1, 2, 1));
    size_t n;
    const struct object *const *objects = timeline_objects(m.t, &n);
    for (size_t i = 0; i < n; i++)
        if (objects[i]->kind == OBJECT_JIT)
            timeline_add_jit_pieces(m.t, objects[i], code, COUNT(code));
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct when from, until;
        assert_int_equal(shown(m.t, 1, rows[i].avma, rows[i].time, &from, &until), rows[i].at);
        assert_true(from.time <= rows[i].time && until.time > rows[i].time);
        assert_true(from.time <= rows[i].from || from.time <= rows[i].time);
        for (uint64_t time = from.time > 2 ? from.time : 2; time < (until.time < 60 ? until.time : 60);
             time++) {
            struct when since, before;
            if (time >= 10) /* the answer holds in all of its window */
                assert_int_equal(shown(m.t, 1, rows[i].avma, time, &since, &before), rows[i].at);
        }
        assert_true(until.time <= rows[i].until || rows[i].until == UINT64_MAX);
    }
    struct when from, until;
    assert_int_equal(shown(m.t, 2, 0x1110, 60, &from, &until),
                     NEW + 0x10); /* a child has what its parent had made */
    timeline_free(m.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_shows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
