/* transforms: a stack before, the transforms, and the stack after. Functions are letters, the outermost first; those of lower
 * case are in the object "low", the others in "high"; . is a frame without a symbol; behind + is the place of the
 * sample, which its call chain lacks. */
#include "core/profile/places/transforms.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/model/timeline/timeline.h"

static const struct test {
    const char *stack, *transforms; /* letters of enum transform_how with names: "focus B, drop C" */
    const char *after;              /* NULL: the sample does not count */
} tests[] = {
    { "ABCBD", "focus B", "BCBD" },
    { "BCD", "focus B", "BCD" },
    { "ACD", "focus B", NULL },
    { "A.B", "focus B", "B" },
    { "ABCBD", "callers B", "ABCB" },
    { "ACD", "callers B", NULL },
    { "ABC", "drop B", NULL },
    { "AC", "drop B", "AC" },
    { "ABC", "drop C", NULL },
    { "AB+C", "drop C", NULL },
    { "ABC", "merge B", "AC" },
    { "ABC", "merge C", "AB" },
    { "ABCB", "merge B", "AC" },
    { "A.C", "merge C", "A." },
    { "BB", "merge B", NULL },
    { "AB+C", "merge B", "A" },
    { "AbbCb", "hide low", "AC" },
    { "AbbCb", "hide high", "bbb" },
    { "AbbCb", "hide b", "AbbCb" },
    { "bb", "hide low", NULL },
    { "ABBBC", "collapse", "ABC" },
    { "ABBCC", "collapse B", "ABCC" },
    { "ABCB", "collapse", "ABCB" },
    { "A..B", "collapse", "A..B" },
    { "ABCBD", "merge C, collapse", "ABD" },
    { "ABCBD", "collapse, merge C", "ABBD" },
    { "ABCBD", "focus B, drop A", "BCBD" },
    { "ABCBD", "drop A, focus B", NULL },
    { "ABCD", "focus B, callers C", "BC" },
    { "ABC", "invert", "CBA" },
    { "ABCD", "invert", "DCBA" },
    { "AB+C", "invert", "BA" },
    { "ABC", "merge B, invert", "CA" },
    { "A", "", "A" },
};

static char low_path[] = "/lib/low", high_path[] = "/bin/high";
static const struct object low = { .name = low_path + 5, .path = low_path },
                           high = { .name = high_path + 5, .path = high_path };

static void take(struct transforms *t, const char *words, char names[][8])
{
    static const char *const hows[] = { "focus", "callers", "drop", "merge", "hide", "collapse" };
    for (const char *s = words; *s; s += strcspn(s, ","), s += strspn(s, ", ")) {
        char word[16] = "", *name = names[t->n];
        size_t how = 0;
        *name = 0;
        sscanf(s, "%15[a-z] %7[^,]", word, name);
        while (how < COUNT(hows) && strcmp(hows[how], word))
            how++;
        if (how == COUNT(hows)) {
            assert_string_equal(word, "invert");
            t->invert = true;
            continue;
        }
        t->v[t->n++] = (struct transform){ (enum transform_how)how, *name ? name : NULL };
    }
}

static void test_stacks(void **state)
{
    (void)state;
    static struct symbol symbols[128];
    static char letters[128][2];
    for (size_t i = 0; i < COUNT(symbols); i++) {
        letters[i][0] = (char)i;
        symbols[i].name = letters[i];
    }
    for (const struct test *t = tests; t < tests + COUNT(tests); t++) {
        char names[4][8], after[16] = "";
        struct transform v[4];
        struct transforms all = { .v = v };
        struct transforming k = { 0 };
        take(&all, t->transforms, names);
        for (const char *s = t->stack; *s; s++) {
            const bool in_chain = s == t->stack || s[-1] != '+';
            if (*s != '+')
                *MEM_ADD(k.v, k.n, k.cap) =
                    (struct transform_step){ .number = (uint32_t)*s,
                                             .at = in_chain ? (uint32_t)(s - t->stack) : TRANSFORM_SAMPLE,
                                             .object = islower((unsigned char)*s) ? &low : &high,
                                             .symbol = *s == '.' ? NULL : &symbols[(size_t)*s] };
        }
        const bool counts = transforms_apply(&all, NULL, &k);
        if (counts)
            transforms_prepare_steps(&all, &k);
        for (size_t i = 0; i < k.n; i++)
            after[i] = (char)k.v[i].number;
        if (counts != (t->after != NULL) || (counts && strcmp(after, t->after)))
            fail_msg("%s, %s: %s", t->stack, t->transforms, counts ? after : "does not count");
        transforming_free(&k);
    }
}

/* Of successive calls of a function by itself the innermost stays. */
static void test_innermost_stays(void **state)
{
    (void)state;
    static const struct symbol f = { .name = "f" };
    struct transform collapse = { TRANSFORM_COLLAPSE, "f" };
    const struct transforms all = { .v = &collapse, .n = 1 };
    struct transforming k = { 0 };
    for (uint32_t i = 0; i < 3; i++)
        *MEM_ADD(k.v, k.n, k.cap) =
            (struct transform_step){ .number = i, .at = i, .object = &low, .symbol = &f };
    assert_true(transforms_apply(&all, NULL, &k));
    assert_int_equal(k.n, 1);
    assert_int_equal(k.v[0].at, 2);
    transforming_free(&k);
}

/* A name is meant as it is shown, also of inlined functions, or as the file has it. */
static void test_names(void **state)
{
    (void)state;
    static const struct {
        struct symbol symbol;
        const char *name;
        bool is_meant;
    } rows[] = {
        { { .name = "sort" }, "sort", true },
        { { .name = "sort" }, "sor", false },
        { { .name = "sort" }, "sort_some", false },
        { { .name = "sort", .is_inlined = true }, "sort", true },
        { { .name = "sort", .is_inlined = true }, "sort (inlined)", true },
        { { .name = "sort (inlined)" }, "sort", true },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct transform drop = { TRANSFORM_DROP, rows[i].name };
        const struct transforms all = { .v = &drop, .n = 1 };
        struct transforming k = { 0 };
        *MEM_ADD(k.v, k.n, k.cap) = (struct transform_step){ .object = &low, .symbol = &rows[i].symbol };
        assert_int_equal(transforms_apply(&all, NULL, &k), !rows[i].is_meant);
        transforming_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_stacks), cmocka_unit_test(test_innermost_stays),
                                      cmocka_unit_test(test_names) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
