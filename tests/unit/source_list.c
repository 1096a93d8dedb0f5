/* What the chain accepts and refuses, where the cache's source looks, and what the resolver makes of it all.
 */
#include "core/resolve/source_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "archive/source/sources.h"
#include "core/base/mem.h"
#include "core/resolve/resolver.h"
#include "formats/elf/elf.h"
#include "formats/text/kallsyms.h"
#include "tests/unit/elf_make.h"

static const struct symbol_reader *const readers[] = { &elf_reader, &kallsyms_reader, NULL };

#define ID_A       "AAAAAAAAAAAAAAAAAAAA" /* 41 x 20 in hex */
#define ID_B       "BBBBBBBBBBBBBBBBBBBB"
#define HEX_A      "41" HEX_A_REST
#define HEX_A_REST "41414141414141414141414141414141414141"

static struct build_id id_of(const char *text)
{
    struct build_id id = { .n = text ? 20 : 0 };
    if (text)
        memcpy(id.bytes, text, 20);
    return id;
}

/* A source that has one thing, for everybody or for one path. */
struct fake {
    struct source source;
    enum want_kind kind;
    struct span bytes;
    const char *path;
    const char *cached_as;
    bool proven, fitted, lacks_dwarf;
    enum answer answer;
};

static enum answer fake_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                             struct err *e)
{
    struct fake *f = (struct fake *)s;
    if (i || w->kind != f->kind || (f->path && strcmp(f->path, w->object->path)))
        return ANSWER_ABSENT;
    if (f->answer == ANSWER_UNUSABLE)
        err_set(e, ERR_IO, 0, "no permission");
    *out = (struct blob){
        .bytes = f->bytes,
        .origin = "fake",
        .cached_as = id_of(f->cached_as),
        .proven = f->proven,
        .fitted = f->fitted,
        .lacks_dwarf = f->lacks_dwarf,
    };
    return f->answer;
}

/* It has the text of /a.c for ID_A; others fail where its answer is that. */
static enum answer fake_open_text(struct source *s, const struct object *o, const char *path,
                                  struct blob *out, struct err *e)
{
    const struct fake *f = (struct fake *)s;
    if (o->build_id.bytes[0] != 'A' || strcmp(path, "/a.c") != 0)
        return ANSWER_ABSENT;
    if (f->answer == ANSWER_UNUSABLE)
        err_set(e, ERR_IO, 0, "no answer");
    *out = (struct blob){ .bytes = f->bytes, .origin = "fake" };
    return f->answer;
}

static struct fake *fake(struct source_list *c, enum want_kind kind, struct span bytes)
{
    static const struct source_ops ops = { .name = "fake", .open = fake_open };
    struct fake *f = source_new(sizeof(*f), &ops, NULL);
    f->kind = kind;
    f->bytes = bytes;
    f->answer = ANSWER_FOUND;
    source_list_add(c, &f->source);
    return f;
}

static struct span text_span(const char *s)
{
    return (struct span){ (const uint8_t *)s, strlen(s) };
}

static void test_verify(void **state)
{
    (void)state;
    static const struct {
        const char *what, *wanted, *has, *cached_as;
        enum want_kind kind;
        bool proven, accepted;
        unsigned differs, name_only;
    } rows[] = {
        { "the right one", ID_A, ID_A, NULL, WANT_ELF, false, true, 0, 0 },
        { "a wrong one", ID_A, ID_B, NULL, WANT_ELF, false, false, 1, 0 },
        { "one without an id", ID_A, NULL, NULL, WANT_ELF, false, false, 1, 0 },
        { "one without an id in a folder named by it", ID_A, NULL, ID_A, WANT_ELF, false, false, 1, 0 },
        { "a wrong one in the right folder", ID_A, ID_B, ID_A, WANT_ELF, false, false, 1, 0 },
        { "nothing to verify", NULL, ID_B, NULL, WANT_ELF, false, true, 0, 1 },
        { "a listing filed under the id", ID_A, NULL, ID_A, WANT_KALLSYMS, false, true, 0, 0 },
        { "a listing filed under another", ID_A, NULL, ID_B, WANT_KALLSYMS, false, false, 1, 0 },
        { "a listing somebody named", ID_A, NULL, NULL, WANT_KALLSYMS, false, true, 0, 1 },
        { "what its source knows", NULL, ID_B, NULL, WANT_ELF, true, true, 0, 0 },
        { "a listing that its source knows", NULL, NULL, ID_A, WANT_KALLSYMS, true, true, 0, 0 },
        { "a wrong one that its source knows", ID_A, ID_B, NULL, WANT_ELF, true, false, 1, 0 },
        { "one without an id that its source knows", ID_A, NULL, NULL, WANT_ELF, true, false, 1, 0 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct make m = { .machine = EM_S390, .type = ET_DYN, .build_id = rows[i].has };
        struct object o = {
            .kind = OBJECT_KERNEL, .path = "/x", .name = "x", .build_id = id_of(rows[i].wanted)
        };
        struct want w = want_of(rows[i].kind, &o);
        struct source_list_cursor at = { 0 };
        struct blob b;
        struct source_list c;
        const struct symbol_reader *reader;
        make_elf(&m);
        source_list_init(&c, readers);
        fake(&c, rows[i].kind,
             rows[i].kind == WANT_ELF ? (struct span){ m.bytes, m.n } : text_span("10 T _text\n"))
            ->cached_as = rows[i].cached_as;
        ((struct fake *)c.last)->proven = rows[i].proven;
        print_message("%s\n", rows[i].what);
        assert_int_equal(source_list_next(&c, &w, &at, &b, &reader), rows[i].accepted);
        struct problems told = { 0 }, told_again = { 0 };
        source_list_add_problems(&c, NULL, &told);
        assert_int_equal(told.of[PROBLEM_BUILD_ID_DIFFERS].n, rows[i].differs);
        assert_int_equal(told.of[PROBLEM_NAME_ONLY].n, rows[i].name_only);
        if (rows[i].accepted) {
            assert_ptr_equal(reader, rows[i].kind == WANT_ELF ? &elf_reader : &kallsyms_reader);
            assert_false(source_list_next(&c, &w, &at, &b, &reader));
        } else if (rows[i].has) {
            assert_non_null(strstr(told.of[PROBLEM_BUILD_ID_DIFFERS].first, HEX_A));
            assert_non_null(strstr(told.of[PROBLEM_BUILD_ID_DIFFERS].first, "42424242"));
        }
        assert_int_equal(c.nnotes, 1);
        assert_int_equal(c.notes[0].answer, rows[i].accepted ? ANSWER_FOUND : ANSWER_UNUSABLE);
        assert_int_equal(c.notes[0].refused, !rows[i].accepted);

        struct source_list_cursor again = { 0 }; /* the same answer is the same problem */
        assert_int_equal(source_list_next(&c, &w, &again, &b, &reader), rows[i].accepted);
        source_list_add_problems(&c, NULL, &told_again);
        assert_int_equal(told_again.of[PROBLEM_BUILD_ID_DIFFERS].n, rows[i].differs);
        assert_int_equal(told_again.of[PROBLEM_NAME_ONLY].n, rows[i].name_only);
        source_list_free(&c);
    }
}

/* The checksum of a part of a file says nothing: a debug file is not refused for it, and not proven. What it lacks is one
   problem, however often it is asked for. */
static void test_fitted(void **state)
{
    (void)state;
    for (unsigned is_fitted = 0; is_fitted < 2; is_fitted++) {
        struct make m = { .machine = EM_S390, .type = ET_DYN };
        struct object o = { .path = "/x", .name = "x" };
        struct want w = want_of(WANT_DEBUG, &o);
        struct problems told = { 0 };
        struct source_list c;
        make_elf(&m);
        w.crc = elf_reader.crc((struct span){ m.bytes, m.n }) + 1;
        source_list_init(&c, readers);
        fake(&c, WANT_DEBUG, (struct span){ m.bytes, m.n })->fitted = is_fitted;
        ((struct fake *)c.last)->lacks_dwarf = is_fitted;
        for (int i = 0; i < 2; i++) {
            const struct symbol_reader *reader;
            struct source_list_cursor at = { 0 };
            struct blob b;
            assert_int_equal(source_list_next(&c, &w, &at, &b, &reader), is_fitted);
        }
        source_list_add_problems(&c, NULL, &told);
        assert_int_equal(told.of[PROBLEM_OTHER_OBJECT].n, !is_fitted);
        assert_int_equal(told.of[PROBLEM_NAME_ONLY].n, is_fitted);
        assert_int_equal(told.of[PROBLEM_LARGE_OBJECT].n, is_fitted);
        source_list_free(&c);
    }
}

/* What a folio has is a table, and of the same file an image: one object that only its name speaks for. */
static void test_by_name_once(void **state)
{
    (void)state;
    static const enum want_kind kinds[] = { WANT_ELF, WANT_IMAGE };
    struct make m = { .machine = EM_S390, .type = ET_DYN };
    struct object objects[] = { { .path = "/x", .name = "x" }, { .path = "/y", .name = "y", .index = 1 } };
    struct problems told = { 0 };
    struct source_list c;
    make_elf(&m);
    source_list_init(&c, readers);
    fake(&c, WANT_ELF, (struct span){ m.bytes, m.n });
    fake(&c, WANT_IMAGE, (struct span){ m.bytes, m.n })->source.images = true;
    for (size_t i = 0; i < 4; i++) {
        const struct want w = want_of(kinds[i % 2], &objects[i / 2]);
        const struct symbol_reader *reader;
        struct source_list_cursor at = { 0 };
        struct blob b;
        assert_true(source_list_next(&c, &w, &at, &b, &reader));
    }
    source_list_add_problems(&c, NULL, &told);
    assert_int_equal(told.of[PROBLEM_NAME_ONLY].n, 2);
    source_list_free(&c);
}

static bool is_of_use(const void *use, const struct source_list_note *n)
{
    return n->use == *(const enum want_use *)use;
}

/* Whoever asked first, what is looked at of the answers is as if the others had not been given. */
static void test_scope(void **state)
{
    (void)state;
    struct make wrong = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_B };
    const struct object o = { .path = "/x", .name = "x", .build_id = id_of(ID_A) };
    struct source_list c;
    make_elf(&wrong);
    source_list_init(&c, readers);
    fake(&c, WANT_ELF, (struct span){ wrong.bytes, wrong.n });
    fake(&c, WANT_ELF, text_span("\1\2\3"));
    for (enum want_use use = USE_NAMES; use < USE_FRAMES; use++) {
        struct want w = want_of(WANT_ELF, &o);
        const struct symbol_reader *reader;
        struct source_list_cursor at = { 0 };
        struct blob b;
        w.use = use;
        assert_false(source_list_next(&c, &w, &at, &b, &reader));
    }
    struct problems all = { 0 };
    source_list_add_problems(&c, NULL, &all);
    assert_int_equal(all.of[PROBLEM_BUILD_ID_DIFFERS].n, 1);
    for (enum want_use use = USE_NAMES; use <= USE_FRAMES; use++) {
        const struct source_list_scope scope = { is_of_use, &use };
        struct problems told = { 0 };
        source_list_add_problems(&c, &scope, &told);
        assert_int_equal(told.of[PROBLEM_BUILD_ID_DIFFERS].n, use < USE_FRAMES);
        assert_int_equal(told.of[PROBLEM_BAD_OBJECT].n * 2,
                         use < USE_FRAMES ? all.of[PROBLEM_BAD_OBJECT].n : 0);
    }
    source_list_free(&c);
}

/* Who is not to be asked for a name alone is not, and is not said to have nothing. */
static void test_passed_over(void **state)
{
    (void)state;
    struct make m = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_A };
    make_elf(&m);
    for (int by_id = 0; by_id < 2; by_id++)
        for (int told = 0; told < 2; told++) {
            struct object o = { .path = "/x", .name = "x", .build_id = id_of(told ? ID_A : NULL) };
            const struct want w = want_of(WANT_ELF, &o);
            const struct symbol_reader *reader;
            struct source_list_cursor at = { 0 };
            struct blob b;
            struct source_list c;
            source_list_init(&c, readers);
            fake(&c, WANT_ELF, (struct span){ m.bytes, m.n })->source.by_id = by_id;
            assert_int_equal(source_list_next(&c, &w, &at, &b, &reader), told || !by_id);
            assert_int_equal(c.nnotes, 1);
            assert_int_equal(c.notes[0].answer, told || !by_id ? ANSWER_FOUND : ANSWER_ABSENT);
            assert_int_equal(!!*c.notes[0].why, !told);
            source_list_free(&c);
        }
}

static void test_order(void **state)
{
    (void)state;
    struct make right = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_A };
    struct make wrong = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_B };
    struct object o = { .path = "/x", .name = "x", .build_id = id_of(ID_A), .code_end = 0x1000 };
    struct want w = want_of(WANT_ELF, &o);
    struct blob b;
    struct source_list c;
    const struct symbol_reader *reader;
    make_elf(&right);
    make_elf(&wrong);
    source_list_init(&c, readers);
    fake(&c, WANT_ELF, (struct span){ 0 })->answer = ANSWER_UNUSABLE;
    fake(&c, WANT_ELF, text_span("\1\2\3"));
    fake(&c, WANT_ELF, (struct span){ wrong.bytes, wrong.n })->source.quiet = true;
    fake(&c, WANT_ELF, (struct span){ right.bytes, right.n });
    fake(&c, WANT_ELF, (struct span){ right.bytes, right.n })->source.chosen = true;

    struct source_list_cursor all = { 0 }, chosen = { .which = SOURCE_LIST_CHOSEN };
    assert_true(source_list_next(&c, &w, &all, &b, &reader));
    assert_true(source_list_next(&c, &w, &all, &b, &reader));
    assert_false(source_list_next(&c, &w, &all, &b, &reader));
    assert_true(source_list_next(&c, &w, &chosen, &b, &reader));
    assert_false(source_list_next(&c, &w, &chosen, &b, &reader));
    struct problems told = { 0 };
    source_list_add_problems(&c, NULL, &told);
    assert_int_equal(told.of[PROBLEM_BAD_OBJECT].n, 2);
    assert_int_equal(told.of[PROBLEM_BUILD_ID_DIFFERS].n, 0); /* something right was found */
    assert_int_equal(c.notes[2].answer, ANSWER_UNUSABLE);
    assert_true(c.notes[2].refused && !c.notes[0].refused);
    source_list_free(&c);
}

/* What is mapped to be executed and is no ELF file is damaged; what is not is any file at all. */
static void test_mapped_data(void **state)
{
    (void)state;
    static const struct {
        enum object_kind kind;
        uint64_t code_end;
        unsigned bad;
    } rows[] = { { OBJECT_USER, 0x1000, 1 }, { OBJECT_USER, 0, 0 }, { OBJECT_KERNEL, 0, 1 } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct object o = { .kind = rows[i].kind, .path = "/x", .name = "x", .code_end = rows[i].code_end };
        struct want w = want_of(WANT_ELF, &o);
        struct source_list_cursor at = { 0 };
        struct problems told = { 0 };
        struct blob b;
        struct source_list c;
        const struct symbol_reader *reader;
        source_list_init(&c, readers);
        fake(&c, WANT_ELF, text_span("glibc-ld.so.cache1.1"));
        assert_false(source_list_next(&c, &w, &at, &b, &reader));
        source_list_add_problems(&c, NULL, &told);
        assert_int_equal(told.of[PROBLEM_BAD_OBJECT].n, rows[i].bad);
        assert_int_equal(c.notes[0].answer, ANSWER_UNUSABLE);
        source_list_free(&c);
    }
}

static void put_file(const char *dir, const char *name, struct span bytes)
{
    char path[512];
    snprintf(path, sizeof(path), "%s%s", dir, name);
    for (char *p = path + strlen(dir) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
        *p = 0;
        mkdir(path, 0755);
    }
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes.p, 1, bytes.n, f), bytes.n);
    fclose(f);
}

/* Every layout of a cache that was ever written, and what unpacking makes of it. */
static void test_cache(void **state)
{
    (void)state;
    static const struct {
        const char *what, *file, *path;
        enum object_kind kind;
        const char *id; /* the object's */
        bool found;
    } rows[] = {
        { "by link", "/.build-id/41/" /* rest of the id */ "41414141414141414141414141414141414141/elf",
          "/bin/x", OBJECT_USER, ID_A, true },
        { "old: the link is the file", "/.build-id/41/41414141414141414141414141414141414141", "/bin/x",
          OBJECT_USER, ID_A, true },
        { "by path", "/bin/x/" HEX_A "/elf", "/bin/x", OBJECT_USER, ID_A, true },
        { "its debug file", "/bin/x/" HEX_A "/debug", "/bin/x", OBJECT_USER, ID_A, true },
        { "the only content of a path", "/bin/x/" HEX_A "/elf", "/bin/x", OBJECT_USER, NULL, true },
        { "of a module below /lib", "/usr/lib/modules/m.ko/" HEX_A "/elf", "/lib/modules/m.ko", OBJECT_MODULE,
          NULL, true },
        { "... by its id", "/usr/lib/modules/m.ko/" HEX_A "/elf", "/lib/modules/m.ko", OBJECT_MODULE, ID_A,
          true },
        { "another path", "/bin/y/" HEX_A "/elf", "/bin/x", OBJECT_USER, ID_A, false },
        { "vdso", "/[vdso]/" HEX_A "/vdso", "[vdso]", OBJECT_VDSO, ID_A, true },
        { "kernel", "/[kernel.kallsyms]/" HEX_A "/kallsyms", "[kernel.kallsyms]_text", OBJECT_KERNEL, ID_A,
          true },
        { "old kernel", "/[kernel.kallsyms]/" HEX_A, "[kernel.kallsyms]", OBJECT_KERNEL, ID_A, true },
        { "kernel without an id", "/[kernel.kallsyms]/" HEX_A "/kallsyms", "[kernel.kallsyms]", OBJECT_KERNEL,
          NULL, true },
        { "no way out", "/../x/" HEX_A "/elf", "/../x", OBJECT_USER, ID_A, false },
    };
    struct make m = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_A };
    struct make ko = { .machine = EM_S390, .type = ET_REL, .build_id = ID_A };
    make_elf(&m);
    make_elf(&ko);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct make *elf = rows[i].kind == OBJECT_MODULE ? &ko : &m;
        char dir[] = "/tmp/perfolio-test-XXXXXX", cache[64], command[64];
        assert_non_null(mkdtemp(dir));
        snprintf(cache, sizeof(cache), "%s/cache", dir);
        mkdir(cache, 0755);
        bool kernel = rows[i].kind == OBJECT_KERNEL;
        put_file(cache, rows[i].file,
                 kernel ? text_span("10 T _text\n") : (struct span){ elf->bytes, elf->n });
        struct object o = {
            .kind = rows[i].kind, .path = rows[i].path, .name = "x", .build_id = id_of(rows[i].id)
        };
        struct want w = want_of(kernel ? WANT_KALLSYMS : WANT_ELF, &o);
        for (int named = 0; named < 2; named++) { /* by this host's own, nothing is found by name */
            bool found = rows[i].found && (named || rows[i].id);
            struct source_list_cursor at = { 0 };
            struct blob b;
            struct source_list c;
            const struct symbol_reader *reader;
            source_list_init(&c, readers);
            source_list_add(&c, named ? source_named_cache(cache) : source_cache(cache));
            print_message("%s\n", rows[i].what);
            assert_int_equal(source_list_next(&c, &w, &at, &b, &reader), found);
            if (found) {
                blob_close(&b);
                assert_false(source_list_next(&c, &w, &at, &b, &reader));
            }
            struct problems told = { 0 };
            source_list_add_problems(&c, NULL, &told);
            assert_int_equal(told.of[PROBLEM_NAME_ONLY].n, found && !rows[i].id);
            source_list_free(&c);
        }
        snprintf(command, sizeof(command), "rm -r %s", dir);
        assert_int_equal(system(command), 0);
    }
}

static void test_objects(void **state)
{
    (void)state;
    struct make m = { .machine = EM_S390, .type = ET_DYN, .build_id = ID_A };
    char dir[] = "/tmp/perfolio-test-XXXXXX", path[128], command[64];
    assert_non_null(mkdtemp(dir));
    make_elf(&m);
    put_file(dir, "/usr/bin/x", (struct span){ m.bytes, m.n });
    put_file(dir, "/kallsyms", text_span("10 T _text\n"));
    put_file(dir, "/perf-7.map", text_span("10 D made\n"));
    put_file(dir, "/junk", text_span("\1\2\3"));
    static const struct {
        const char *path, *kind; /* kind: of the last source that was added */
    } rows[] = {
        { "/usr", "any file below" },
        { "", "any file below" },
        { "/usr/bin/x", "file" },
        { "/kallsyms", "file" },
        { "/perf-7.map", "file" },
        { "/junk", NULL },
        { "/none", NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct source_list c;
        source_list_init(&c, readers);
        snprintf(path, sizeof(path), "%s%s", dir, rows[i].path);
        assert_int_equal(sources_add(&c, path, NULL, &e), rows[i].kind != NULL);
        assert_string_equal(c.last ? c.last->ops->name : "", rows[i].kind ? rows[i].kind : "");
        assert_int_equal(e.kind != ERR_NONE, !rows[i].kind);
        source_list_free(&c);
    }
    snprintf(command, sizeof(command), "rm -r %s", dir);
    assert_int_equal(system(command), 0);
}

/* One row per place where a tree may have something: the object, and the file that is it. */
static void test_tree(void **state)
{
    (void)state;
    static const struct {
        enum want_kind kind;
        enum object_kind object;
        const char *path, *id, *link, *file; /* file: "": nothing that is there may be taken */
    } rows[] = {
        { WANT_ELF, OBJECT_USER, "/bin/x", NULL, NULL, "/bin/x" },
        { WANT_ELF, OBJECT_USER, "/bin/x", NULL, NULL, "/usr/bin/x" },
        { WANT_ELF, OBJECT_USER, "/usr/lib/y.so", NULL, NULL, "/lib/y.so" },
        { WANT_ELF, OBJECT_USER, "/opt/z", NULL, NULL, "/z" },
        { WANT_ELF, OBJECT_USER, "/x", ID_A, NULL, "/.build-id/41/" HEX_A_REST ".debug" },
        { WANT_ELF, OBJECT_VDSO, "[vdso]", ID_A, NULL, "/usr/lib/debug/.build-id/41/" HEX_A_REST ".debug" },
        { WANT_ELF, OBJECT_USER, "/bin/x", NULL, NULL, "/usr/lib/debug/bin/x.debug" },
        { WANT_ELF, OBJECT_MODULE, "/lib/modules/6.1/m.ko.xz", NULL, NULL, "/lib/modules/6.1/m.ko" },
        { WANT_ELF, OBJECT_MODULE, "/lib/modules/6.1/m.ko", NULL, NULL, "/lib/modules/6.1/m.ko.zst" },
        { WANT_ELF, OBJECT_MODULE, "[snd_a]", NULL, NULL, "/lib/modules/6.1-x/extra/b/snd-a.ko.xz" },
        { WANT_ELF, OBJECT_MODULE, "[snd_a]", NULL, NULL, "/lib/modules/6.1-x/kernel/snd_a.ko" },
        { WANT_ELF, OBJECT_KERNEL, "[kernel.kallsyms]", NULL, NULL, "/boot/vmlinux-6.1-x" },
        { WANT_ELF, OBJECT_KERNEL, "[kernel.kallsyms]", NULL, NULL, "/usr/lib/debug/boot/vmlinux-6.1-x" },
        { WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]", NULL, NULL, "/boot/System.map-6.1-x" },
        { WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-7.map", NULL, NULL, "/tmp/perf-7.map" },
        { WANT_PERF_MAP, OBJECT_JIT, "/tmp/perf-7.map", NULL, NULL, "/jit-7.dump" },
        { WANT_DEBUG, OBJECT_USER, "/usr/bin/x", NULL, "x.dbg", "/usr/bin/.debug/x.dbg" },
        { WANT_DEBUG, OBJECT_USER, "/usr/bin/x", NULL, "x.dbg", "/usr/lib/debug/usr/bin/x.dbg" },
        { WANT_DEBUG, OBJECT_USER, "/usr/bin/x", NULL, "../x.dbg", "" },
        { WANT_ELF, OBJECT_USER, "/bin/../x", NULL, NULL, "" },
        { WANT_ELF, OBJECT_USER, "x", NULL, NULL, "" },
        { WANT_KALLSYMS, OBJECT_MODULE, "/lib/modules/6.1/m.ko", NULL, NULL, "" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char dir[] = "/tmp/perfolio-test-XXXXXX", command[64], path[256];
        struct object o = {
            .kind = rows[i].object, .machine = -1, .path = rows[i].path, .build_id = id_of(rows[i].id)
        };
        struct want w = want_of(rows[i].kind, &o);
        struct blob b = { 0 };
        struct err e = { 0 };
        assert_non_null(mkdtemp(dir));
        put_file(dir, "/x", text_span("not this one"));
        put_file(dir, "/kallsyms-no", text_span("nor this one"));
        put_file(dir, "/lib/modules/6.1-x/snd-ab.ko", text_span("nor this one"));
        if (*rows[i].file)
            put_file(dir, rows[i].file, text_span("this one"));
        w.link = rows[i].link;
        struct source *s = source_tree(dir, "6.1-x");
        bool found = false;
        for (unsigned k = 0; s->ops->open(s, &w, k, &b, &e) == ANSWER_FOUND; k++) {
            snprintf(path, sizeof(path), "%s%s", dir, rows[i].file);
            found = found || (b.bytes.n == 8 && !strcmp(b.origin, path));
            if (!*rows[i].file)
                print_message("%s was taken for %s\n", b.origin, rows[i].path);
            assert_true(*rows[i].file);
            blob_close(&b);
        }
        assert_int_equal(found, *rows[i].file != 0);
        source_close(s);
        snprintf(command, sizeof(command), "rm -r %s", dir);
        assert_int_equal(system(command), 0);
    }
}

static const char listing[] = "1000 T _text\n"
                              "1100 T start_kernel\n"
                              "9000 t mod_a\t[mod]\n"
                              "9100 t far_a\t[far]\n";

static void test_places(void **state)
{
    (void)state;
    struct make exe = { .machine = EM_S390,
                        .type = ET_DYN,
                        .build_id = ID_A,
                        .symtab = { { "f", TEXT_SVMA, 16, .bind = STB_GLOBAL, .type = STT_FUNC,
                                      .section = S_TEXT } } };
    struct make ko = { .machine = EM_S390,
                       .type = ET_REL,
                       .build_id = ID_A,
                       .symtab = {
                           { "g", 0x20, 16, .bind = STB_GLOBAL, .type = STT_FUNC, .section = S_TEXT } } };
    make_elf(&exe);
    make_elf(&ko);
    const struct object objects[] = {
        { .kind = OBJECT_USER,
          .index = 0,
          .machine = -1,
          .path = "/bin/x",
          .name = "x",
          .build_id = id_of(ID_A) },
        { .kind = OBJECT_KERNEL,
          .index = 1,
          .machine = -1,
          .path = "[kernel.kallsyms]_text",
          .name = "[kernel.kallsyms]",
          .build_id = id_of(ID_A) },
        { .kind = OBJECT_MODULE,
          .index = 2,
          .machine = -1,
          .path = "/mod.ko",
          .name = "[mod]",
          .build_id = id_of(ID_B) },
        { .kind = OBJECT_MODULE,
          .index = 3,
          .machine = -1,
          .path = "/far.ko",
          .name = "[far]",
          .build_id = id_of(ID_B) },
        { .kind = OBJECT_KSYMBOL, .index = 4, .machine = -1, .path = "bpf_prog_1", .name = "bpf_prog_1" },
        { .kind = OBJECT_DATA, .index = 5, .machine = -1, .path = "[heap]", .name = "[heap]" },
        { .kind = OBJECT_MODULE,
          .index = 6,
          .machine = -1,
          .path = "/ko.ko",
          .name = "[ko]",
          .build_id = id_of(ID_A) },
    };
    enum { N = sizeof(objects) / sizeof(*objects) };
    const struct object *list[N];
    for (size_t i = 0; i < N; i++)
        list[i] = &objects[i];
    const struct map_how how[N] = {
        { .object = list[0], .len = 0x1000 },
        { .object = list[1],
          .len = 0xfffefff,
          .pgoff = 0x40001000,
          .ref_symbol = "_text" },           /* slid by 0x40000000 */
        { .object = list[2], .len = 0x100 }, /* the listing has it here */
        { .object = list[3], .len = 0x100 }, /* but this one of another boot's place */
        { .object = list[4], .len = 0x100 },
        { .object = list[5], .len = 0x100, .pgoff = 0x10 },
        { .object = list[6], .len = 0x1000 },
    };
    static const uint64_t starts[N] = { 0x7f0000, 0x40001000, 0x9000, 0x8000, 0x500, 0x100, 0xa000 };
    struct map maps[N];
    for (size_t i = 0; i < N; i++)
        maps[i] = (struct map){ .start = starts[i], .how = &how[i] };
    static const struct {
        int map;
        uint64_t avma;
        const char *name; /* NULL: none */
        uint64_t offset, addr;
        bool table;
    } rows[] = {
        { 0, 0x7f0000 + TEXT_FOFF + 4, "f", 4, TEXT_FOFF + 4, true },
        { 0, 0x7f0000 + TEXT_FOFF + 16, NULL, 0, TEXT_FOFF + 16, true },
        { 1, 0x40001104, "start_kernel", 4, 0x40001104, true },
        { 2, 0x9010, "mod_a", 0x10, 0x10, true },
        { 3, 0x8010, NULL, 0, 0x10, true }, /* the listing has it elsewhere */
        { 4, 0x5ff, "bpf_prog_1", 0xff, 0xff, true },
        { 5, 0x108, NULL, 0, 0x108, false },
        { 6, 0xa024, "g", 4, TEXT_FOFF + 0x24, true },
    };
    struct source_list c;
    source_list_init(&c, readers);
    fake(&c, WANT_ELF, (struct span){ exe.bytes, exe.n })->path = "/bin/x";
    fake(&c, WANT_ELF, (struct span){ ko.bytes, ko.n })->path = "/ko.ko";
    fake(&c, WANT_KALLSYMS, text_span(listing))->cached_as = ID_A;
    struct resolver *r = resolver_new(&c, list, N, NULL);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct place p = resolver_place(r, &maps[rows[i].map], rows[i].avma);
        assert_string_equal(p.symbol ? p.symbol->name : "", rows[i].name ? rows[i].name : "");
        if (p.symbol)
            assert_int_equal(p.at - p.symbol->start, rows[i].offset);
        assert_true(p.addr == rows[i].addr);
        assert_int_equal(p.table != NULL, rows[i].table);
        assert_ptr_equal(p.object, &objects[rows[i].map]);
    }
    /* A mapping that gives another slide is answered by its own. */
    struct map_how moved_how = how[1];
    const struct map moved = { .start = maps[1].start, .how = &moved_how };
    moved_how.pgoff = 0x1000;
    assert_string_equal(resolver_place(r, &moved, 0x1100).symbol->name, "start_kernel");
    moved_how.pgoff = 0; /* unknown: as listed */
    assert_string_equal(resolver_place(r, &moved, 0x1100).symbol->name, "start_kernel");
    assert_string_equal(resolver_symbol_origin(r, &objects[5]).origin, "");
    assert_string_equal(resolver_symbol_origin(r, &objects[0]).origin, "fake");
    assert_true(resolver_symbol_origin(r, &objects[0]).content.full > 0);
    assert_ptr_equal(resolver_symbol_origin(r, &objects[0]).table, resolver_symtab(r, &maps[0]));
    assert_null(resolver_symbol_origin(r, &objects[5]).table);
    resolver_free(r);
    source_list_free(&c);
}

/* What the user named for the kernel comes first, then a vmlinux, then a listing; a stripped vmlinux is no
 * use. */
static void test_kernel_order(void **state)
{
    (void)state;
    static const struct {
        bool chosen_elf, chosen_list, stripped;
        const char *expect;
    } rows[] = {
        { false, false, false, "of_elf" },
        { false, false, true, "of_list" },
        { false, true, false, "of_chosen_list" },
        { true, true, false, "of_chosen_elf" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct make elf = { .machine = EM_S390, .type = ET_EXEC, .build_id = ID_A }, chosen;
        struct object o = { .kind = OBJECT_KERNEL, .path = "vmlinux", .name = "k", .build_id = id_of(ID_A) };
        const struct object *list[] = { &o };
        const struct map_how how = { .object = &o, .len = UINT64_MAX - TEXT_SVMA };
        const struct map map = { .start = TEXT_SVMA, .how = &how };
        struct source_list c;
        elf.symtab[0] = (struct make_symbol){ "of_elf", TEXT_SVMA, 16, STB_GLOBAL, STT_FUNC, 0, S_TEXT };
        chosen = elf;
        chosen.symtab[0].name = "of_chosen_elf";
        if (rows[i].stripped)
            elf.symtab[0].name = NULL;
        make_elf(&elf);
        make_elf(&chosen);
        source_list_init(&c, readers);
        fake(&c, WANT_KALLSYMS, text_span("400200 T of_list\n"))->cached_as = ID_A;
        fake(&c, WANT_ELF, (struct span){ elf.bytes, elf.n });
        if (rows[i].chosen_list)
            fake(&c, WANT_KALLSYMS, text_span("400200 T of_chosen_list\n"))->source.chosen = true;
        if (rows[i].chosen_elf)
            fake(&c, WANT_ELF, (struct span){ chosen.bytes, chosen.n })->source.chosen = true;
        struct resolver *r = resolver_new(&c, list, 1, NULL);
        assert_string_equal(resolver_place(r, &map, TEXT_SVMA).symbol->name, rows[i].expect);
        resolver_free(r);
        source_list_free(&c);
    }
}

/* A module's symbols come out of the listing that the user chose, though another one is longer. */
static void test_module_of_chosen_list(void **state)
{
    (void)state;
    const struct object kernel = { .kind = OBJECT_KERNEL, .machine = -1, .path = "vmlinux", .name = "k" },
                        mod = {
                            .kind = OBJECT_MODULE, .index = 1, .machine = -1, .path = "[m]", .name = "[m]"
                        };
    const struct object *list[] = { &kernel, &mod };
    const struct map_how how = { .object = &mod, .len = 0x1000 };
    const struct map map = { .start = 0x9000, .how = &how };
    struct source_list c;
    source_list_init(&c, readers);
    fake(&c, WANT_KALLSYMS, text_span("1000 T _text\n9000 t not_this_one\t[m]\n9800 t nor_this\t[m]\n"));
    fake(&c, WANT_KALLSYMS, text_span("9000 t chosen\t[m]\n"))->source.chosen = true;
    struct resolver *r = resolver_new(&c, list, 2, NULL);
    assert_string_equal(resolver_place(r, &map, 0x9010).symbol->name, "chosen");
    resolver_free(r);
    source_list_free(&c);
}

static void test_text(void **state)
{
    static const struct source_ops ops = { .name = "fake", .open = fake_open, .open_text = fake_open_text };
    const struct object a = { .path = "/x", .build_id = id_of(ID_A) },
                        b = { .path = "/y", .build_id = id_of(ID_B) }, none = { .path = "/z" };
    const struct object *const list[] = { &a };
    struct source_list c;
    struct blob text;
    struct problems told = { 0 };
    (void)state;
    source_list_init(&c, readers);
    fake(&c, WANT_ELF, text_span("not asked"));
    struct fake *broken = source_new(sizeof(*broken), &ops, NULL),
                *good = source_new(sizeof(*good), &ops, NULL);
    broken->answer = ANSWER_UNUSABLE;
    good->answer = ANSWER_FOUND;
    good->bytes = text_span("int a;\n");
    source_list_add(&c, &broken->source);
    assert_false(source_list_open_source_file(&c, &a, "/a.c", &text));
    source_list_add(&c, &good->source);
    struct resolver *r = resolver_new(&c, list, 1, NULL);
    assert_true(resolver_open_source_file(r, &a, "/a.c", &text));
    assert_ptr_equal(text.bytes.p, good->bytes.p);
    assert_false(resolver_open_source_file(r, &a, "/b.c", &text));
    assert_false(resolver_open_source_file(r, &b, "/a.c", &text));
    assert_false(resolver_open_source_file(r, &none, "/a.c", &text));
    resolver_problems(r, NULL, &told);
    assert_int_equal(told.of[PROBLEM_BAD_OBJECT].n, 2);
    assert_string_equal(told.of[PROBLEM_BAD_OBJECT].first, "/a.c: no answer");
    enum want_use use = USE_NAMES;
    const struct source_list_scope scope = { is_of_use, &use };
    told = (struct problems){ 0 };
    resolver_problems(r, &scope, &told);
    assert_int_equal(told.of[PROBLEM_BAD_OBJECT].n, 0); /* names need no source file */
    resolver_free(r);
    source_list_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify),
        cmocka_unit_test(test_by_name_once),
        cmocka_unit_test(test_fitted),
        cmocka_unit_test(test_scope),
        cmocka_unit_test(test_passed_over),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_mapped_data),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_kernel_order),
        cmocka_unit_test(test_module_of_chosen_list),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
