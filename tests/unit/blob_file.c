/* Files as blobs: which paths are looked up below a folder, links, files without a size, compressed ones, and those that no
   address space holds. */
#include "archive/blob_file.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "tests/unit/elf_make.h"

#define ID "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20\21\22\23\24"

static char dir[] = "/tmp/perfolio-test-XXXXXX";
static struct names origins;

static const char *in_dir(const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", dir, name);
    return path;
}

static void put(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static int make_dir(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
    (void)state;
    arena_names_free(&origins);
    return rmdir(dir);
}

static void test_plain_paths(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool plain;
    } rows[] = {
        { "/lib/libc.so", true }, { "lib/libc.so", false }, { "", false },        { "/", true },
        { "/..", false },         { "/../etc", false },     { "/a/..", false },   { "/a/../b", false },
        { "/a/..b", true },       { "/..a/b", true },       { "/a/.../b", true }, { "/..a/..", false },
        { "/a../b", true },       { "//..", false }
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(blob_path_is_plain(rows[i].path), rows[i].plain);
}

static void test_recorded(void **state)
{
    (void)state;
    put(in_dir("kallsyms"), "0 T a\n", 6);
    assert_int_equal(symlink("/etc/passwd", in_dir("link")), 0);
    put(in_dir("empty"), "", 0);
    static const struct {
        const char *path;
        enum answer answer;
        const char *says;
    } rows[] = { { "/kallsyms", ANSWER_FOUND, "" },
                 { "/none", ANSWER_ABSENT, "" },
                 { "/empty", ANSWER_ABSENT, "" },
                 { "/link", ANSWER_UNUSABLE, "cannot be opened without following a symbolic link" } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct blob b = { 0 };
        struct err e = { 0 };
        assert_int_equal(blob_open_recorded(dir, rows[i].path, &origins, &b, &e), rows[i].answer);
        assert_non_null(strstr(e.msg, rows[i].says));
        assert_int_equal(b.bytes.n, rows[i].answer == ANSWER_FOUND ? 6 : 0);
        if (b.close)
            b.close(&b);
    }
    unlink(in_dir("kallsyms"));
    unlink(in_dir("link"));
    unlink(in_dir("empty"));
}

/* A file that the user names is read to its end though it has no size; what is not there, or empty, is not found. */
static void test_named(void **state)
{
    (void)state;
    put(in_dir("empty"), "", 0);
    static const struct {
        const char *path; /* '/': not of the folder */
        enum answer answer;
    } rows[] = { { "/proc/self/maps", ANSWER_FOUND },
                 { "none", ANSWER_UNUSABLE },
                 { "empty", ANSWER_ABSENT },
                 { ".", ANSWER_UNUSABLE } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct blob b = { 0 };
        struct err e = { 0 };
        const char *path = rows[i].path[0] == '/' ? rows[i].path : in_dir(rows[i].path);
        assert_int_equal(blob_open_named(path, &origins, &b, &e), rows[i].answer);
        assert_int_equal(e.kind != ERR_NONE, rows[i].answer == ANSWER_UNUSABLE);
        assert_int_equal(b.bytes.n != 0, rows[i].answer == ANSWER_FOUND);
        if (b.close)
            b.close(&b);
    }
    unlink(in_dir("empty"));
}

/* Of a compressed file its build-id proves that it is the recorded one, before it is unpacked. */
static void test_compressed(void **state)
{
    (void)state;
    struct make m = { .wide = true, .machine = EM_X86_64, .type = ET_DYN, .build_id = ID };
    make_elf(&m);
    const size_t room = ZSTD_compressBound(m.n);
    char *packed = malloc(room);
    const size_t n = ZSTD_compress(packed, room, m.bytes, m.n, 3);
    assert_false(ZSTD_isError(n));
    static const struct {
        const char *id;
        uint8_t n;
        bool broken;
        enum answer answer;
        const char *says;
    } rows[] = {
        { ID, 20, false, ANSWER_FOUND, "" },
        { "\1\2\3\4\5\6\7\10\0\0\0\0\0\0\0\0\0\0\0", 20, false, ANSWER_FOUND,
          "" }, /* a shorter one, padded */
        { "other, of 20 bytes..", 20, false, ANSWER_REFUSED, "not an ELF file with the build-id 6f746865" },
        { "", 0, false, ANSWER_REFUSED, "nothing proves" },
        { "\0\0\0\0", 4, false, ANSWER_REFUSED, "nothing proves" },
        { ID, 20, true, ANSWER_UNUSABLE, "" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct build_id id = { .n = rows[i].n };
        struct blob b = { 0 };
        struct err e = { 0 };
        memcpy(id.bytes, rows[i].id, rows[i].n);
        put(in_dir("packed"), packed, rows[i].broken ? n / 4 : n);
        assert_int_equal(blob_open_file(in_dir("packed"), &origins, &id, NULL, &b, &e), rows[i].answer);
        assert_non_null(strstr(e.msg, rows[i].says));
        assert_int_equal(e.kind == ERR_NONE, rows[i].answer == ANSWER_FOUND);
        if (rows[i].answer == ANSWER_FOUND) {
            assert_int_equal(b.bytes.n, m.n);
            assert_memory_equal(b.bytes.p, m.bytes, m.n);
        } else {
            assert_int_equal(b.bytes.n, 0);
        }
        if (b.close)
            b.close(&b);
    }
    free(packed);
    unlink(in_dir("packed"));
}

/* Files of which no address space holds the whole: of an ELF file the parts that tell of symbols are read, of another nothing. */
static void test_too_large(void **state)
{
    (void)state;
    struct make m = { .wide = true, .machine = EM_X86_64, .type = ET_DYN, .build_id = ID };
    make_elf(&m);
    for (int is_elf = 0; is_elf < 2; is_elf++) {
        struct blob b = { 0 };
        struct err e = { 0 };
        struct file_facts facts = { 0 };
        char path[] = "/dev/shm/perfolio-test-XXXXXX";
        int fd = mkstemp(path);
        const bool has = sizeof(size_t) > 4 && fd >= 0 && write(fd, m.bytes, m.n) == (ssize_t)m.n &&
                         (is_elf || pwrite(fd, "text", 4, 0) == 4) && !ftruncate(fd, (off_t)1 << 62);
        enum answer a = ANSWER_ABSENT;
        if (has)
            a = blob_open_file(path, &origins, NULL, &facts, &b, &e);
        if (fd >= 0)
            close(fd);
        unlink(path);
        if (!has)
            skip(); /* no folder that holds such a file */
        assert_int_equal(a, is_elf ? ANSWER_FOUND : ANSWER_UNUSABLE);
        assert_int_equal(b.fitted, is_elf);
        assert_int_equal(e.kind == ERR_NONE, is_elf);
        assert_int_equal(facts.ino != 0, is_elf);
        if (is_elf) {
            assert_true(b.bytes.n > 4 && b.bytes.n < 1 << 20);
            assert_memory_equal(b.bytes.p, m.bytes, 4);
            b.close(&b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_paths), cmocka_unit_test(test_recorded),  cmocka_unit_test(test_named),
        cmocka_unit_test(test_compressed),  cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
