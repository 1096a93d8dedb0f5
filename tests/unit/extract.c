/* Folios that want to write where they must not: what is refused, and that all the rest is written. */
#include "archive/folio/unpack/extract.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "archive/folio/pack/folio_plan.h"
#include "core/base/mem.h"

#define LISTING "ffffffff81000000 T _text\n"

static char box[] = "/tmp/perfolio-test-XXXXXX"; /* everything is in it, */
static char folio_path[64], dir[64];             /* and everything that is written in `dir` */

static int make_box(void **state)
{
    (void)state;
    if (!mkdtemp(box))
        return -1;
    snprintf(folio_path, sizeof(folio_path), "%s/folio", box);
    snprintf(dir, sizeof(dir), "%s/dir", box);
    return 0;
}

static int remove_box(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", box);
    return system(command);
}

/* Empty the box. */
static int new_dir(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s/* && mkdir %s", box, dir);
    return system(command);
}

/* --- a folio in the making --------------------------------------------------------------------------------
 */

static struct folio_writer w;

static uint32_t section(const char *bytes)
{
    struct err e = { 0 };
    return folio_add_packed(&w, ".test", (struct span){ (const uint8_t *)bytes, strlen(bytes) }, &e);
}

static void begin(void)
{
    struct err e = { 0 };
    assert_true(folio_create(&w, folio_path, &(struct pack_opts){ .level = FOLIO_FULL }, &e));
}

static void add_capture(const char *name)
{
    w.f.captures = mem_room(w.f.captures, w.f.ncaptures, &w.cap_captures, sizeof(*w.f.captures));
    w.f.captures[w.f.ncaptures++] = (struct folio_capture){ .name = name };
}

/* Of the last capture. */
static void add_file(const char *path, const char *bytes)
{
    w.f.files = mem_room(w.f.files, w.f.nfiles, &w.cap_files, sizeof(*w.f.files));
    w.f.files[w.f.nfiles++] =
        (struct folio_file){ (uint32_t)w.f.ncaptures - 1, section(bytes), path, strlen(bytes) };
}

/* An object that becomes a file with these bytes, under a name and a build-id of two bytes. */
static void add_object(const char *path, enum object_kind kind, uint8_t id, const char *bytes)
{
    const struct build_id two = { .n = 2, .bytes = { 0xab, id } };
    w.f.objects = mem_room(w.f.objects, w.f.nobjects, &w.cap_objects, sizeof(*w.f.objects));
    w.f.objects[w.f.nobjects++] =
        (struct folio_object){ .kind = kind == OBJECT_JIT ? OBJECT_JIT : OBJECT_KERNEL,
                               .name = "x",
                               .id = two,
                               .space = SYMTAB_KERNEL,
                               .is_listing = true,
                               .listing = section(bytes) };
    w.f.answers = mem_room(w.f.answers, w.f.nanswers, &w.cap_answers, sizeof(*w.f.answers));
    w.f.answers[w.f.nanswers++] = (struct folio_answer){ .capture = (uint32_t)w.f.ncaptures - 1,
                                                         .object = (uint32_t)w.f.nobjects - 1,
                                                         .kind = kind,
                                                         .machine = -1,
                                                         .path = path,
                                                         .id = two };
}

/* Write the folio and extract it; how much of it was refused, or has no name that perf would look for. */
static size_t end(int64_t capture)
{
    struct extracted x;
    struct err e = { 0 };
    uint64_t size;
    assert_true(folio_finish(&w, &size, &e));
    struct folio *f = folio_open(folio_path, NULL, &e);
    if (!f)
        fail_msg("%s", e.msg);
    assert_true(extract(f, dir, capture, 0, &x, &e));
    size_t n = x.nrefusals + x.without_id;
    extracted_free(&x);
    folio_close(f);
    return n;
}

/* --- what is there afterwards -----------------------------------------------------------------------------
 */

static void write_file(const char *path, const char *bytes)
{
    char full[256];
    snprintf(full, sizeof(full), "%s/%s", box, path);
    FILE *f = fopen(full, "wb");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

/* The regular files in the box, but for the folio: "dir/a dir/b". */
static void assert_files(const char *wanted)
{
    struct err e = { 0 };
    size_t n;
    struct text all = { 0 };
    char **paths = file_list_tree(box, true, &n, &e);
    assert_non_null(paths);
    text_add(&all, "");
    for (size_t i = 0; i < n; i++) {
        if (strcmp(paths[i], "folio"))
            text_printf(&all, all.n ? " %s" : "%s", paths[i]);
        free(paths[i]);
    }
    free(paths);
    assert_string_equal(all.s, wanted);
    text_free(&all);
}

static void assert_bytes(const char *path, const char *wanted)
{
    char full[256];
    struct text bytes = { 0 };
    struct err e = { 0 };
    snprintf(full, sizeof(full), "%s/%s", box, path);
    assert_true(file_read_all(full, 1 << 20, &bytes, &e));
    assert_string_equal(bytes.s, wanted);
    text_free(&bytes);
}

static void assert_link(const char *path, const char *wanted)
{
    char full[256];
    struct text says = { 0 };
    snprintf(full, sizeof(full), "%s/%s", box, path);
    assert_true(file_read_link(full, &says));
    assert_string_equal(says.s, wanted);
    text_free(&says);
}

/* --- tests ------------------------------------------------------------------------------------------------
 */

static void test_captures(void **state)
{
    static const struct {
        const char *name, *inner;
        const char *files; /* NULL: refused */
    } rows[] = {
        { "perf.data", "", "dir/perf.data" },
        { "-n", "", "dir/-n" },
        { "...", "", "dir/..." },
        { "a b'\"\\", "", "dir/a b'\"\\" },
        { "d", "data", "dir/d/data" },
        { "d", "/a//b", "dir/d/a/b" },
        { "", "", NULL },
        { ".", "", NULL },
        { "..", "", NULL },
        { "..", "data", NULL },
        { "/etc/passwd", "", NULL },
        { "a/b", "", NULL },
        { "../a", "", NULL },
        { ".debug", "", NULL },
        { ".debug", ".build-id/ab/01/elf", NULL },
        { "a\nb", "", NULL },
        { "a\x1b[0m", "", NULL },
        { "a\x7f", "", NULL },
        { "d", "..", NULL },
        { "d", "../x", NULL },
        { "d", "a/../../../x", NULL },
        { "d", "./x", NULL },
        { "d", "a\tb", NULL },
        { "d", "/", NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        new_dir(state);
        begin();
        add_capture(rows[i].name);
        add_file(rows[i].inner, "bytes");
        assert_int_equal(end(-1), !rows[i].files);
        assert_files(rows[i].files ? rows[i].files : "");
        if (rows[i].files)
            assert_bytes(rows[i].files, "bytes");
    }
}

/* As long as the system takes, and longer. */
static void test_long_names(void **state)
{
    char name[257] = { 0 }, path[300];
    for (int n = 255; n <= 256; n++) {
        new_dir(state);
        memset(name, 'n', (size_t)n);
        snprintf(path, sizeof(path), "dir/%s", name);
        begin();
        add_capture(name);
        add_file("", "bytes");
        assert_int_equal(end(-1), n > 255);
        assert_files(n > 255 ? "" : path);
    }
}

static void test_objects(void **state)
{
    static const struct {
        const char *path;
        enum object_kind kind;
        const char *files; /* NULL: left out */
    } rows[] = {
        { "[kernel.kallsyms]_text", OBJECT_KERNEL, "dir/.debug/[kernel.kallsyms]/ab01/kallsyms" },
        { "/../../x", OBJECT_KERNEL, "dir/.debug/[kernel.kallsyms]/ab01/kallsyms" },
        { "/lib//x y", OBJECT_USER, "dir/.debug/lib/x y/ab01/kallsyms" },
        { "relative", OBJECT_USER, "dir/.debug/relative/ab01/kallsyms" },
        { "/lib/.build-id/x", OBJECT_USER, "dir/.debug/lib/.build-id/x/ab01/kallsyms" },
        { "", OBJECT_USER, NULL },
        { "/", OBJECT_USER, NULL },
        { "..", OBJECT_USER, NULL },
        { "/lib/../../../x", OBJECT_USER, NULL },
        { "/lib/./x", OBJECT_USER, NULL },
        { "/lib/x\n", OBJECT_USER, NULL },
        { ".build-id/ab/01", OBJECT_USER, NULL },
        { "//.build-id", OBJECT_USER, NULL },
        { "/.build-id.d/x", OBJECT_USER, NULL },
        { "/tmp/perf-67.map", OBJECT_JIT, "dir/perf-67.map" },
        { "/tmp/perf-67.map/", OBJECT_JIT, NULL },
        { "/tmp/..", OBJECT_JIT, NULL },
        { "/tmp/.debug", OBJECT_JIT, NULL },
        { "/tmp/perf-.map", OBJECT_JIT, NULL },
        { "/tmp/perf-1.map.data", OBJECT_JIT, NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char all[128] = "dir/c";
        new_dir(state);
        begin();
        add_capture("c");
        add_file("", "bytes");
        add_object(rows[i].path, rows[i].kind, 1, rows[i].kind == OBJECT_JIT ? "10 10 f\n" : LISTING);
        assert_int_equal(end(-1), !rows[i].files);
        if (rows[i].files) /* in byte order */
            snprintf(all, sizeof(all), strcmp(rows[i].files, "dir/c") < 0 ? "%2$s %1$s" : "%1$s %2$s",
                     "dir/c", rows[i].files);
        assert_files(all);
    }
}

static void test_links(void **state)
{
    new_dir(state);
    begin();
    add_capture("c");
    add_file("", "bytes");
    add_object("/lib/x", OBJECT_USER, 1, LISTING);
    add_object("[vdso]", OBJECT_VDSO, 2, LISTING);
    assert_int_equal(end(-1), 0);
    assert_link("dir/.debug/.build-id/ab/01", "../../lib/x/ab01");
    assert_link("dir/.debug/.build-id/ab/02", "../../[vdso]/ab02");
}

/* What is there already may be a trap. */
static void test_what_is_there(void **state)
{
    static const struct {
        const char *path, *leads_to; /* a link in `dir` */
        size_t refused;
        const char *files;
    } rows[] = {
        { "c", "../outside", 1, "dir/.debug/lib/x/ab01/kallsyms outside" },
        { "c", "nowhere", 1, "dir/.debug/lib/x/ab01/kallsyms outside" },
        { ".debug", "..", 1, "dir/c outside" },
        { ".debug", "nowhere", 1, "dir/c outside" },
        { ".debug/lib", "..", 1, "dir/c outside" },
        { ".debug/.build-id", "..", 1, "dir/.debug/lib/x/ab01/kallsyms dir/c outside" },
        { ".debug/.build-id/ab", "..", 1, "dir/.debug/lib/x/ab01/kallsyms dir/c outside" },
        { ".debug/.build-id/ab/01", "../../../..", 1, "dir/.debug/lib/x/ab01/kallsyms dir/c outside" },
        { ".debug/.build-id/ab/01", "../../lib/x/ab01", 0, "dir/.debug/lib/x/ab01/kallsyms dir/c outside" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char link_path[160];
        struct err e = { 0 };
        new_dir(state);
        write_file("outside", "of everybody else");
        assert_true(file_make_parents(dir, rows[i].path, &e));
        snprintf(link_path, sizeof(link_path), "%s/%s", dir, rows[i].path);
        assert_int_equal(symlink(rows[i].leads_to, link_path), 0);
        begin();
        add_capture("c");
        add_file("", "bytes");
        add_object("/lib/x", OBJECT_USER, 1, LISTING);
        assert_int_equal(end(-1), rows[i].refused);
        assert_files(rows[i].files);
        assert_bytes("outside", "of everybody else");
    }
}

/* A folder that is reached through a link is as good as any. */
static void test_folder_behind_link(void **state)
{
    char behind[80];
    new_dir(state);
    snprintf(behind, sizeof(behind), "%s/behind", box);
    assert_int_equal(rename(dir, behind), 0);
    assert_int_equal(symlink("behind", dir), 0);
    begin();
    add_capture("c");
    add_file("", "bytes");
    assert_int_equal(end(-1), 0);
    assert_bytes("behind/c", "bytes");
}

static void test_again(void **state)
{
    new_dir(state);
    for (int i = 0; i < 3; i++) {
        begin();
        add_capture("c");
        add_file("", "bytes");
        add_object("/lib/x", OBJECT_USER, 1, LISTING);
        assert_int_equal(end(-1), i == 2 ? 1 : 0);
        if (i == 1)
            write_file("dir/c", "bytes of somebody else");
    }
    assert_bytes("dir/c", "bytes of somebody else");
}

/* One place, two contents. */
static void test_twice(void **state)
{
    new_dir(state);
    begin();
    add_capture("c");
    add_file("", "first");
    add_file("", "second");
    add_object("/lib/x", OBJECT_USER, 1, LISTING);
    add_object("/lib/y", OBJECT_USER, 1, LISTING);
    add_object("/tmp/perf-1.map", OBJECT_JIT, 3, "10 10 f\n");
    add_object("/tmp/perf-1.map", OBJECT_JIT, 4, "10 10 g\n");
    add_capture("c");
    add_file("", "third");
    add_capture("other");
    add_file("", "fourth");
    add_object("/lib/y", OBJECT_USER, 1, LISTING "ffffffff81000010 T f\n");
    assert_int_equal(end(-1), 5);
    assert_bytes("dir/c", "first");
    assert_bytes("dir/perf-1.map", "10 10 f\n");
    assert_bytes("dir/.debug/lib/x/ab01/kallsyms", LISTING);
    assert_link("dir/.debug/.build-id/ab/01", "../../lib/x/ab01");
}

static void test_one_capture(void **state)
{
    new_dir(state);
    begin();
    add_capture("a");
    add_file("", "of a");
    add_object("/lib/x", OBJECT_USER, 1, LISTING);
    add_capture("b");
    add_file("", "of b");
    add_object("/lib/y", OBJECT_USER, 1, LISTING "ffffffff81000010 T f\n");
    assert_int_equal(end(1), 0);
    assert_files("dir/.debug/lib/y/ab01/kallsyms dir/b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_captures),      cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_objects),       cmocka_unit_test(test_links),
        cmocka_unit_test(test_what_is_there), cmocka_unit_test(test_folder_behind_link),
        cmocka_unit_test(test_again),         cmocka_unit_test(test_twice),
        cmocka_unit_test(test_one_capture),
    };
    return cmocka_run_group_tests(tests, make_box, remove_box);
}
