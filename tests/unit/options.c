/* How command lines are read, and that every row of every command's table can be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/question/commands.h"
#include "lib/options/absent.h"
#include "lib/options/values.h"
#include "tests/outlets.h"
#include "lib/question/common/common_captures.h"
#include "lib/question/common/common.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"

struct opts {
    bool quiet, sorted;
    int group, word;
    unsigned width;
    uint64_t lines;
    double least;
    char *text, *loose;
    struct words words;
    struct numbers numbers;
    struct words each;
};

static bool is_of_graph(const char *word)
{
    return *word == 'c';
}

#define OPTS struct opts
static const struct option_row own[] = {
    OPT("quiet", 'q', FLAG, quiet, NULL, "no headings"),
    OPT("group", 0, SET, group, NULL, "together", .value = 1),
    OPT("no-group", 0, SET, group, NULL, "apart", .value = 2),
    OPT("level", 0, WORD, word, "LEVEL", "one of %s", .words = "min code full"),
    OPT("width", 'w', NUMBER, width, "N", "wide", .least = 4, .most = 400),
    OPT("lines", 'l', COUNT, lines, "N", "many"),
    OPT("least", 0, AMOUNT, least, "PERCENT", "few", .noun = "percentage"),
    OPT("text", 't', TEXT, text, "TEXT", "some"),
    OPT("graph", 'g', TEXT, loose, "WORD,...", "how", .loose = true, .is_value = is_of_graph),
    OPT("words", 0, WORDS, words, "NAME,...", "names"),
    OPT("numbers", 0, NUMBERS, numbers, "N,...", "numbers"),
    OPT("object", 'o', EACH, each, "PATH", "where"),
    OPT("objects", 0, EACH, each, "PATH", "where"),
    OPT_END,
};
static const struct option_row last[] = { { "objdump", 0, OPTION_REFUSED, 0, "PATH",
                                            .help = "nothing is disassembled" },
                                          { "wide", 0, OPTION_WITHOUT_EFFECT, 0, NULL, .help = "it is" },
                                          OPT_END };
#undef OPTS

enum { WORDS_MAX = 8 };

static void free_opts(struct opts *o)
{
    options_free_values(own, o);
}

/* What came of a line: each option as its name or -name with its value, operands as they are; and in the end
 * what was wrong. */
static char *walked(const char *const *argv, struct opts *o)
{
    const struct option_row *const tables[] = { own, last, NULL };
    const char *words[WORDS_MAX + 1] = { "perfolio" };
    struct text t = { 0 };
    int n = 1;
    for (; argv[n - 1]; n++)
        words[n] = argv[n - 1];
    struct options_walk w = { .tables = tables, .argc = n, .argv = words, .at = 1 };
    text_add(&t, "");
    while (options_next(&w)) {
        struct err e = { 0 };
        text_printf(&t, "%s%s%s%s;", w.off ? "-" : "", w.row ? w.row->name : "", w.value && w.row ? "=" : "",
                    w.value ? w.value : "");
        if (w.row && !option_set(w.row, o, w.value, w.off, &e)) {
            text_add(&t, e.msg);
            return t.s;
        }
    }
    if (w.problem) {
        char *told = NULL;
        size_t size;
        FILE *to = mem_check_alloc(open_memstream(&told, &size), 1, 1);
        struct outlet says = outlet_to(to);
        options_print_problem(&w, "x", &says);
        fclose(to);
        text_add(&t, told);
        free(told);
    }
    return t.s;
}

static void test_walk(void **state)
{
    (void)state;
    static const struct {
        const char *argv[WORDS_MAX], *want;
    } rows[] = {
        { { NULL }, "" },
        { { "-q", "a", "-" }, "quiet;a;-;" },
        { { "--quiet", "--no-quiet" }, "quiet;-quiet;" },
        { { "--no-group" }, "no-group;" },
        { { "-qw40", "b" }, "quiet;width=40;b;" },
        { { "-qw", "40" }, "quiet;width=40;" },
        { { "-w=40" }, "width=40;" },
        { { "--width=40" }, "width=40;" },
        { { "--wid", "40" }, "width=40;" },
        { { "--", "-q", "--x" }, "-q;--x;" },
        { { "-t", "--", "-q" }, "text=--;quiet;" },
        { { "--text=", "x" }, "text=;x;" },
        { { "-t", "" }, "text=;" },
        { { "-g", "x" }, "graph;x;" },
        { { "-g", "caller" }, "graph=caller;" },
        { { "-gx" }, "graph=x;" },
        { { "--graph=x", "-g" }, "graph=x;graph;" },
        { { "--object", "a" }, "object=a;" },
        { { "--objd=a" }, "objdump=a;" },
        { { "--no-wide" }, "-wide;" },
        { { "--obj", "a" }, "perfolio x: --obj: ambiguous option: it could be --object or --objects\n" },
        { { "--obj=a" }, "perfolio x: --obj: ambiguous option: it could be --object or --objects\n" },
        { { "--l", "a" }, "perfolio x: --l: ambiguous option: it could be --level, --lines or --least\n" },
        { { "--wi", "4" }, "width=4;" },
        { { "--quite" }, "perfolio x: --quite: unknown option; there is --quiet\n" },
        { { "--nothing=1" }, "perfolio x: --nothing=1: unknown option\n" },
        { { "--no-text" }, "perfolio x: --no-text: unknown option\n" },
        { { "--=x" }, "perfolio x: --=x: unknown option\n" },
        { { "-qZ" }, "quiet;perfolio x: -qZ: unknown option\n" },
        { { "-q=x" }, "perfolio x: -q=x: option does not take an argument\n" },
        { { "--quiet=x" }, "perfolio x: --quiet=x: option does not take an argument\n" },
        { { "--no-quiet=x" }, "perfolio x: --no-quiet=x: option does not take an argument\n" },
        { { "--wid" }, "perfolio x: --width: missing argument\n" },
        { { "-w" }, "perfolio x: -w: missing argument\n" },
        { { "--width", "3" }, "width=3;--width: '3' is not a number from 4 to 400" },
        { { "--width", "401" }, "width=401;--width: '401' is not a number from 4 to 400" },
        { { "-l", "-1" }, "lines=-1;--lines: '-1' is not a number" },
        { { "-l18446744073709551616" },
          "lines=18446744073709551616;--lines: '18446744073709551616' is not a number" },
        { { "--least=nan" }, "least=nan;--least: 'nan' is not a percentage" },
        { { "--level", "max" }, "level=max;--level: 'max' is none of min, code, full" },
        { { "--level", "fu" }, "level=fu;--level: 'fu' is none of min, code, full" },
        { { "--numbers", "3-1" }, "numbers=3-1;--numbers: '3-1' is not a list of numbers such as 1,3-5" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct opts o = { 0 };
        char *got = walked(rows[i].argv, &o);
        assert_string_equal(got, rows[i].want);
        free(got);
        free_opts(&o);
    }
}

static void test_set(void **state)
{
    (void)state;
    struct opts o = { .group = 7 };
    free(walked((const char *[]){ "-q", "--no-group", "--level=full", "-w4", "-l9", "--least", "0.5", NULL },
                &o));
    assert_true(o.quiet);
    assert_int_equal(o.group, 2);
    assert_int_equal(o.word, 2);
    assert_int_equal(o.width, 4);
    assert_int_equal(o.lines, 9);
    assert_true(o.least > 0.49 && o.least < 0.51);
    free(walked((const char *[]){ "-ta", "-tb", "--words=x,y", "--words", "z", "-o", "p,q", NULL }, &o));
    free(walked((const char *[]){ "-or", "--numbers=1,3-5", "-g", "--no-quiet", NULL }, &o));
    assert_false(o.quiet);
    assert_string_equal(o.text, "b");
    assert_string_equal(o.loose, "");
    assert_int_equal(o.words.n, 3);
    assert_string_equal(o.words.v[2], "z");
    assert_int_equal(o.each.n, 2);
    assert_string_equal(o.each.v[0], "p,q");
    assert_int_equal(o.numbers.n, 4);
    assert_int_equal(o.numbers.v[3], 5);
    free_opts(&o);
    assert_null(o.text);
    assert_int_equal(o.words.n, 0);
}

static void test_common(void **state)
{
    (void)state;
    static const struct {
        const char *argv[4];
        char *(*demangle)(const char *name);
        int status;
    } rows[] = {
        { { "info", "x" }, elf_demangle, -1 },
        { { "info", "--no-demangle", "x" }, NULL, -1 },
        { { "info", "--no-demangle", "--demangle", "x" }, elf_demangle, -1 },
        { { "info", "--demangle=full", "x" }, elf_demangle_full, -1 },
        { { "info", "--demangle=half", "x" }, elf_demangle, 1 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct common_opts o;
        const char *argv[5] = { NULL };
        int n = 0;
        for (; n < 4 && rows[i].argv[n]; n++)
            argv[n] = rows[i].argv[n];
        struct outlet out = outlet_to(stdout), err = outlet_to(stderr);
        assert_int_equal(options_read(&info_command, &o, NULL, n, argv, &out, &err), rows[i].status);
        assert_true(o.demangle == rows[i].demangle);
        assert_true(!o.capture && !o.symfs && !o.kallsyms && !o.vmlinux && !o.debuginfod);
        assert_true(!o.isolated && !o.json && !o.verbose && !o.objects.n && !o.nof_perf);
        options_free(&info_command, &o);
    }
}

/* What any reader of a table relies on. */
static void check_rows(const struct option_row *rows, size_t size)
{
    for (const struct option_row *r = rows; r->name; r++) {
        const char *word;
        assert_true(r->target < size);
        assert_true(strlen(r->name) > 0 && r->name[0] != '-' && !strchr(r->name, '='));
        if (r->kind == OPTION_NONE || r->kind == OPTION_FLAG || r->kind == OPTION_SET)
            assert_null(r->argument);
        else if (r->kind < OPTION_CALL)
            assert_non_null(r->argument);
        if (r->kind == OPTION_CALL)
            assert_non_null(r->take);
        if (r->kind == OPTION_WORD || (r->help && strstr(r->help, "%s")))
            assert_true(option_word(r, 0, &word) > 0);
        for (const struct option_row *other = rows; other < r; other++) {
            assert_string_not_equal(other->name, r->name);
            assert_true(!r->letter || other->letter != r->letter);
        }
    }
}

static void check_command(const struct command *c)
{
    assert_non_null(c->help);
    for (const struct command *const *v = c->views; v && *v; v++)
        check_command(*v);
    if (!c->rows)
        return;
    check_rows(c->rows, c->size ? c->size : sizeof(struct common_opts));
    for (const struct option_row *r = absent_options(c->name); r->name; r++)
        assert_true(r->kind >= OPTION_REFUSED);
}

static void test_commands(void **state)
{
    (void)state;
    for (const struct command *const *c = commands; *c; c++) {
        check_command(*c);
        for (const struct command *const *other = commands; other < c; other++)
            assert_string_not_equal((*other)->name, (*c)->name);
    }
    check_rows(common_rows, sizeof(struct common_opts));
}

static int keep_options(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct common_opts *o = opts;
    (void)err;
    assert_true(o->captures && o->opened);
    *(const struct common_opts **)out->arg = o;
    return 0;
}

static bool write_nothing(struct outlet *o, const char *s, size_t n)
{
    (void)o;
    (void)s;
    (void)n;
    return true;
}

/* Rows of an answer that is kept are made by options, once those who asked are gone. */
static void test_kept(void **state)
{
    (void)state;
    static const struct option_row none[] = { OPT_END };
    static const struct command command =
        COMMAND("keep", "keeps", NULL, none, .run = keep_options, .traits = COMMAND_EACH);
    const char *argv[] = { "keep", "fixtures/amd64/fp.data" };
    struct answer_parts parts = { 0 };
    const struct desk desk = { .parts = &parts };
    const struct common_opts *kept = NULL;
    struct outlet out = { .write = write_nothing, .arg = &kept, .desk = &desk }, err = out;
    assert_int_equal(captures_run(&command, 2, argv, &out, &err), 0);
    assert_true(kept && !kept->captures && !kept->opened);
    outlet_parts_free(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_walk), cmocka_unit_test(test_set),
                                        cmocka_unit_test(test_common), cmocka_unit_test(test_commands),
                                        cmocka_unit_test(test_kept) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
