/* What columns a report has and what its lines are ordered by, for what is asked. Checked against perf 6.1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "lib/question/report/layout.h"
#include "core/base/text.h"
#include "core/profile/keys/keys.h"

static bool read_list(const char *list, struct fields *f, bool *add)
{
    struct err e = { 0 };
    *add = list && *list == '+';
    return !list || layout_fields_read("--sort", list + *add, f, &e);
}

/* Columns by their headers, then the keys by their levels, then the order. */
static void show(const struct layout *l, struct text *out)
{
    static const char *const figures[FIGURES] = { "children", "period",  "sys",     "us",
                                                  "gsys",     "gus",     "latency", "latency_children",
                                                  "weight1",  "weight2", "weight3", "samples" };
    for (size_t i = 0; i < l->ncolumns; i++)
        text_printf(out, "%s%s", i ? "," : "",
                    l->columns[i].number ? l->columns[i].header : key_header(l->keys[l->columns[i].key], 0));
    text_add(out, " |");
    for (size_t k = 0; k < l->nshown; k++)
        text_printf(out, "%s%s", k && l->levels[k] == l->levels[k - 1] ? "+" : " ", l->keys[k]->name);
    text_add(out, " |");
    for (size_t i = 0; i < l->norder; i++)
        text_printf(out, " %s", l->order[i].is_key ? l->keys[l->order[i].at]->name : figures[l->order[i].at]);
    text_printf(out, " |%zu", l->nkeys - l->nshown);
}

static void test_layouts(void **state)
{
    (void)state;
    static const struct {
        const char *sort, *fields;
        bool children, modes, samples, ipc, parents, latency;
        const char *want; /* the last number: of keys that are not shown */
    } rows[] = {
        { .want = "Overhead,Command,Shared Object,Symbol | comm dso symbol | period comm dso symbol |0" },
        { .children = true,
          .samples = true,
          .want = "Children,Self,Samples,Command,Shared Object,Symbol | comm dso symbol | "
                  "children period comm dso symbol samples |0" },
        { "sym", NULL, .want = "Overhead,Symbol | symbol | period symbol |1" },
        { "sym,comm", NULL, .ipc = true, .parents = true,
          .want =
              "Overhead,Symbol,Command,IPC   [IPC Coverage],Parent symbol | symbol comm ipc_null parent | "
              "period symbol comm ipc_null parent |1" },
        { "comm", NULL, .modes = true, .want = "Overhead,sys,usr,Command | comm | period comm sys us |1" },
        { "{comm,dso},sym", NULL,
          .want = "Overhead,Command,Shared Object,Symbol | comm+dso symbol | period comm dso symbol |0" },
        { "{comm},{dso,sym}", NULL,
          .want = "Overhead,Command,Shared Object,Symbol | comm dso+symbol | period comm dso symbol |0" },
        { "comm dso", NULL, .want = "Overhead,Command,Shared Object | comm dso | period comm dso |0" },
        { "+cpu,comm", NULL,
          .want = "Overhead,Command,Shared Object,Symbol,CPU | comm dso symbol cpu | "
                  "period comm dso symbol cpu |0" },
        { "sym,overhead", NULL, true, .want = "Children,Self,Symbol | symbol | children symbol period |1" },
        { "sample,comm", NULL, .want = "Overhead,Samples,Command | comm | period samples comm |0" },
        { NULL, "comm,overhead", true, .want = "Command,Overhead | comm | comm period |0" },
        { "comm", "weight1,weight3", .want = "Weight1,Weight3,Command | comm | comm weight1 weight3 |2" },
        { NULL, "overhead,sample", .want = "Overhead,Samples | | period samples |0" },
        { "dso", "overhead_us,comm", .samples = true,
          .want = "usr,Command,Shared Object | dso comm | dso us comm |1" },
        { "dso", "+period", true,
          .want = "Children,Self,Period,Shared Object | dso | children period dso period |0" },
        { .latency = true,
          .sort = "comm",
          .want = "Latency,Overhead,Command | comm | latency period comm |1" },
        { .latency = true,
          .children = true,
          .sort = "sym",
          .want = "Latency,Children,Latency,Self,Symbol | symbol | "
                  "latency_children children latency period symbol |2" },
        { .latency = true,
          .sort = "comm,overhead",
          .want = "Latency,Overhead,Command | comm | latency comm period |1" },
        { "comm,latency", NULL, true, .want = "Latency,Command | comm | comm latency |1" },
        { "comm", "latency,overhead_us", .want = "Latency,usr,Command | comm | comm latency us |2" },
        { "comm,comm,Comm", NULL, .want = "Overhead,Command | comm | period comm |0" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct layout_opts o = { .modes = rows[i].modes,
                                 .samples = rows[i].samples,
                                 .ipc = rows[i].ipc,
                                 .parents = rows[i].parents,
                                 .latency = rows[i].latency };
        struct layout l;
        struct text shown = { 0 };
        assert_true(read_list(rows[i].sort, &o.sort, &o.add_to_sort));
        assert_true(read_list(rows[i].fields, &o.fields, &o.add_to_fields));
        layout_set_usual_keys(&o, false, false);
        layout_make(&l, &o, rows[i].children);
        show(&l, &shown);
        assert_string_equal(shown.s, rows[i].want);
        text_free(&shown);
        layout_fields_free(&o.sort);
        layout_fields_free(&o.fields);
        layout_fields_free(&o.usual);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const lists[] = { "", ",", "{}" };
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
        struct fields f = { .n = 0 };
        struct err e = { 0 };
        assert_false(layout_fields_read("--fields", lists[i], &f, &e));
        assert_non_null(strstr(e.msg, "--fields"));
    }
}

/* What is no key is a word until a capture is there; words are not more than a capture may have keys of. */
static void test_words(void **state)
{
    (void)state;
    struct fields f = { .n = 0 };
    struct err e = { 0 };
    struct text many = { 0 };
    struct events none = { .n = 0 };
    struct layout_opts o = { .sort = { .n = 0 } };
    assert_true(layout_fields_read("--sort", "comm,next_pid,{ev:x.next_pid/raw,next_pid}", &f, &e));
    assert_int_equal(f.n, 3);
    assert_string_equal(f.v[1].word, "next_pid");
    assert_string_equal(f.v[2].word, "ev:x.next_pid/raw");
    layout_fields_free(&f);
    for (int i = 0; i <= TRACE_KEYS_MAX; i++)
        text_printf(&many, "w%d,", i);
    assert_false(layout_fields_read("--sort", many.s, &f, &e));
    layout_fields_free(&f);
    e = (struct err){ 0 };
    struct trace_keys *keys = key_trace_new(NULL, NULL, &none);
    assert_true(layout_fields_read("--sort", "comm,nonsense", &f, &e));
    o.sort = f;
    assert_false(layout_resolve_words(&o, keys, &e));
    assert_non_null(strstr(e.msg, "nonsense"));
    layout_fields_free(&f);
    key_trace_free(keys);
    text_free(&many);
}

/* However often and in whatever form all that there is is asked for, it fits. */
static void test_everything(void **state)
{
    (void)state;
    struct text all = { 0 };
    struct layout_opts o = { .modes = 1, .samples = 1, .period = 1, .ipc = true, .parents = true };
    struct layout l;
    struct err e = { 0 };
    for (int twice = 0; twice < 2; twice++)
        for (size_t i = 0; key_at(i); i++)
            text_printf(&all, "%s,", key_at(i)->name);
    text_add(&all, "overhead,overhead_sys,overhead_us,overhead_guest_sys,overhead_guest_us,overhead_children,"
                   "latency,latency_children,sample,"
                   "period");
    assert_true(layout_fields_read("--sort", all.s, &o.sort, &e));
    assert_true(layout_fields_read("--fields", all.s, &o.fields, &e));
    layout_make(&l, &o, true);
    assert_true(l.ncolumns <= FIELDS_MAX && l.norder == l.ncolumns && l.nkeys <= KEYS_MAX);
    text_free(&all);
    layout_fields_free(&o.sort);
    layout_fields_free(&o.fields);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_layouts), cmocka_unit_test(test_refused),
                                        cmocka_unit_test(test_words), cmocka_unit_test(test_everything) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
