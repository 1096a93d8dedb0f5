/* What is done where the system refuses: owners and modes of files that replace others, syncing of folders, the number
   of processors, random numbers, temporary files, and files that no address space holds. */
#define _GNU_SOURCE /* fchownat() of a descriptor, sched_getaffinity() */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/file/system/locales.h"
#include "core/base/file/system/system.h"

static char dir[] = "/tmp/perfolio-test-XXXXXX";

/* What the calls below do while a test runs. */
static struct {
    bool is_on;
    int owner_refused, group_refused; /* errno of fchown(), with an owner and without; 0: it succeeds */
    int sync_refused;                 /* errno of fsync() */
    bool no_affinity;
    unsigned owners, groups; /* calls of fchown() */
} planned;

/* Instead of the C library's, for the files of system/posix in this program. */
int fchown(int fd, uid_t owner, gid_t group)
{
    if (!planned.is_on)
        return fchownat(fd, "", owner, group, AT_EMPTY_PATH);
    const bool by_group = owner == (uid_t)-1;
    planned.groups += by_group;
    planned.owners += !by_group;
    errno = by_group ? planned.group_refused : planned.owner_refused;
    return errno ? -1 : 0;
}

int fsync(int fd)
{
    if (!planned.is_on)
        return fdatasync(fd);
    errno = planned.sync_refused;
    return errno ? -1 : 0;
}

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    if (planned.no_affinity) {
        errno = ENOSYS;
        return -1;
    }
    memset(set, 0, size);
    return syscall(SYS_sched_getaffinity, pid, size, set) < 0 ? -1 : 0;
}

static int make_dir(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
    (void)state;
    return rmdir(dir);
}

static int end_plan(void **state)
{
    (void)state;
    memset(&planned, 0, sizeof(planned));
    return 0;
}

/* A file that replaces another has its mode; if it cannot have its group, no group may do with it what that one might. */
static void test_permissions(void **state)
{
    (void)state;
    const uint32_t me = (uint32_t)geteuid();
    struct stat own;
    char path[64];
    snprintf(path, sizeof(path), "%s/new", dir);
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &own), 0);
    const struct {
        uint32_t owner, group, mode;
        int owner_refused, group_refused;
        unsigned owners, groups; /* calls */
        mode_t gets;
    } rows[] = {
        { me, own.st_gid, 0664, EPERM, EPERM, 0, 0, 0664 },
        { me, own.st_gid + 1, 0664, EPERM, 0, 0, 1, 0664 },
        { me, own.st_gid + 1, 0664, EPERM, EPERM, 0, 1, 0604 },
        { me + 1, own.st_gid + 1, 0664, 0, EPERM, 1, 0, 0664 },
        { me + 1, own.st_gid + 1, 0674, EPERM, EPERM, 1, 1, 0604 },
        { me + 1, own.st_gid, 0640, EPERM, EPERM, 1, 0, 0640 },
        { me, own.st_gid, 04755, 0, 0, 0, 0, 0755 }, /* no bit that lends rights */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct stat now;
        memset(&planned, 0, sizeof(planned));
        planned.is_on = true;
        planned.owner_refused = rows[i].owner_refused;
        planned.group_refused = rows[i].group_refused;
        system_copy_permissions(
            fd,
            &(struct file_status){ .owner = rows[i].owner, .group = rows[i].group, .mode = rows[i].mode });
        assert_int_equal(fstat(fd, &now), 0);
        assert_int_equal(now.st_mode & 07777, rows[i].gets);
        assert_int_equal(planned.owners, rows[i].owners);
        assert_int_equal(planned.groups, rows[i].groups);
    }
    close(fd);
    unlink(path);
}

/* Only a disk that failed is an error: many file systems cannot sync a folder. */
static void test_folders(void **state)
{
    (void)state;
    static const struct {
        const char *folder;
        int refused;
        bool ok;
    } rows[] = { { dir, 0, true },
                 { dir, EIO, false },
                 { dir, EINVAL, true },
                 { dir, EBADF, true },
                 { "/no/such/folder", EIO, true } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        memset(&planned, 0, sizeof(planned));
        planned.is_on = true;
        planned.sync_refused = rows[i].refused;
        assert_int_equal(system_sync_folder(rows[i].folder), rows[i].ok);
        if (!rows[i].ok)
            assert_int_equal(errno, rows[i].refused);
    }
}

/* Without a mask of processors all that are online count. */
static void test_processors(void **state)
{
    (void)state;
    const unsigned own = file_processors();
    assert_true(own >= 1);
    planned.no_affinity = true;
    assert_int_equal(file_processors(), sysconf(_SC_NPROCESSORS_ONLN));
    assert_true(file_processors() >= own);
}

/* Without descriptors nothing can be opened, and each says so. */
static void test_no_descriptors(void **state)
{
    (void)state;
    uint8_t first[16] = { 0 }, second[16] = { 0 };
    struct err e = { 0 };
    struct file f;
    struct rlimit was, none;
    assert_true(file_random(first, sizeof(first)) && file_random(second, sizeof(second)));
    assert_memory_not_equal(first, second, sizeof(first));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    none = (struct rlimit){ 0, was.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const bool random = file_random(first, sizeof(first)), temp = file_temp(&f, dir, &e);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    assert_false(random);
    assert_false(temp);
    assert_int_equal(e.kind, ERR_IO);
    assert_non_null(strstr(e.msg, strerror(EMFILE)));
}

static void test_temporary(void **state)
{
    (void)state;
    static char long_name[5000];
    memset(long_name, 'a', sizeof(long_name) - 1);
    long_name[0] = '/';
    const struct {
        const char *folder, *why;
    } rows[] = { { "/no/such/folder", strerror(ENOENT) },
                 { "/dev/null/folder", strerror(ENOTDIR) },
                 { long_name, "the folder of temporary files is longer than 512 bytes" } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct err e = { 0 };
        struct file f;
        assert_false(file_temp(&f, rows[i].folder, &e));
        assert_int_equal(e.kind, ERR_IO);
        assert_non_null(strstr(e.msg, rows[i].why));
    }
}

/* A file larger than any address space, which takes no room on the disk: mapped, and copied. */
static void test_too_large(void **state)
{
    (void)state;
    struct span bytes;
    char path[] = "/dev/shm/perfolio-test-XXXXXX";
    int fd = mkstemp(path);
    const bool has = sizeof(size_t) > 4 && fd >= 0 && !ftruncate(fd, (off_t)1 << 60);
    for (int guard = 0; has && guard < 2; guard++) {
        struct err e = { 0 };
        if (guard)
            file_guard_begin();
        assert_false(file_map(path, &bytes, &e));
        assert_int_equal(e.kind, ERR_MEMORY);
        assert_non_null(strstr(e.msg, path));
        assert_int_equal(bytes.n, 0);
    }
    if (fd >= 0)
        close(fd);
    unlink(path);
    if (!has)
        skip(); /* no folder that holds such a file */
}

/* No facts of what is no file of the system. */
static void test_no_facts(void **state)
{
    (void)state;
    struct file f;
    struct file_facts facts = { .ino = 1, .written = 1 };
    file_of_bytes(&f, (struct span){ (const uint8_t *)"bytes", 5 });
    file_read_facts(&f, &facts);
    assert_true(!facts.ino && !facts.written);
    file_close(&f);
    facts = (struct file_facts){ .ino = 1, .written = 1 };
    file_read_facts(&(struct file){ .fd = -1 }, &facts);
    assert_true(!facts.ino && !facts.written);
    locales_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_permissions, end_plan),
        cmocka_unit_test_teardown(test_folders, end_plan),
        cmocka_unit_test_teardown(test_processors, end_plan),
        cmocka_unit_test(test_no_descriptors),
        cmocka_unit_test(test_temporary),
        cmocka_unit_test(test_no_facts),
        cmocka_unit_test(test_too_large), /* it leaves the guard on */
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
