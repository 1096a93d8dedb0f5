/* policy: which paths and names of mappings scrub takes for those of a system, for those of users, and for the kernel's own; and where
   a path begins in a text. */
#include "lib/question/share/scrub/policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"

enum { OWN = -1, SYSTEM = SCRUB_SYSTEM_PATH, USER = SCRUB_USER_PATH };

static const struct {
    const char *path;
    int kind;
} cases[] = {
    { "/usr/lib/x86_64-linux-gnu/libc.so.6", SYSTEM },
    { "/lib64/ld-linux-x86-64.so.2", SYSTEM },
    { "/bin/busybox", SYSTEM },
    { "/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko", SYSTEM },
    { "/dev/dri/renderD128", SYSTEM },
    { "/usr/lib/debug/usr/bin/perf", SYSTEM },
    { "/usr/lib/debug/.build-id/ab/cdef.debug", SYSTEM },
    { "/home/alice/app", USER },
    { "/opt/app/app", USER },
    { "/usr/local/lib/liba.so", USER },
    { "/libraries-of-alice/x.so", USER },
    { "/usr/libexec-alice/y", USER },
    { "/usr/lib/../home/alice/x.so", USER },
    { "/usr/lib/..", USER },
    { "/usr/lib/..hidden/x.so", SYSTEM },
    { "/usr/lib/debug/home/alice/app.debug", USER },
    { "/usr/lib/debug/.build-id/../home/alice", USER },
    { "/dev/shm/alice-project/y", USER },
    { "/dev/mapper/alice", USER },
    { "//home/alice/app", USER },
    { "home/alice/app", USER },
    { "app", USER },
    { "[anon:alice]", USER },
    { "[anon_shmem:alice]", USER },
    { "[two words]", USER },
    { "[", USER },
    { "[]", USER },
    { "/memfd:alice (deleted)", USER },
    { "[heap]", OWN },
    { "[stack]", OWN },
    { "[stack:12]", OWN },
    { "[vdso]", OWN },
    { "[ext4]", OWN },
    { "//anon", OWN },
    { "//anonymous", USER },
    { "[kernel.kallsyms]_text", OWN },
    { "[guest.kernel.kallsyms.42]", OWN },
    { "/SYSV00000000 (deleted)", OWN },
    { "/SYSV0052e2c1", OWN },
    { "/SYSV0052e2c1/alice", USER },
    { "/SYSV0052e2c1c", USER },
    { "/SYSV/home/alice/x", USER },
    { "/dev/zero", OWN },
    { "/dev/zero (deleted)", OWN },
    { "/dev/zero/home/alice", USER },
    { "/anon_hugepage (deleted)", OWN },
    { "/anon_hugepage_of_alice", USER },
    { "/dev/hugepages/libvirt/qemu/1-alice/ram", USER },
    { "/dev/hugepages1G/alice", USER },
    { "/dev/mqueue/alice", USER },
    { "[kernel.kallsyms]", OWN },
    { "[kernel.kallsyms]/home/alice/y", USER },
    { "[kernel.vmlinux]_stext", OWN },
    { "[kernel.vmlinux] alice", USER },
    { "[guest.kernel.kallsyms]", OWN },
    { "[guest.kernel.kallsyms.42]_text", OWN },
    { "[guest.kernel.kallsyms.42]/home/alice", USER },
    { "[guest.kernel.kallsyms/home/alice", USER },
    { "anon_inode:[perf_event]", OWN },
    { "anon_inode:kvm-vcpu:3", OWN },
    { "anon_inode:[alice]", USER },
    { "anon_inode:kvm-vcpu:3/home/alice", USER },
    { "/tmp/perf-12.map", OWN },
    { "/tmp/perf-alice.map", USER },
    { "/tmp/perf-12.map.old", USER },
};

static void test_paths(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (policy_path_kind(cases[i].path) != cases[i].kind)
            fail_msg("%s: %d, expected %d", cases[i].path, policy_path_kind(cases[i].path), cases[i].kind);
}

/* A path that begins at the first '/' of a text, or at its last. */
static const struct {
    const char *s;
    bool at_first, at_last;
} begins[] = {
    { "/home", true, true },
    { "//home", true, false },
    { "py::pay:/home/pay.py", true, false },
    { "LazyCompile:*login /home/secret.js:12", true, false },
    { "{lambda at ~/a.cpp:3:4}", true, true },
    { "a/b:/c", false, true },
    { "github.com/alice/tool.Run", false, false },
    { "operator/(A const&)", false, false },
    { "f<(1)/(2)>", false, false },
    { "a / b", false, false },
    { "\xc3\xa9/b", false, false },
    { "/", false, false },
};

static void test_begins(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(begins); i++) {
        const char *s = begins[i].s;
        if (policy_begins_path(s, (size_t)(strchr(s, '/') - s)) != begins[i].at_first ||
            policy_begins_path(s, (size_t)(strrchr(s, '/') - s)) != begins[i].at_last)
            fail_msg("%s", s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_paths), cmocka_unit_test(test_begins) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
