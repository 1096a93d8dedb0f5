/*
 * syscalls: walks the tables of arch/tables and rejects what contradicts itself, then asks each architecture
 * for numbers that are known from elsewhere (the manual pages syscall(2), errno(3), signal(7), and strace's
 * tables).
 */
#include "arch/syscalls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arch/arch.h"
#include "arch/uapi.h"
#include "tests/unit/syscall_number.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct arch *arch_called(const char *name)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(all[i]->name, name))
            return all[i];
    fail_msg("no architecture is called %s", name);
    return NULL;
}

/* A number means one call, and a table has as many as a kernel has at least. */
static void numbers_are_unique_and_many(void **state)
{
    (void)state;
    for (int abi = ABI_NONE + 1; abi < ABI_COUNT; abi++) {
        int32_t seen[1024];
        size_t n = 0;
        const char *name;
        for (size_t i = 0; n < COUNT(seen) && (name = syscall_row(i, (enum syscall_abi)abi, &seen[n])); i++) {
            if (seen[n] < 0)
                continue;
            for (size_t k = 0; k < n; k++)
                if (seen[k] == seen[n])
                    fail_msg("ABI %d: %s has number %d, and it is not alone", abi, name, seen[n]);
            n++;
        }
        if (n < 290)
            fail_msg("ABI %d has %zu system calls", abi, n);
    }
}

static const struct {
    const char *arch;
    uint32_t number;
    const char *name, *entry;
} known[] = {
    { "x86_64", 0, "read", "read" },
    { "x86_64", 59, "execve", "execve" },
    { "x86_64", 257, "openat", "openat" },
    { "x86_64", 5, "fstat", "newfstat" },
    { "x86_64", 0x40000000 + 520, "execve", "execve" },
    { "i386", 3, "read", "read" },
    { "i386", 192, "mmap2", "mmap_pgoff" },
    { "i386", 383, "statx", "statx" },
    { "arm64", 56, "openat", "openat" },
    { "arm64", 222, "mmap", "mmap" },
    { "aarch64_be", 221, "execve", "execve" },
    { "arm", 322, "openat", "openat" },
    { "arm", 0xf0005, "set_tls", "" },
    { "armeb", 192, "mmap2", "mmap_pgoff" },
    { "s390x", 90, "mmap", "old_mmap" },
    { "s390x", 288, "openat", "openat" },
    { "s390", 192, "mmap2", "mmap2" },
    { "parisc64", 275, "openat", "openat" },
    { "parisc", 59, "uname", "newuname" },
    { "parisc", 11, "execve", "execve" },
    { "ppc64le", 286, "openat", "openat" },
    { "ppc64", 90, "mmap", "mmap" },
    { "ppc", 192, "mmap2", "mmap2" },
    { "riscv64", 259, "riscv_flush_icache", "riscv_flush_icache" },
    { "riscv64", 222, "mmap", "mmap" },
    { "riscv32", 222, "mmap2", "mmap2" },
    { "mips64", 5000, "read", "read" },
    { "mips64", 6000, "read", "read" },
    { "mips64el", 4003, "read", "read" },
    { "mips", 4288, "openat", "openat" },
    { "mipsel", 4003, "read", "read" },
    { "loongarch64", 79, "newfstatat", "newfstatat" },
    { "sparc64", 284, "openat", "openat" },
    { "sparc", 59, "execve", "execve" },
    { "alpha", 450, "openat", "openat" },
    { "alpha", 3, "read", "read" },
    { "m68k", 288, "openat", "openat" },
    { "sh", 295, "openat", "openat" },
    { "sheb", 192, "mmap2", "mmap2" },
    { "arc", 56, "openat", "openat" },
    { "arc", 245, "arc_settls", "arc_settls" },
    { "csky", 245, "cacheflush", "cacheflush" },
    { "xtensa", 288, "openat", "openat" },
    { "xtensaeb", 80, "mmap2", "mmap_pgoff" },
    { "x86_64", 462, "mseal", "mseal" },
    { "alpha", 572, "mseal", "mseal" },
    { "mips", 4462, "mseal", "mseal" },
};

static void known_numbers_mean_what_they_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(known); i++) {
        struct syscall s = { 0 };
        if (!syscall_by_number(arch_called(known[i].arch), known[i].number, &s))
            fail_msg("%s has no system call %u", known[i].arch, known[i].number);
        if (strcmp(s.name, known[i].name) != 0 || strcmp(s.entry, known[i].entry) != 0)
            fail_msg("%s %u: %s of %s", known[i].arch, known[i].number, s.name, s.entry);
    }
    struct syscall none;
    assert_false(syscall_by_number(NULL, 0, &none));
    assert_false(syscall_by_number(arch_called("x86_64"), 100000, &none));
    assert_int_equal(syscall_by_name(arch_called("alpha"), "osf_mmap"), -1);
    assert_int_equal(syscall_by_name(arch_called("s390x"), "mmap"), 90);
}

static void parameters_are_the_kernels(void **state)
{
    static const struct {
        const char *arch;
        uint32_t number;
        const char *parameters;
    } rows[] = {
        { "x86_64", 56,
          "unsigned long clone_flags, unsigned long newsp, int * parent_tidptr, int * child_tidptr, "
          "unsigned long tls" },
        { "arm64", 220,
          "unsigned long clone_flags, unsigned long newsp, int * parent_tidptr, unsigned long tls, "
          "int * child_tidptr" },
        { "xtensa", 116,
          "unsigned long clone_flags, unsigned long newsp, int * parent_tidptr, unsigned long tls, "
          "int * child_tidptr" },
        { "s390x", 120,
          "unsigned long newsp, unsigned long clone_flags, int * parent_tidptr, int * child_tidptr, "
          "unsigned long tls" },
        { "s390x", 90, "struct mmap_arg_struct * arg" },
        { "x86_64", 39, "" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct syscall s;
        assert_true(syscall_by_number(arch_called(rows[i].arch), rows[i].number, &s));
        assert_string_equal(s.parameters, rows[i].parameters);
    }
}

static void constants_are_the_architectures(void **state)
{
    static const struct {
        const char *arch;
        const char *set, *name;
        uint32_t value;
    } rows[] = {
        { "x86_64", "O_", "CREAT", 0100 },        { "mips64", "O_", "CREAT", 0x100 },
        { "arm", "O_", "LARGEFILE", 0400000 },    { "sparc64", "O_", "NONBLOCK", 0x4000 },
        { "alpha", "MAP_", "ANONYMOUS", 0x10 },   { "mips64", "MAP_", "ANONYMOUS", 0x800 },
        { "parisc64", "SIG", "BUS", 10 },         { "mips64", "SOCK_", "STREAM", 2 },
        { "sparc64", "SIG_", "SETMASK", 4 },      { "parisc64", "SOL_", "SOCKET", 0xffff },
        { "xtensa", "MAP_", "ANONYMOUS", 0x800 }, { "csky", "RLIMIT_", "NOFILE", 7 },
        { "alpha", "LEASE_", "UNLCK", 8 },
    };
    static const struct {
        const char *arch;
        uint32_t number;
        const char *name;
    } errors[] = {
        { "x86_64", 2, "ENOENT" },      { "x86_64", 38, "ENOSYS" },  { "mips64", 89, "ENOSYS" },
        { "alpha", 35, "EAGAIN" },      { "s390x", 11, "EAGAIN" },   { "parisc64", 251, "ENOSYS" },
        { "ppc64le", 58, "EDEADLOCK" }, { "sparc64", 90, "ENOSYS" },
    };
    const char *text = NULL;
    uint32_t value = 0;
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct arch *a = arch_called(rows[i].arch);
        const char *name;
        size_t k = 0;
        while ((name = uapi_constant(a, rows[i].set, k++, &value)) && strcmp(name, rows[i].name) != 0)
            ;
        assert_non_null(name);
        if (value != rows[i].value)
            fail_msg("%s %s%s is %#x", rows[i].arch, rows[i].set, rows[i].name, value);
    }
    for (size_t i = 0; i < COUNT(errors); i++)
        assert_string_equal(uapi_error(arch_called(errors[i].arch), errors[i].number, &text), errors[i].name);
    assert_string_equal(uapi_error(arch_called("mips64"), 89, &text), "ENOSYS");
    assert_string_equal(text, "Function not implemented");
    assert_string_equal(uapi_error(arch_called("x86_64"), 512, &text), "ERESTARTSYS");
    assert_null(uapi_error(arch_called("x86_64"), 4096, &text));
    assert_null(uapi_error(NULL, 2, &text));
    assert_null(uapi_constant(&(struct arch){ .uapi = UAPI_NONE }, "O_", 0, &value));
    assert_null(uapi_error(&(struct arch){ .uapi = UAPI_NONE }, 2, &text));
    assert_string_equal(uapi_ioctl('T', 1, false), "TCGETS");
    assert_string_equal(uapi_ioctl(0xAE, 0x80, false), "KVM_RUN");
    assert_null(uapi_ioctl('T', 0xf0, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_unique_and_many),
        cmocka_unit_test(known_numbers_mean_what_they_do),
        cmocka_unit_test(parameters_are_the_kernels),
        cmocka_unit_test(constants_are_the_architectures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
