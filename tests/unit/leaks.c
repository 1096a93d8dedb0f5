/* Which removed texts are found in a file, wherever they are in it; words of kept texts are not looked for. */
#include "lib/question/share/scrub/leaks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { BORDER = 1 << 20 }; /* files are read in windows of so many bytes */

/* The number of findings in a file of `size` dots with a text at an offset; the first is in `what`. */
static size_t found_among(const struct leaks_texts *texts, const char *text, size_t at, size_t size,
                          struct text *what)
{
    char path[] = "/tmp/perfolio-unit-XXXXXX", *bytes = malloc(size);
    FILE *out = fdopen(mkstemp(path), "w");
    struct file f;
    struct err e = { 0 };
    size_t found = 0;
    memset(bytes, '.', size);
    memcpy(bytes + at, text, strlen(text));
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
    assert_true(file_open(&f, path, &e));
    assert_true(leaks_find(&f, texts, &found, what, &e));
    file_close(&f);
    unlink(path);
    free(bytes);
    return found;
}

static size_t found_in(const char *text, size_t at, size_t size, const struct names *removed,
                       const struct names *kept, const struct names *functions, struct text *what)
{
    const struct leaks_texts texts = { .removed = removed, .kept = kept, .functions = functions };
    return found_among(&texts, text, at, size, what);
}

static void test_words(void **state)
{
    (void)state;
    static const char *const texts[] = { "/u/ann", "/u/ann/work", "/u/ann/work/app",
                                         "/u/bob", "worker",      "four" };
    static const char *const keeps[] = { "/u/bob and worker-2", "ann/workers" };
    static const struct {
        const char *text, *first; /* NULL: none is found */
    } cases[] = {
        { "/u/ann", "/u/ann" },
        { "/u/ann/x", "/u/ann" },
        { "/u/anna", NULL },
        { "/u/ann/working", "/u/ann" },
        { "/u/ann/work/apple", "/u/ann/work" },
        { "/u/ann/work/app", "/u/ann/work/app" },
        { "/u/bob", NULL },
        { "worker", NULL },
        { "four", NULL },
        { "PASSWORD=abc", "PASSWORD=abc........" },
    };
    struct names removed = { .n = 0 }, kept = { .n = 0 };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        arena_names_id(&removed, texts[i]);
    for (size_t i = 0; i < sizeof(keeps) / sizeof(*keeps); i++)
        arena_names_id(&kept, keeps[i]);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct text what = { 0 };
        const size_t found = found_in(cases[i].text, 0, 28, &removed, &kept, NULL, &what);
        assert_int_equal(found, cases[i].first != NULL);
        if (found)
            assert_int_equal(strncmp(what.s, cases[i].first, strlen(cases[i].first)), 0);
        text_free(&what);
    }
    arena_names_free(&removed);
    arena_names_free(&kept);
}

/* The name of a function is no reason to keep a path that begins in it; it is one for names, and for ends of paths. */
static void test_functions(void **state)
{
    (void)state;
    static const char *const texts[] = { "/u/ann", "/u/bob/x.js", "/tool", "login" };
    static const struct {
        const char *text;
        size_t found;
    } cases[] = { { "/u/ann", 1 }, { "f /u/bob/x.js:1", 0 }, { "/tool", 0 }, { "login", 0 } };
    struct names removed = { .n = 0 }, kept = { .n = 0 }, functions = { .n = 0 };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        arena_names_id(&removed, texts[i]);
    arena_names_id(&functions, "JS:*login /u/ann/x.js:1");
    arena_names_id(&functions, "host.org/tool.Run");
    arena_names_id(&kept, "f /u/bob/x.js:1");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct text what = { 0 };
        assert_int_equal(found_in(cases[i].text, 0, 28, &removed, &kept, &functions, &what), cases[i].found);
        text_free(&what);
    }
    arena_names_free(&removed);
    arena_names_free(&kept);
    arena_names_free(&functions);
}

/* A removed text in the program's own bytes is no finding, wherever they are; the same text beside them, after them, or in a part of
   them is one. */
static void test_own(void **state)
{
    (void)state;
    enum { LONG = 100000 }; /* longer than what windows share otherwise */
    char *bytes = malloc(LONG + 1), *after = malloc(LONG + 32);
    struct names removed = { .n = 0 }, kept = { .n = 0 }, pseudonyms = { .n = 0 };
    struct leaks_own own = { .n = 0 };
    memset(bytes, '-', LONG);
    bytes[LONG] = 0;
    memcpy(bytes + LONG - 20, " scrub --for public", 19);
    sprintf(after, "%s scrub", bytes);
    leaks_add_own(&own, (struct span){ (const uint8_t *)bytes, LONG });
    leaks_add_own(&own, (struct span){ (const uint8_t *)"PERFILE2h", 9 });
    leaks_add_own(&own, (struct span){ (const uint8_t *)"four", 4 });
    arena_names_id(&removed, "scrub");
    arena_names_id(&removed, "PERFILE2");
    arena_names_id(&removed, "PERFILE2h.x");
    arena_names_id(&removed, "host-");
    arena_names_id(&removed, "host-old");
    arena_names_id(&pseudonyms, "host-abcdef");
    arena_names_id(&pseudonyms, "host-old"); /* it was in the capture already */
    const struct {
        const char *text;
        size_t found;
    } cases[] = { { bytes, 0 },         { bytes + 1, 1 },     { after, 1 },      { " scrub --for public", 1 },
                  { "PERFILE2h", 0 },   { "PERFILE2i", 0 },   { "PERFILE2", 1 }, { "PERFILE2h.x", 1 },
                  { "host-abcdef", 0 }, { "host-abcdeg", 1 }, { "host-old", 1 } };
    const size_t places[] = { 0, BORDER - LONG, BORDER - LONG + 10, BORDER - LONG / 2, BORDER - 5, BORDER };
    const struct leaks_texts texts = {
        .removed = &removed, .kept = &kept, .own = &own, .pseudonyms = &pseudonyms
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        for (size_t at = 0; at < sizeof(places) / sizeof(*places); at++) {
            struct text what = { 0 };
            assert_int_equal(found_among(&texts, cases[i].text, places[at], BORDER + 2 * LONG, &what),
                             cases[i].found);
            text_free(&what);
        }
    arena_names_free(&removed);
    arena_names_free(&pseudonyms);
    leaks_free_own(&own);
    free(bytes);
    free(after);
}

/* In lines of source that are kept only the forms of secrets are findings. */
static void test_source(void **state)
{
    (void)state;
    enum { FROM = BORDER - 50, TO = BORDER + 50 };
    static const struct {
        const char *text;
        size_t at, found;
    } cases[] = {
        { "https://a.org/b", FROM, 0 },
        { "https://a.org/b", FROM - 6, 1 },
        { "https://a.org/b", TO, 1 },
        { "token=abc", FROM, 0 },
        { "token=abc", TO, 1 },
        { "02:00:5e:10:00:00", FROM, 0 },
        { "02:00:5e:10:00:00", TO, 1 },
        { "worker", BORDER, 0 },
        { "worker", TO, 1 },
        { "ghp_abcdef", FROM, 1 },

        { "-----BEGIN RSA", BORDER, 1 },
        { "AKIAABCDEFGHIJKLMNOP", FROM, 1 },
    };
    struct names removed = { .n = 0 }, kept = { .n = 0 };
    arena_names_id(&removed, "worker");
    const struct leaks_texts texts = {
        .removed = &removed, .kept = &kept, .source_from = FROM, .source_to = TO
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct text what = { 0 };
        assert_int_equal(found_among(&texts, cases[i].text, cases[i].at, BORDER + 100, &what),
                         cases[i].found);
        text_free(&what);
    }
    arena_names_free(&removed);
}

/* Texts of all lengths are found on both sides of the border of a window, and across it. */
static void test_border(void **state)
{
    (void)state;
    static const size_t lengths[] = { 5, 4097, 60000 };
    for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
        const size_t n = lengths[i], places[] = { BORDER - n, BORDER - n + 1, BORDER - 1, BORDER };
        struct names removed = { .n = 0 }, kept = { .n = 0 };
        char *s = malloc(n + 1);
        memset(s, 'x', n);
        s[n] = 0;
        arena_names_id(&removed, s);
        for (size_t at = 0; at < sizeof(places) / sizeof(*places); at++) {
            struct text what = { 0 };
            assert_int_equal(found_in(s, places[at], BORDER + 70000, &removed, &kept, NULL, &what), 1);
            assert_string_equal(what.s, s);
            text_free(&what);
        }
        free(s);
        arena_names_free(&removed);
    }
}

/* Each form of a secret is found in a file, with capitals and without. */
static void test_forms(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "password=abc",
        "Passwd=abc",
        "PASSPHRASE=abc",
        "secret=abc",
        "Token=abc",
        "apikey=abc",
        "api_key=abc",
        "API-KEY=abc",
        "glpat-abc",
        "Authorization:abc",
        "-----BEGIN RSA",
        "ghp_abc",
        "github_pat_abc",
        "xoxb-abc",
        "xoxp-abc",
        "eyJhbGciOi",
        "AKIA0123456789ABCDEF",
        "aB:01:23:45:67:89",
        "0F-1e-2d-3c-4b-5a",
    };
    struct names none = { .n = 0 };
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        struct text what = { 0 };
        assert_int_equal(found_in(forms[i], 1, 64, &none, &none, NULL, &what), 1);
        assert_int_equal(strncmp(what.s, forms[i], 7), 0);
        text_free(&what);
    }
    struct text what = { 0 };
    assert_int_equal(found_in("http://abc", 0, 64, &none, &none, NULL, &what), 1);
    assert_int_equal(found_in("akia0123456789ABCDEF", 0, 64, &none, &none, NULL, &what), 0);
    assert_int_equal(found_in("ab:01:23:45:67:8", 0, 64, &none, &none, NULL, &what), 0);
    text_free(&what);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),  cmocka_unit_test(test_functions), cmocka_unit_test(test_own),
        cmocka_unit_test(test_source), cmocka_unit_test(test_border),    cmocka_unit_test(test_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
