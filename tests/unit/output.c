/* A file is there whole or not at all: whatever fails, whoever else writes it, whenever it is killed. */
#include "core/base/file/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"

static char dir[] = "/tmp/perfolio-test-XXXXXX";
static char path[64];
static unsigned at_first; /* open files, when the tests began */
static bool no_proc;      /* a host whose /proc gives no names to open files */

/* Instead of the C library's, for output.c in this program. */
int access(const char *name, int mode)
{
    if (no_proc && !strncmp(name, "/proc/", 6)) {
        errno = ENOENT;
        return -1;
    }
    return faccessat(AT_FDCWD, name, mode, 0);
}

/* How many entries a folder has. */
static unsigned entries(const char *folder)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
    if (d)
        closedir(d);
    return n;
}

static int make_dir(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/file", dir);
    at_first = entries("/proc/self/fd");
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

/* The bytes the writer `seed` writes: its seed first, so that a whole file can be told from any other. */
static uint8_t byte_of(unsigned seed, size_t i)
{
    return (uint8_t)(i ? (i * 2654435761U >> 13) + seed : seed);
}

static bool write_whole(const char *name, unsigned seed, size_t size, size_t piece, struct err *e)
{
    struct output o;
    uint8_t *bytes = mem_new(size + 1, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = byte_of(seed, i);
    bool ok = output_open(&o, name, OUTPUT_ORDINARY, NULL, e);
    for (size_t at = 0; ok && at < size; at += piece)
        ok = output_add(&o, bytes + at, size - at < piece ? size - at : piece, e);
    free(bytes);
    if (ok && o.size == size)
        return output_commit(&o, e);
    output_abandon(&o);
    return false;
}

static void assert_whole(const char *name, size_t size)
{
    struct err e = { 0 };
    struct span bytes;
    assert_true(file_map(name, &bytes, &e));
    assert_int_equal(bytes.n, size);
    for (size_t i = 0; i < size; i++)
        if (bytes.p[i] != byte_of(bytes.p[0], i))
            fail_msg("byte %zu of %zu is another", i, size);
    file_unmap(bytes);
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        size_t size, piece;
    } rows[] = {
        { 0, 1 },
        { 1, 1 },
        { 1 << 20, 1 << 20 },
        { 1 << 20, 4096 },
        { (1 << 20) + 1, 1000 },
        { 3500000, 3500000 },
        { 3500000, 12345 },
        { 2, 2 },
    };
    for (int proc = 0; proc < 2; proc++)
        for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
            struct err e = { 0 };
            no_proc = proc;
            assert_true(write_whole(path, (unsigned)i, rows[i].size, rows[i].piece, &e));
            assert_whole(path, rows[i].size);
            assert_int_equal(entries(dir), 1);
        }
    no_proc = false;
}

static void test_patch(void **state)
{
    (void)state;
    enum { SIZE = 3000000 };
    static const struct {
        uint64_t at;
        size_t n;
        bool ok;
    } rows[] = {
        { 0, 8, true },    { SIZE - 8, 8, true },  { (1 << 20) - 4, 8, true }, { 2097152 - 4, 8, true },
        { SIZE, 0, true }, { SIZE - 7, 8, false }, { SIZE + 1, 0, false },     { UINT64_MAX - 3, 8, false },
        { 1000, 8, true },
    };
    struct err e = { 0 };
    struct output o;
    struct span bytes;
    uint8_t *expected = mem_new(SIZE, 1);
    assert_true(output_open(&o, path, OUTPUT_ORDINARY, NULL, &e));
    assert_true(output_add(&o, expected, SIZE, &e));
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err why = { 0 };
        assert_int_equal(output_patch(&o, rows[i].at, "12345678", rows[i].n, &why), rows[i].ok);
        assert_int_equal(why.kind, rows[i].ok ? ERR_NONE : ERR_USAGE);
        if (rows[i].ok)
            memcpy(expected + rows[i].at, "12345678", rows[i].n);
    }
    assert_true(output_add(&o, "end", 3, &e));
    assert_int_equal(o.size, SIZE + 3);
    assert_true(output_commit(&o, &e));
    assert_true(file_map(path, &bytes, &e));
    assert_int_equal(bytes.n, SIZE + 3);
    assert_memory_equal(bytes.p, expected, SIZE);
    assert_memory_equal(bytes.p + SIZE, "end", 3);
    file_unmap(bytes);
    free(expected);
}

/* The values are those of XXH3_128bits() over the whole, as XXH128_canonicalFromHash() writes them. */
static void test_hash(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        uint8_t hash[HASH128];
    } rows[] = {
        { 0,
          { 0x99, 0xaa, 0x06, 0xd3, 0x01, 0x47, 0x98, 0xd8, 0x60, 0x01, 0xc3, 0x24, 0x46, 0x8d, 0x49,
            0x7f } },
        { 5000,
          { 0x76, 0x35, 0x31, 0x85, 0xde, 0xa7, 0x51, 0xae, 0x5f, 0x9c, 0xa8, 0x30, 0x3a, 0x38, 0xa1,
            0xbc } },
    };
    struct err e = { 0 };
    struct output o;
    uint8_t bytes[5000], hash[HASH128];
    for (unsigned i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)(i * 7 >> 3);
    assert_true(output_open(&o, path, OUTPUT_ORDINARY, NULL, &e));
    assert_true(output_add(&o, "before", 6, &e));
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        output_hash_begin(&o);
        for (size_t at = 0; at < rows[i].n; at += 100) {
            assert_true(output_add(&o, bytes + at, 100, &e));
            assert_true(output_patch(&o, 0, "B", 1, &e));
        }
        output_hash_end(&o, hash);
        assert_memory_equal(hash, rows[i].hash, HASH128);
        assert_true(output_add(&o, "between", 7, &e));
    }
    output_hash_begin(&o); /* never asked for */
    output_abandon(&o);
    output_abandon(&o);
    output_abandon(&(struct output){ 0 });
}

static void test_modes(void **state)
{
    (void)state;
    static const struct {
        mode_t mask, before; /* before 0: nothing was there */
        enum output_mode mode;
        mode_t after;
    } rows[] = {
        { 022, 0, OUTPUT_ORDINARY, 0644 },    { 077, 0, OUTPUT_ORDINARY, 0600 },
        { 0, 0, OUTPUT_ORDINARY, 0666 },      { 0, 0, OUTPUT_PRIVATE, 0600 },
        { 022, 0600, OUTPUT_ORDINARY, 0600 }, { 077, 0664, OUTPUT_ORDINARY, 0664 },
        { 0, 0755, OUTPUT_ORDINARY, 0755 },   { 0, 0444, OUTPUT_ORDINARY, 0444 },
        { 0, 04755, OUTPUT_ORDINARY, 0755 },  { 0, 0644, OUTPUT_PRIVATE, 0600 },
    };
    for (int proc = 0; proc < 2; proc++)
        for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
            struct err e = { 0 };
            struct stat st;
            struct output o;
            no_proc = proc;
            unlink(path);
            mode_t mask = umask(0);
            if (rows[i].before) {
                close(open(path, O_CREAT | O_WRONLY, 0600));
                assert_int_equal(chmod(path, rows[i].before), 0);
            }
            umask(rows[i].mask);
            assert_true(output_open(&o, path, rows[i].mode, NULL, &e));
            assert_true(output_commit(&o, &e));
            umask(mask);
            assert_int_equal(stat(path, &st), 0);
            assert_int_equal(st.st_mode & 07777, rows[i].after);
        }
    no_proc = false;
}

/* Printed to: into a file, and until there is no more room. */
static void test_stream(void **state)
{
    (void)state;
    enum { MOST = 1500000 };
    struct rlimit was, now;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    now = (struct rlimit){ MOST, was.rlim_max };
    for (int proc = 0; proc < 2; proc++)
        for (int large = 0; large < 2; large++) {
            struct err e = { 0 };
            struct output o;
            no_proc = proc;
            unlink(path);
            assert_true(output_open(&o, path, OUTPUT_ORDINARY, NULL, &e));
            FILE *to = output_stream(&o, &e);
            assert_non_null(to);
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
            for (size_t i = 0, n = large ? MOST + 1 : 3 * MOST / 4; i < n; i++)
                fputc(byte_of(7, i), to);
            assert_int_equal(output_commit(&o, &e), !large);
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
            assert_int_equal(e.kind, large ? ERR_IO : ERR_NONE);
            assert_int_equal(entries(dir), !large);
            if (!large)
                assert_whole(path, 3 * MOST / 4);
        }
    no_proc = false;
    struct err e = { 0 };
    struct output o;
    assert_true(output_open(&o, path, OUTPUT_ORDINARY, NULL, &e));
    assert_true(fputs("dropped", output_stream(&o, &e)) >= 0);
    output_abandon(&o);
}

static void test_links(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct stat st;
    char link[96], lost[96];
    snprintf(link, sizeof(link), "%s/link", dir);
    snprintf(lost, sizeof(lost), "%s/lost", dir);
    assert_int_equal(symlink("file", link), 0); /* what it leads to is replaced */
    assert_true(write_whole(link, 2, 20, 20, &e));
    assert_whole(path, 20);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(symlink("nowhere", lost), 0);
    assert_false(write_whole(lost, 3, 30, 30, &e)); /* nobody knows what it should lead to */
    assert_non_null(strstr(e.msg, "leads nowhere"));
    assert_int_equal(lstat(lost, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(link);
    unlink(lost);
}

/* The working directory and a name as long as names can be. */
static void test_names(void **state)
{
    (void)state;
    struct err e = { 0 };
    char name[256], here[4096];
    memset(name, 'n', 255);
    name[255] = 0;
    assert_non_null(getcwd(here, sizeof(here)));
    assert_int_equal(chdir(dir), 0);
    for (int proc = 0; proc < 2; proc++) {
        no_proc = proc;
        assert_true(write_whole(name, 4, 40, 40, &e));
        assert_whole(name, 40);
        unlink(name);
    }
    no_proc = false;
    assert_int_equal(chdir(here), 0);
}

static void test_refused(void **state)
{
    (void)state;
    char below[96];
    snprintf(below, sizeof(below), "%s/absent/file", dir);
    const struct {
        const char *path;
        enum err_kind kind;
    } rows[] = { { dir, ERR_USAGE }, { below, ERR_IO }, { "/dev/full/x", ERR_IO } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct output o;
        assert_false(output_open(&o, rows[i].path, OUTPUT_ORDINARY, NULL, &e));
        assert_int_equal(e.kind, rows[i].kind);
        assert_non_null(strstr(e.msg, rows[i].path));
        output_abandon(&o);
    }
}

static void *read_all(void *arg)
{
    struct file *f = mem_new(1, sizeof(*f));
    struct err e = { 0 };
    return file_open(f, arg, &e) ? f : NULL;
}

/* What is no file is written to: a FIFO, standard output, a device. */
static void test_through(void **state)
{
    (void)state;
    enum { SIZE = 2500000 };
    struct err e = { 0 };
    pthread_t reader;
    void *got;
    uint8_t *bytes = mem_new(SIZE, 1);
    char fifo[96];
    snprintf(fifo, sizeof(fifo), "%s/fifo", dir);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    for (int standard = 0; standard < 2; standard++) {
        int kept = dup(STDOUT_FILENO), to;
        assert_int_equal(pthread_create(&reader, NULL, read_all, fifo), 0);
        fflush(stdout);
        if (standard) {
            assert_true((to = open(fifo, O_WRONLY)) >= 0);
            dup2(to, STDOUT_FILENO);
            close(to);
        }
        bool ok = write_whole(standard ? "-" : fifo, 5, SIZE, 99999, &e);
        dup2(kept, STDOUT_FILENO);
        close(kept);
        assert_true(ok);
        pthread_join(reader, &got);
        assert_non_null(got);
        struct file *f = got;
        assert_int_equal(f->size, SIZE);
        assert_int_equal(file_read(f, 0, bytes, SIZE, &e), SIZE);
        for (size_t i = 0; i < SIZE; i++)
            if (bytes[i] != byte_of(5, i))
                fail_msg("byte %zu is another", i);
        file_close(f);
        free(f);
    }
    unlink(fifo);
    free(bytes);
    assert_true(write_whole("/dev/null", 5, SIZE, SIZE, &e));
    assert_true(write_whole("/dev/null", 5, 0, 1, &e));
    assert_false(write_whole("/dev/full", 5, SIZE, SIZE, &e));
    assert_int_equal(e.kind, ERR_IO);
    assert_int_equal(e.at, 0);
    assert_non_null(strstr(e.msg, "/dev/full at offset 0: No space left"));
}

/* No more room after `most` bytes: the first write that does not fit is cut short, the next one fails. */
static void test_no_room(void **state)
{
    (void)state;
    enum { MOST = 1500000 };
    struct rlimit was, now;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    now = (struct rlimit){ MOST, was.rlim_max };
    for (int proc = 0; proc < 2; proc++) {
        struct err e = { 0 };
        unlink(path);
        assert_true(write_whole(path, 6, 100, 100, &e));
        no_proc = proc;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
        bool large = write_whole(path, 7, MOST + 1, 4096, &e);
        struct err early = { 0 };
        struct output o; /* a caller that goes on after the error: the commit knows better */
        uint8_t *zeros = mem_new(2 * MOST, 1);
        bool opened = output_open(&o, path, OUTPUT_ORDINARY, NULL, &early);
        bool added = output_add(&o, zeros, 2 * MOST, &early);
        struct err late = { 0 };
        bool committed = output_commit(&o, &late);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
        free(zeros);
        assert_false(large);
        assert_int_equal(e.kind, ERR_IO);
        assert_int_equal(e.at, MOST);
        assert_non_null(strstr(e.msg, path));
        assert_non_null(strstr(e.msg, "at offset 1500000: File too large"));
        assert_true(opened);
        assert_false(added);
        assert_false(committed);
        assert_int_equal(late.kind, ERR_IO);
        assert_non_null(strstr(late.msg, path));
        assert_whole(path, 100); /* what was there still is */
        assert_int_equal(entries(dir), 1);
    }
    no_proc = false;
}

static void test_abandoned(void **state)
{
    (void)state;
    for (int proc = 0; proc < 2; proc++)
        for (int there = 0; there < 2; there++) {
            struct err e = { 0 };
            struct output o;
            unlink(path);
            no_proc = proc;
            if (there)
                assert_true(write_whole(path, 8, 80, 80, &e));
            assert_true(output_open(&o, path, OUTPUT_ORDINARY, NULL, &e));
            assert_true(output_add(&o, "dropped", 7, &e));
            assert_true(!proc || entries(dir) == (unsigned)there + 1); /* its temporary name */
            output_abandon(&o);
            assert_int_equal(entries(dir), there);
            if (there)
                assert_whole(path, 80);
        }
    no_proc = false;
    assert_int_equal(entries("/proc/self/fd"), at_first); /* nothing is left open by any test up to here */
}

/* Files that belong together: none is there before all are ready. */
static void test_several(void **state)
{
    (void)state;
    char other[96];
    snprintf(other, sizeof(other), "%s/other", dir);
    for (int proc = 0; proc < 2; proc++)
        for (int full = 0; full < 2; full++) {
            struct err e = { 0 };
            struct output o[2];
            struct stat st;
            no_proc = proc;
            unlink(path);
            assert_true(output_open(&o[0], path, OUTPUT_ORDINARY, NULL, &e));
            assert_true(output_open(&o[1], full ? "/dev/full" : other, OUTPUT_ORDINARY, NULL, &e));
            for (int i = 0; i < 2; i++)
                assert_true(output_add(&o[i], "x", 1, &e));
            assert_true(output_prepare_commit(&o[0], &e));
            assert_true(output_prepare_commit(&o[0], &e)); /* it is */
            assert_int_equal(output_prepare_commit(&o[1], &e), !full);
            assert_int_not_equal(stat(path, &st), 0);
            for (int i = 0; i < 2; i++)
                if (full)
                    output_abandon(&o[i]);
                else
                    assert_true(output_commit(&o[i], &e));
            assert_int_equal(entries(dir), full ? 0 : 2);
            unlink(other);
        }
    no_proc = false;
}

struct writer {
    unsigned seed;
    bool ok;
};

static void *write_often(void *arg)
{
    struct writer *w = arg;
    struct err e = { 0 };
    w->ok = true;
    for (unsigned i = 0; i < 20; i++)
        w->ok = w->ok && write_whole(path, w->seed, 1200000 + w->seed, 77777, &e);
    return NULL;
}

static void test_two_writers(void **state)
{
    (void)state;
    for (int proc = 0; proc < 2; proc++) {
        struct writer w[2] = { { .seed = 1 }, { .seed = 2 } };
        pthread_t thread[2];
        no_proc = proc;
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, write_often, &w[i]), 0);
        for (int i = 0; i < 2; i++)
            pthread_join(thread[i], NULL);
        assert_true(w[0].ok && w[1].ok);
        struct stat st;
        assert_int_equal(stat(path, &st), 0);
        assert_whole(path, (size_t)st.st_size);
        assert_int_equal(entries(dir), 1);
    }
    no_proc = false;
}

/* Killed again and again while it writes: what is there is whole, or nothing is. */
static void test_killed(void **state)
{
    (void)state;
    enum { ROUNDS = 100, MOST = 30000000, SIZE = 1300000 }; /* MOST: nanoseconds that a writer lives */
    unsigned random = 1, seen = 0;
    long most = MOST;
    unlink(path);
    for (unsigned i = 0; i < ROUNDS || !seen; i++) { /* on a busy machine no writer may have got to its end */
        if (i >= ROUNDS && most < 30 * MOST)
            most += MOST;
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child)
            for (unsigned seed = i;; seed++) {
                struct err e = { 0 };
                if (!write_whole(path, seed & 0xff, SIZE, 100000, &e))
                    _exit(1);
            }
        random = random * 1103515245 + 12345;
        nanosleep(&(struct timespec){ 0, (long)(random >> 2) % most }, NULL);
        kill(child, SIGKILL);
        int status;
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        struct stat st;
        if (!stat(path, &st)) {
            seen++;
            assert_whole(path, SIZE);
        }
        if (i % 3 == 2)
            unlink(path);
    }
    assert_true(seen > 0);
    unsigned n = 0;
    struct dirent *entry;
    DIR *d = opendir(dir); /* the instant between its temporary name and its own may have been hit */
    while ((entry = readdir(d)))
        if (!strncmp(entry->d_name, ".perfolio-", 10)) {
            n++;
            unlinkat(dirfd(d), entry->d_name, 0);
        }
    closedir(d);
    assert_true(n < ROUNDS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),   cmocka_unit_test(test_patch),     cmocka_unit_test(test_hash),
        cmocka_unit_test(test_modes),   cmocka_unit_test(test_links),     cmocka_unit_test(test_stream),
        cmocka_unit_test(test_names),   cmocka_unit_test(test_refused),   cmocka_unit_test(test_through),
        cmocka_unit_test(test_no_room), cmocka_unit_test(test_abandoned), cmocka_unit_test(test_two_writers),
        cmocka_unit_test(test_several), cmocka_unit_test(test_killed),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
