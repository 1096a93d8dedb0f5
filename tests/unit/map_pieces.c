#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/question/provenance/map_pieces.h"
#include "core/base/text.h"
#include "timeline_make.h"

static struct record at(struct record r, uint64_t pgoff)
{
    r.mmap.pgoff = pgoff;
    return r;
}

/* "1000-2000@0 name, ..." of a process when the recording ends. */
static void says(const struct made *m, int32_t pid, const char *wanted)
{
    struct when from, until;
    size_t n;
    struct text t = { 0 };
    const struct space *s =
        timeline_space(m->t, -1, pid, (struct when){ UINT64_MAX, UINT64_MAX }, &from, &until);
    struct map_piece *p = map_pieces(s, &n);
    text_add(&t, "");
    for (size_t i = 0; i < n; i++)
        text_printf(&t, "%s%x-%x@%x %s", i ? ", " : "", (unsigned)p[i].start, (unsigned)p[i].end,
                    (unsigned)p[i].pgoff, p[i].map->how->object->name);
    assert_string_equal(t.s, wanted);
    text_free(&t);
    free(p);
}

static void test_cut(void **state)
{
    (void)state;
    struct made m = MAKE(mmap_of(1, 1, 0x1000, 0x1000, "/gone"), /* all of it, */
                         at(mmap_of(2, 1, 0x1000, 0x9000, "/a"), 0x100),
                         mmap_of(3, 1, 0x4000, 0x1000, "/middle"), mmap_of(4, 1, 0x0, 0x2000, "/start"),
                         mmap_of(5, 1, 0x9000, 0x2000, "/end"), mmap_of(6, 1, 0x4000, 0x1000, "/again"),
                         mmap_of(7, 1, 0x20000, 0x1000, "/apart"));
    says(&m, 1,
         "0-2000@0 start, 2000-4000@1100 a, 4000-5000@0 again, 5000-9000@4100 a, 9000-b000@0 end, "
         "20000-21000@0 apart");
    timeline_free(m.t);
}

/* A child has what its parent had at the fork; an exec leaves nothing of that. */
static void test_inherited(void **state)
{
    (void)state;
    struct made m = MAKE(mmap_of(1, 1, 0x1000, 0x4000, "/a"), fork_of(2, 2, 1, 2, 1),
                         mmap_of(3, 1, 0x2000, 0x1000, "/late"), mmap_of(4, 2, 0x3000, 0x1000, "/own"),
                         fork_of(5, 3, 2, 3, 2), comm_of(6, 3, 3, "c", true),
                         mmap_of(7, 3, 0x1800, 0x100, "/c"), fork_of(8, 4, 3, 4, 3));
    says(&m, 1, "1000-2000@0 a, 2000-3000@0 late, 3000-5000@2000 a");
    says(&m, 2, "1000-3000@0 a, 3000-4000@0 own, 4000-5000@3000 a");
    says(&m, 3, "1800-1900@0 c");
    says(&m, 4, "1800-1900@0 c");
    says(&m, 9, "");
    timeline_free(m.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_cut), cmocka_unit_test(test_inherited) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
