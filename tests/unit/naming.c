/* What the names in mapping records mean, and what reports call them: perf's conventions, row by row. */
#include "core/model/timeline/naming.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { R = 1, W = 2, X = 4, HUGE = 0x40000, SHARED = 1, PRIVATE = 2 };
enum { ID = 1 << 30 }; /* in the flags of a row: a build-id was recorded */

static void test_kernels(void **state)
{
    (void)state;
    static const struct {
        const char *name, *suffix; /* NULL: no kernel */
        bool module;
    } rows[] = {
        { "[kernel.kallsyms]_text", "_text", false },
        { "[kernel.kallsyms]_stext", "_stext", false },
        { "[kernel.kallsyms]", "", false },
        { "[kernel.vmlinux]", "", false },
        { "[guest.kernel.kallsyms]_text", "_text", false },
        { "[guest.kernel.kallsyms.512]_text", "_text", false },
        { "[kernel.kallsyms", NULL, true }, /* cut off */
        { "[kernel]", NULL, true },
        { "[ext4]", NULL, true },
        { "[vdso]", NULL, false },
        { "[vdso32]", NULL, false },
        { "/lib/modules/6.1/kernel/fs/ext4/ext4.ko", NULL, true },
        { "/lib/modules/6.1/kernel/fs/ext4/ext4.ko.xz", NULL, true },
        { "/lib/modules/6.1/kernel/fs/ext4/ext4.ko.gz", NULL, true },
        { "/lib/modules/6.1/kernel/fs/ext4/ext4.ko.zst", NULL, true },
        { "/srv/x.kokomo/vmlinux", NULL, false },
        { "/boot/vmlinuz-6.1", NULL, false },
        { "", NULL, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const char *suffix = naming_kernel_suffix(rows[i].name);
        print_message("%s\n", rows[i].name);
        if (rows[i].suffix) {
            assert_non_null(suffix);
            assert_string_equal(suffix, rows[i].suffix);
        } else {
            assert_null(suffix);
        }
        assert_int_equal(naming_is_module_path(rows[i].name), rows[i].module);
    }
}

static void test_user_mappings(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t flags, prot;
        enum object_kind kind;
        const char *path;
    } rows[] = {
        { "/bin/app", 0, R | X, OBJECT_USER, "/bin/app" },
        { "/bin/app (deleted)", 0, R | X, OBJECT_USER, "/bin/app (deleted)" },
        { "/memfd:jit (deleted)", SHARED, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/memfd:jit (deleted)", PRIVATE, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/memfd:jit (deleted)", 0, R | W, OBJECT_DATA, "/memfd:jit (deleted)" },
        { "/memfd:lib.so (deleted)", PRIVATE | ID, R | X, OBJECT_USER, "/memfd:lib.so (deleted)" },
        { "/dev/shm/jit", SHARED, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/dev/shm/ffiAbCdEf (deleted)", PRIVATE, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/dev/shm/app", PRIVATE, R | X, OBJECT_USER, "/dev/shm/app" },
        { "/dev/shm/app", 0, R | X, OBJECT_USER, "/dev/shm/app" }, /* MMAP records have no flags */
        { "/dev/shm/app (deleted)", SHARED | ID, R | X, OBJECT_USER, "/dev/shm/app (deleted)" },
        { "/dev/shmem", SHARED, R | X, OBJECT_USER, "/dev/shmem" },
        { "/SYSV00000000 (deleted)", SHARED, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "anon_inode:[perf_event]", SHARED, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "[vdso]", 0, R | X, OBJECT_VDSO, "[vdso]" },
        { "[vdso32]", 0, R | X, OBJECT_VDSO, "[vdso]" },
        { "[vdsox32]", 0, R | X, OBJECT_VDSO, "[vdso]" },
        { "//anon", 0, R | W | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "//anon", 0, R | W, OBJECT_DATA, "//anon" },
        { "[anon:v8]", 0, R | W | X, OBJECT_JIT, "/tmp/perf-77.map" }, /* prctl(2), PR_SET_VMA_ANON_NAME */
        { "[anon_shmem:jit]", 0, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "[anon:v8]", 0, R | W, OBJECT_DATA, "[anon:v8]" },
        { "/dev/zero", 0, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/dev/zero (deleted)", 0, R | W, OBJECT_DATA, "/dev/zero (deleted)" },
        { "/anon_hugepage (deleted)", 0, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/bin/app", HUGE, R | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "[stack]", 0, R | W, OBJECT_DATA, "[stack]" },
        { "[stack:78]", 0, R | W | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "[heap]", 0, R | W, OBJECT_DATA, "[heap]" },
        { "[heap]", 0, R | W | X, OBJECT_JIT, "/tmp/perf-77.map" },
        { "/SYSV00000000", 0, R | W, OBJECT_DATA, "/SYSV00000000" },
        { "[heap]ed", 0, R | W, OBJECT_USER, "[heap]ed" },
        { "/tmp/perf-12.map", 0, R | W | X, OBJECT_JIT, "/tmp/perf-12.map" }, /* of perf inject -B */
        { "/tmp/perf-12.map", 0, R, OBJECT_USER, "/tmp/perf-12.map" },
        { "/tmp/perf-.map", 0, R | X, OBJECT_USER, "/tmp/perf-.map" },
        { "/tmp/perf-12.maps", 0, R | X, OBJECT_USER, "/tmp/perf-12.maps" },
        { "", 0, R | X, OBJECT_USER, "" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const char *path;
        char buf[OBJECT_NAME_MAX];
        print_message("%s\n", rows[i].name);
        const uint32_t flags = rows[i].flags & ~(uint32_t)ID;
        assert_int_equal(
            naming_kind_of(rows[i].name, flags, rows[i].prot, 77, rows[i].flags & ID, &path, buf),
            rows[i].kind);
        assert_string_equal(path, rows[i].path);
    }
}

static void test_short_names(void **state)
{
    (void)state;
    static const struct {
        enum object_kind kind;
        const char *path, *name;
    } rows[] = {
        { OBJECT_USER, "/bin/app", "app" },
        { OBJECT_USER, "app", "app" },
        { OBJECT_USER, "/srv/some-lib.so.1 (deleted)", "some-lib.so.1 (deleted)" },
        { OBJECT_USER, "/srv/", "" },
        { OBJECT_USER, "/srv/evil.ko", "evil.ko" }, /* mapped by a process, it is no module */
        { OBJECT_KERNEL, "[kernel.kallsyms]", "[kernel.kallsyms]" },
        { OBJECT_KERNEL, "[guest.kernel.kallsyms]", "[guest.kernel.kallsyms]" },
        { OBJECT_KERNEL, "/usr/lib/debug/boot/vmlinux-6.1", "[kernel.vmlinux]" },
        { OBJECT_MODULE, "/lib/modules/6.1/snd-hda-intel.ko", "[snd_hda_intel]" },
        { OBJECT_MODULE, "/lib/modules/6.1/snd-hda-intel.ko.xz", "[snd_hda_intel]" },
        { OBJECT_MODULE, "/lib/modules/6.1-rc.ko/x-y.ko.zst", "[x_y]" },
        { OBJECT_MODULE, "[ext4]", "[ext4]" },
        { OBJECT_VDSO, "[vdso]", "[vdso]" },
        { OBJECT_JIT, "/tmp/perf-77.map", "[JIT] tid 77" },
        { OBJECT_KSYMBOL, "bpf_prog_6deef7357e7b4530/x", "bpf_prog_6deef7357e7b4530/x" },
        { OBJECT_DATA, "//anon", "anon" },
        { OBJECT_DATA, "[heap]", "[heap]" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char buf[OBJECT_NAME_MAX];
        print_message("%s\n", rows[i].path);
        assert_string_equal(naming_short_name(rows[i].kind, rows[i].path, buf), rows[i].name);
    }
}

static void test_lasting_names(void **state)
{
    (void)state;
    assert_string_equal(naming_lasting_name("[JIT] tid 77"), "[JIT]");
    assert_string_equal(naming_lasting_name("[JIT]"), "[JIT]");
    assert_string_equal(naming_lasting_name("libc.so.6"), "libc.so.6");
}

/* Names of any length stay in their buffer. */
static void test_long_names(void **state)
{
    (void)state;
    char path[3 * OBJECT_NAME_MAX], buf[OBJECT_NAME_MAX];
    for (size_t n = OBJECT_NAME_MAX - 10; n < sizeof(path) - 8; n += 7) {
        memset(path, 'a', n);
        path[0] = '/';
        memcpy(path + n, ".ko", 4);
        const char *name = naming_short_name(OBJECT_MODULE, path, buf);
        assert_int_equal(name[0], '[');
        assert_int_equal(name[strlen(name) - 1], ']');
    }
}

static void test_build_ids(void **state)
{
    (void)state;
    static const struct {
        struct build_id a, b;
        bool equal;
    } rows[] = {
        { { { 1, 2, 3 }, 3 }, { { 1, 2, 3 }, 3 }, true },
        { { { 1, 2, 3 }, 3 }, { { 1, 2, 4 }, 3 }, false },
        { { { 1, 2, 3 }, 16 }, { { 1, 2, 3 }, 20 }, true }, /* old recordings pad with zeros */
        { { { 1, 2, 3 }, 2 }, { { 1, 2, 3 }, 3 }, false },
        { { { 0 }, 0 }, { { 0 }, 0 }, false }, /* two unknowns are not known to be the same */
        { { { 0 }, 0 }, { { 1 }, 20 }, false },
    };
    char text[BUILD_ID_HEX];
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        assert_int_equal(object_build_id_equal(&rows[i].a, &rows[i].b), rows[i].equal);
        assert_int_equal(object_build_id_equal(&rows[i].b, &rows[i].a), rows[i].equal);
    }
    assert_string_equal(object_build_id_text(&rows[0].a, text), "010203");
    assert_string_equal(object_build_id_text(&rows[4].a, text), "");
    struct build_id whole = { .n = 20 };
    memset(whole.bytes, 0xfe, 20);
    assert_string_equal(object_build_id_text(&whole, text), "fefefefefefefefefefefefefefefefefefefefe");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),     cmocka_unit_test(test_user_mappings),
        cmocka_unit_test(test_short_names), cmocka_unit_test(test_lasting_names),
        cmocka_unit_test(test_long_names),  cmocka_unit_test(test_build_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
