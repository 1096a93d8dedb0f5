/* Which files of a folder are found by their build-id: a tree with everything in it that could mislead, keep
   waiting or never end, and a row per question. */
#include "archive/source/id_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/elf_make.h"

#define ID(c)  c c c c c c c c c c c c c c c c c c c c
#define HEX(c) c c c c c c c c c c c c c c c c c c c c /* of 20 bytes, each two digits */

static char tree[] = "/tmp/perfolio-test-XXXXXX";

static const char *place(const char *name, char path[512])
{
    snprintf(path, 512, "%s%s", tree, name);
    for (char *p = path + strlen(tree) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
        *p = 0;
        mkdir(path, 0755);
    }
    return path;
}

static void put(const char *name, const void *bytes, size_t n)
{
    char path[512];
    FILE *f = fopen(place(name, path), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void put_elf(const char *name, const char *id, uint16_t type, bool wide, bool big)
{
    struct make m = {
        .wide = wide, .big = big, .machine = big ? EM_S390 : EM_X86_64, .type = type, .build_id = id
    };
    make_elf(&m);
    put(name, m.bytes, m.n);
}

static void put_link(const char *name, const char *to)
{
    char path[512];
    assert_int_equal(symlink(to, place(name, path)), 0);
}

static const char text[] =
    "ffffffff81000000 T _text\nffffffff81000010 T start_kernel\n"; /* longer than any header */

static int make_tree(void **state)
{
    (void)state;
    char path[512];
    if (!mkdtemp(tree))
        return -1;
    put_elf("/a/build/deep/er/program.bak", ID("a"), ET_DYN, true, false);
    put_elf("/a/build/second copy", ID("a"), ET_EXEC, true, false);
    put_elf("/a/s390", ID("b"), ET_EXEC, true, true);
    put_elf("/a/small", ID("c"), ET_EXEC, false, true);
    put_elf("/a/unit.o", ID("d"), ET_REL, true, false);
    put_elf("/a/sound/snd-x.ko", ID("e"), ET_REL, true, false);
    put("/a/sound/snd-y.ko.xz", text, sizeof(text));
    put("/a/old/snd_y.ko.zst", text, sizeof(text));
    put("/a/sound/snd-y.ko.txt", text, sizeof(text));
    put("/a/main.c", text, sizeof(text));
    put("/a/cut", "\177ELF\2\1\1", 7);
    put("/a/liar", "\177ELF\2\1\1 and then nothing of the kind, for more than fifty-two bytes", 60);
    put_link("/a/build/up", "..");
    put_link("/a/self", "self");
    put_link("/a/nowhere", "/nonexistent");
    put_link("/a/all", "/");
    put_link("/a/proc", "/proc/self");
    mkfifo(place("/a/pipe", path), 0600);
    /* A build-id cache, of which an entry is a link to a folder elsewhere. */
    put_elf("/cache/usr/bin/x/" HEX("66") "/elf", ID("f"), ET_EXEC, true, false);
    put("/cache/[kernel.kallsyms]/" HEX("67") "/kallsyms", text, sizeof(text));
    put("/cache/[kernel.kallsyms]/not an id/kallsyms", text, sizeof(text));
    put_link("/cache/.build-id/66/666666", "../../usr/bin/x/" HEX("66"));
    put_link("/cache/.build-id/67/67", "../../[kernel.kallsyms]/" HEX("67"));
    put_link("/out/folder", "../cache");
    put_link("/out/file", "../a/s390");
    put_link("/out/entry", "../cache/usr/bin/x/" HEX("66"));
    return 0;
}

static int remove_tree(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", tree);
    return system(command);
}

static const struct row {
    const char *dir;
    enum want_kind kind;
    enum object_kind object;
    const char *path, *id, *found;
} rows[] = {
    { "/a", WANT_ELF, OBJECT_USER, "/bin/x", ID("a"), "/build/second copy\n/build/deep/er/program.bak\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/bin/x", ID("b"), "/s390\n" },
    { "/a", WANT_ELF, OBJECT_VDSO, "[vdso]", ID("c"), "/small\n" },
    { "/a", WANT_ALT, OBJECT_USER, "/bin/x", ID("c"), "/small\n" },
    { "/a", WANT_ELF, OBJECT_USER, "/bin/x", ID("d"), "" }, /* not linked yet */
    { "/a", WANT_ELF, OBJECT_USER, "/bin/x", ID("z"), "" },
    { "/a", WANT_ELF, OBJECT_MODULE, "[snd_x]", ID("e"), "/sound/snd-x.ko\n" },
    { "/a", WANT_ELF, OBJECT_MODULE, "[snd_y]", ID("z"), "/old/snd_y.ko.zst\n/sound/snd-y.ko.xz\n" },
    { "/a", WANT_ELF, OBJECT_MODULE, "/lib/modules/6/snd-y.ko.gz", ID("z"),
      "/old/snd_y.ko.zst\n/sound/snd-y.ko.xz\n" },
    { "/a", WANT_ELF, OBJECT_MODULE, "/lib/modules/6/snd.ko", ID("z"), "" },
    { "/a", WANT_ELF, OBJECT_USER, "/bin/snd-y.ko.xz", ID("z"), "" },
    { "/a", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "" },
    { "/cache", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "/usr/bin/x/" HEX("66") "/elf\n" },
    { "/cache", WANT_KALLSYMS, OBJECT_KERNEL, "[kernel.kallsyms]", ID("g"),
      "/[kernel.kallsyms]/" HEX("67") "/kallsyms\n" },
    { "/cache", WANT_ELF, OBJECT_KERNEL, "[kernel.kallsyms]", ID("g"), "" },
    { "/cache/.build-id", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "/66/666666/elf\n" },
    { "/cache/.build-id/66", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "/666666/elf\n" },
    { "/cache/.build-id/66/666666", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "/elf\n" },
    { "/out", WANT_ELF, OBJECT_USER, "/bin/x", ID("b"), "/file\n" },
    { "/out", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "/entry/elf\n" },
    { "/out/folder", WANT_ELF, OBJECT_USER, "/bin/x", ID("f"), "/usr/bin/x/" HEX("66") "/elf\n" },
    { "/a/s390", WANT_ELF, OBJECT_USER, "/bin/x", ID("b"), "" }, /* no folder */
    { "/nonexistent", WANT_ELF, OBJECT_USER, "/bin/x", ID("b"), "" },
};

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char dir[512], found[1024] = "";
        struct object o = {
            .kind = rows[i].object, .machine = -1, .path = rows[i].path, .build_id = { .n = 20 }
        };
        memcpy(o.build_id.bytes, rows[i].id, 20);
        const struct want w = want_of(rows[i].kind, &o);
        struct id_files files = { 0 };
        const struct id_file *f;
        snprintf(dir, sizeof(dir), "%s%s", tree, rows[i].dir);
        id_files_scan(&files, dir);
        for (unsigned k = 0; (f = id_files_find(&files, &w, k)) != NULL; k++) {
            assert_true(!strncmp(f->path, dir, strlen(dir)));
            snprintf(found + strlen(found), sizeof(found) - strlen(found), "%s\n", f->path + strlen(dir));
        }
        print_message("%s %s\n", rows[i].dir, rows[i].path);
        assert_string_equal(found, rows[i].found);
        assert_false(files.cut);
        id_files_free(&files);
    }
}

/* Each file once, whatever leads to it; nothing of what the kernel makes up, and of / no folder. */
static void test_counts(void **state)
{
    (void)state;
    char dir[512];
    struct id_files files = { 0 };
    snprintf(dir, sizeof(dir), "%s/a/", tree);
    id_files_scan(&files, dir);
    assert_in_range(files.looked_at, 11, 11 + 64); /* and what lies in / itself */
    assert_int_equal(files.identified, 5);
    for (size_t i = 0; i < files.n; i++)
        assert_null(strstr(files.v[i].path, "//"));
    id_files_free(&files);
}

/* What a place says of what is filed there. */
static void test_id_of_path(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        unsigned n;
    } places[] = {
        { "/d/.build-id/06/"
          "f8bde30046985060c60820f7a11515a33afb06/kallsyms",
          20 },
        { "/d/.build-id/06/"
          "f8bde30046985060c60820f7a11515a33afb06//kallsyms",
          20 },
        { "/d/[kernel.kallsyms]/06f8bde30046985060c60820f7a11515a33afb06/kallsyms", 20 },
        { "06f8bde30046985060c60820f7a11515a33afb06/kallsyms", 20 },
        { "/d/0123456789abcdef0123456789abcdef/x", 16 },
        { "/d/06f8bde30046985060c60820f7a11515a33afb06aa/x", 0 },
        { "/d/06F8bde30046985060c60820f7a11515a33afb06/x", 0 },
        { "/d/abc/x", 0 },
        { "kallsyms", 0 },
        { "/kallsyms", 0 },
        { "", 0 },
    };
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        struct build_id id;
        print_message("%s\n", places[i].path);
        assert_int_equal(id_files_id_of_path(places[i].path, &id), places[i].n > 0);
        assert_int_equal(id.n, places[i].n);
        assert_int_equal(id.bytes[0], places[i].n == 20 ? 0x06 : places[i].n ? 0x01 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_counts),
                                        cmocka_unit_test(test_id_of_path) };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
