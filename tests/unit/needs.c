/* What commands need of the system, by their words: their rights, and the folders that a cage leaves them. */
#include "cli/cage/needs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/perfolio.h"
#include "cli/program.h"
#include "lib/view/outlet.h"

#define USER "fixtures/hppa/user.data"

enum { WORDS_MOST = 12, FILES = CAGE_PLACES | CAGE_UPDATES };

static const struct {
    const char *words; /* separated by blanks */
    unsigned rights;
    bool has_folders;
    const char *read, *place, *tree; /* in the lists; NULL: not asked */
} cases[] = {
    { "report -i " USER, 0, false, NULL, NULL, NULL },
    { "report --isolated " USER, 0, true, USER, NULL, NULL },
    { "report --isolated -i x --objects fixtures/hppa/.build-id", 0, true, "fixtures/hppa", NULL, NULL },
    { "report --isolated -i x --symfs fixtures/hppa", 0, true, "fixtures/hppa", NULL, NULL },
    { "report --isolated -i x --vmlinux y", 0, true, "y", NULL, NULL },
    { "annotate -i " USER, CAGE_RUNS, false, NULL, NULL, NULL },
    { "annotate --isolated -i " USER " --source-prefix /a=fixtures/b", CAGE_RUNS, true, "fixtures/b", NULL,
      NULL },
    { "export html -i " USER, 0, false, NULL, NULL, NULL },
    { "export html -i " USER " -o -", 0, false, NULL, NULL, NULL },
    { "export html -i " USER " -o fixtures/hppa/o", CAGE_PLACES, true, NULL, "fixtures/hppa", NULL },
    { "export html -i " USER " -o o", CAGE_PLACES, true, NULL, ".", NULL },
    { "export html -i " USER " -o /no/such/folder", CAGE_PLACES, true, NULL, "/", NULL },
    { "export html -i " USER " -o /dev/null", FILES, true, NULL, "/dev/null", NULL },
    { "export html --before a*.data --after y/b --isolated", 0, true, ".", NULL, NULL },
    { "cut " USER " -o fixtures/o", CAGE_PLACES, true, NULL, "fixtures", NULL },
    { "scrub " USER " --write-key fixtures/k -o o", CAGE_PLACES, true, NULL, "fixtures", NULL },
    { "scrub " USER " --preview", 0, false, NULL, NULL, NULL },
    { "unscrub --isolated " USER " --key k -o o", CAGE_PLACES, true, "k", ".", NULL },
    { "timechart -i " USER, CAGE_PLACES, true, NULL, ".", NULL },
    { "script --per-event-dump -i " USER, CAGE_PLACES, true, NULL, "fixtures/hppa", NULL },
    { "export html -i - -o o", CAGE_PLACES, false, NULL, ".", NULL },
    { "pack " USER, CAGE_PLACES, false, NULL, ".", NULL },
    { "pack --isolated " USER, CAGE_PLACES, true, NULL, ".", NULL },
    { "pack --isolated --for-issue " USER, CAGE_PLACES, true, NULL, ".", NULL },
    { "pack --isolated --dry-run " USER, 0, true, NULL, NULL, NULL },
    { "pack --isolated --append " USER " -o fixtures/f", FILES, true, NULL, "fixtures", NULL },
    { "merge a b -o fixtures/f", FILES, true, "a", "fixtures", NULL },
    { "unpack f.folio -d fixtures/hppa/no/such", CAGE_PLACES, true, NULL, NULL, "fixtures/hppa" },
    { "unpack f.folio -d fixtures/hppa", CAGE_PLACES, true, NULL, NULL, "fixtures/hppa" },
    { "verify f.folio", 0, false, NULL, NULL, NULL },
    { "report --debuginfod=http://127.0.0.1 -i " USER, CAGE_NETWORK | CAGE_WRITES, true, NULL, NULL, "/" },
    { "view --web " USER, CAGE_NETWORK | CAGE_WRITES | CAGE_RUNS | CAGE_PLACES, false, NULL, NULL, NULL },
    { "view " USER, CAGE_RUNS | CAGE_PLACES, true, NULL, ".", NULL },
};

struct asked {
    struct cage cage;
    bool was;
};

static bool find(void *arg, const struct command *c, const struct common_opts *o, struct err *e)
{
    struct asked *a = arg;
    needs_find(c, o, &a->cage);
    a->was = true;
    return err_set(e, ERR_USAGE, 0, "only asked");
}

static bool drop_text(struct outlet *o, const char *s, size_t n)
{
    (void)o;
    (void)s;
    (void)n;
    return true;
}

static bool has(const struct words *words, const char *word)
{
    bool found = !word;
    for (size_t i = 0; i < words->n; i++)
        found = found || !strcmp(words->v[i], word);
    return found;
}

static void test_needs(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct asked a = { .was = false };
        const struct desk desk = { .home = "/no/such", .give_up = find, .arg = &a };
        struct outlet out = { .write = drop_text, .desk = &desk };
        char *words = strdup(cases[i].words), *rest = words;
        const char *argv[WORDS_MOST] = { "perfolio" };
        int argc = 1;
        for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL; argc++)
            argv[argc] = word;
        assert_int_equal(perfolio(argc, argv, &out, &out), 1);
        const struct cage *c = &a.cage;
        if (!a.was || c->rights != cases[i].rights || c->has_folders != cases[i].has_folders)
            fail_msg("%s: asked %d, rights %u, folders %d", cases[i].words, a.was, c->rights, c->has_folders);
        if (!has(&c->reads, cases[i].read) || !has(&c->places, cases[i].place) ||
            !has(&c->trees, cases[i].tree))
            fail_msg("%s: a file or a folder is not in the list", cases[i].words);
        cage_free(&a.cage);
        free(words);
    }
}

/* Options that name files say what for: else the cage would refuse these files. */
static void check_rows(const char *command, const struct option_row *rows)
{
    static const char *const files[] = { "FILE", "DIR", "PATH", "FOLIO", "PAGE", "OLD=NEW", "RUN..." };
    for (const struct option_row *row = rows; row && row->name; row++) {
        bool names = row->needs == NEEDS_NOTHING && row->kind != OPTION_NONE && row->kind < OPTION_REFUSED &&
                     row->argument;
        bool is_file = false;
        for (size_t i = 0; names && i < COUNT(files); i++)
            is_file = is_file || !strcmp(row->argument, files[i]);
        if (is_file)
            fail_msg("%s --%s names files, and has no .needs", command, row->name);
    }
}

static void check_command(const struct command *c)
{
    check_rows(c->name, c->rows);
    for (size_t i = 0; c->views && c->views[i]; i++)
        check_command(c->views[i]);
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; program_command_at(i); i++)
        check_command(program_command_at(i));
    check_rows("perfolio", common_rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_needs), cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
