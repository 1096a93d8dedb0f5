/* Reading at offsets, to the end and beyond it; pipes become files; directories are refused. */
#define _GNU_SOURCE /* sched_setaffinity() */
#include "core/base/file/file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[] = "/tmp/perfolio-test-XXXXXX";
static char path[64];

static struct sigaction bus_before;

static int make_dir(void **state)
{
    (void)state;
    sigaction(SIGBUS, NULL, &bus_before); /* a sanitizer's */
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/file", dir);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void test_read(void **state)
{
    (void)state;
    static const struct {
        uint64_t at;
        size_t n;
        const char *text;
    } rows[] = {
        { 0, 10, "0123456789" }, { 3, 4, "3456" },      { 8, 10, "89" }, { 10, 1, "" }, { 0, 0, "" },
        { 11, 5, "" },           { UINT64_MAX, 5, "" },
    };
    struct err e = { 0 };
    struct file f;
    write_file("0123456789");
    assert_true(file_open(&f, path, &e));
    assert_int_equal(f.size, 10);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char buf[16] = { 0 };
        assert_int_equal(file_read(&f, rows[i].at, buf, rows[i].n, &e), strlen(rows[i].text));
        assert_string_equal(buf, rows[i].text);
    }
    assert_int_equal(truncate(path, 4), 0); /* somebody cuts it off while we read */
    char buf[16] = { 0 };
    assert_int_equal(file_read(&f, 2, buf, 8, &e), 2);
    assert_int_equal(e.kind, ERR_NONE);
    file_close(&f);
    assert_int_equal(f.fd, -1);
    file_close(&f);
}

static void test_refused(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct file f;
    assert_false(file_open(&f, dir, &e));
    assert_int_equal(e.kind, ERR_UNSUPPORTED);
    assert_int_equal(f.fd, -1);
    e = (struct err){ 0 };
    unlink(path);
    assert_false(file_open(&f, path, &e));
    assert_int_equal(e.kind, ERR_IO);
    assert_int_equal(f.fd, -1);
    assert_true(file_is_dir(dir));
    assert_false(file_is_dir(path));
}

/* More than a pipe holds, in pieces of odd sizes. */
enum { STREAM = 3 * 1000 * 1000 + 17 };

static void *write_stream(void *arg)
{
    FILE *f = fopen(arg, "wb");
    for (unsigned i = 0; f && i < STREAM; i++)
        fputc((int)(i * 31 >> 3 & 0xff), f);
    if (f)
        fclose(f);
    return NULL;
}

static void test_pipe(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct file f;
    pthread_t writer;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_stream, path), 0);
    assert_true(file_open(&f, path, &e));
    pthread_join(writer, NULL);
    assert_int_equal(f.size, STREAM);
    for (int round = 0; round < 2; round++) { /* may be read twice */
        uint8_t b[3];
        assert_int_equal(file_read(&f, STREAM - 3, b, 3, &e), 3);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(b[i], (STREAM - 3 + i) * 31 >> 3 & 0xff);
    }
    file_close(&f);
    unlink(path);
}

static void test_map(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct span bytes;
    write_file("mapped");
    assert_true(file_map(path, &bytes, &e));
    assert_int_equal(bytes.n, 6);
    assert_memory_equal(bytes.p, "mapped", 6);
    file_unmap(bytes);
    write_file("");
    assert_true(file_map(path, &bytes, &e));
    assert_int_equal(bytes.n, 0);
    file_unmap(bytes);
    assert_false(file_map(dir, &bytes, &e));
    assert_int_equal(e.kind, ERR_IO);
    e = (struct err){ 0 };
    unlink(path);
    assert_false(file_map(path, &bytes, &e));
    assert_non_null(strstr(e.msg, path));
}

/* What is told is of the file that was opened, also when another one has its name, or none. */
static void test_facts(void **state)
{
    (void)state;
    struct file_facts facts[3];
    struct err e = { 0 };
    struct span bytes;
    struct file f;
    struct stat st;
    bool absent;
    char open_one[64];
    write_file("first");
    assert_int_equal(stat(path, &st), 0);
    assert_true(file_open_regular(&f, path, &absent, &e));
    assert_true(file_mtime(&f) / 1000000000 == (uint64_t)st.st_mtime);
    snprintf(open_one, sizeof(open_one), "/proc/self/fd/%d", f.fd);
    bool has_proc = !access(open_one, F_OK);
    for (int i = 0; has_proc && i < 3; i++) {
        const char *names[] = { path, open_one, path };
        assert_true(file_map_facts(names[i], &bytes, &facts[i], &e));
        file_unmap(bytes);
        if (!i)
            unlink(path);
        if (i == 1)
            write_file("second");
    }
    if (has_proc) {
        assert_true(facts[0].ino == st.st_ino && facts[1].ino == st.st_ino && facts[2].ino != st.st_ino);
        assert_true(facts[1].maj == facts[0].maj && facts[1].min == facts[0].min);
        assert_true(facts[1].generation == facts[0].generation);
        assert_true(!facts[0].nameless && facts[1].nameless && !facts[2].nameless);
        assert_true(facts[1].written == facts[0].written && facts[1].changed >= facts[0].changed);
        assert_true(facts[0].written == file_mtime(&f));
    }
    file_close(&f);
    file_of_bytes(&f, (struct span){ (const uint8_t *)"x", 1 });
    assert_int_equal(file_mtime(&f), 0);
    file_close(&f);
    unlink(path);
}

/* Write a file anew and cut it, again and again, until it is gone. */
static void *keep_writing(void *all)
{
    enum { ALL = 1 << 20, PIECE = 1 << 14 };
    int fd;
    while ((fd = open(path, O_WRONLY)) >= 0) {
        for (unsigned i = 0; i < ALL / PIECE; i++)
            if (write(fd, all, PIECE) != PIECE)
                break;
        if (ftruncate(fd, 0))
            break;
        close(fd);
    }
    return NULL;
}

/* A program that did not ask for the guard has no handler, and no file that another one cuts ends it: what is given is whole,
 * and stays as it was. */
static void test_copied(void **state)
{
    (void)state;
    enum { PIECE = 1 << 14, ROUNDS = 300 };
    char *all = malloc(PIECE);
    struct sigaction now;
    struct err e = { 0 };
    struct span bytes;
    pthread_t writer;
    write_file("as it was");
    assert_true(file_map(path, &bytes, &e));
    write_file("");
    assert_memory_equal(bytes.p, "as it was", 9);
    assert_true(file_check_unchanged(bytes, &e));
    assert_false(file_next_changed(&e));
    file_drop_pages(bytes);
    assert_memory_equal(bytes.p, "as it was", 9);
    file_unmap(bytes);
    memset(all, 'x', PIECE);
    assert_int_equal(pthread_create(&writer, NULL, keep_writing, all), 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        e = (struct err){ 0 };
        if (!file_map(path, &bytes, &e))
            assert_true(strstr(e.msg, "was cut from") || strstr(e.msg, "was written to"));
        for (size_t k = 0; k < bytes.n; k++)
            if (bytes.p[k] != 'x')
                fail_msg("byte %zu of %zu is %d", k, bytes.n, bytes.p[k]);
        file_unmap(bytes);
    }
    unlink(path);
    pthread_join(writer, NULL);
    free(all);
    assert_int_equal(sigaction(SIGBUS, NULL, &now), 0);
    assert_true(!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction == bus_before.sa_sigaction);
}

/* What gets shorter while it is mapped reads as zeros and is told, once; what takes its place is another
 * file. */
static void test_changed(void **state)
{
    (void)state;
    enum { SIZE = 200000 };
    static const struct {
        const char *what;
        off_t to;         /* cut to so many bytes; -1: it is not */
        const char *says; /* NULL: nothing */
    } rows[] = {
        { "cut", 0, "was cut from 200000 to 0 bytes while it was read" },
        { "cut", 100000, "was cut from 200000 to 100000 bytes while it was read" },
        { "cut", SIZE - 1, "was cut from 200000 to 199999 bytes while it was read" },
        { "written to", -1, "was written to while it was read" },
        { "replaced", -1, NULL },
        { "removed", -1, NULL },
        { "left alone", -1, NULL },
    };
    char *all = malloc(SIZE), again[128];
    file_guard_begin();
    memset(all, 'x', SIZE);
    snprintf(again, sizeof(again), "%s.again", path);
    for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(*rows); i++) {
        const char *what = rows[i / 2].what, *says = rows[i / 2].says;
        bool asked = i % 2; /* of what nobody asked it is told in the end */
        struct span bytes;
        struct err e = { 0 };
        FILE *f = fopen(path, "w");
        assert_true(f && fwrite(all, 1, SIZE, f) == SIZE && !fclose(f));
        assert_true(file_map(path, &bytes, &e));
        if (rows[i / 2].to >= 0)
            assert_int_equal(truncate(path, rows[i / 2].to), 0);
        else if (!strcmp(what, "written to"))
            assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[2]){ { 1, 2 }, { 3, 4 } }, 0), 0);
        else if (!strcmp(what, "replaced"))
            assert_true((f = fopen(again, "w")) != NULL && !fclose(f) && !rename(again, path));
        else if (!strcmp(what, "removed"))
            assert_int_equal(unlink(path), 0);
        size_t cut = rows[i / 2].to >= 0 ? (size_t)rows[i / 2].to : SIZE;
        for (size_t k = 0; k < SIZE; k++)
            assert_int_equal(bytes.p[k], k < cut ? 'x' : 0);
        if (asked) {
            assert_int_equal(file_check_unchanged((struct span){ bytes.p + 9, 1 }, &e), !says);
            assert_string_equal(e.msg, says ? says : "");
        }
        if (i % 3)
            file_unmap(bytes);
        e = (struct err){ 0 };
        assert_int_equal(file_next_changed(&e), says && !asked);
        if (says && !asked)
            assert_non_null(strstr(e.msg, says));
        assert_false(file_next_changed(&e));
        if (!(i % 3))
            file_unmap(bytes);
        assert_false(file_next_changed(&e));
    }
    assert_true(file_check_unchanged((struct span){ (const uint8_t *)all, SIZE }, &(struct err){ 0 }));
    free(all);
    unlink(path);
}

/* Who is sent the signal of such a fault is ended by it, as without mappings. */
static void test_sent(void **state)
{
    (void)state;
    struct span bytes;
    struct err e = { 0 };
    int status = 0;
    file_guard_begin();
    write_file("all of it");
    assert_true(file_map(path, &bytes, &e));
    pid_t child = fork();
    if (!child) {
        kill(getpid(), SIGBUS);
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_false(WIFEXITED(status) && !WEXITSTATUS(status)); /* a sanitizer makes it an exit of its own */
    file_unmap(bytes);
    unlink(path);
}

static void test_view(void **state)
{
    (void)state;
    static const struct {
        uint64_t at;
        size_t n;
        const char *text;
    } rows[] = {
        { 0, 10, "memory" }, { 2, 3, "mor" }, { 5, 9, "y" },
        { 6, 1, "" },        { 0, 0, "" },    { UINT64_MAX, 2, "" },
    };
    struct err e = { 0 };
    struct file f;
    file_of_bytes(&f, (struct span){ (const uint8_t *)"memory", 6 });
    assert_int_equal(f.size, 6);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char buf[16] = { 0 };
        assert_int_equal(file_read(&f, rows[i].at, buf, rows[i].n, &e), strlen(rows[i].text));
        assert_string_equal(buf, rows[i].text);
    }
    file_close(&f);
    file_close(&f);
    file_of_bytes(&f, (struct span){ NULL, 0 });
    assert_int_equal(file_read(&f, 0, NULL, 0, &e), 0);
    file_close(&f);
}

static void test_temp(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct file f;
    char buf[16] = { 0 };
    assert_true(file_temp(&f, dir, &e));
    assert_true(file_append(&f, "one", 3, &e));
    assert_true(file_append(&f, "", 0, &e));
    assert_true(file_append(&f, "two", 3, &e));
    assert_int_equal(f.size, 6);
    assert_int_equal(file_read(&f, 1, buf, sizeof(buf), &e), 5);
    assert_string_equal(buf, "netwo");
    file_close(&f);
    assert_false(file_temp(&f, "/nonexistent", &e));
    assert_non_null(strstr(e.msg, "/nonexistent"));
}

/* Files without a size, as those in /proc; a file with one is read the same way. */
static void test_sizeless(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct text t = { 0 };
    char buf[8] = { 0 };
    write_file("0123456789");
    text_add(&t, "before ");
    assert_true(file_read_all(path, 10, &t, &e));
    assert_string_equal(t.s, "before 0123456789");
    assert_false(file_read_all(path, 9, &t, &e));
    assert_non_null(strstr(e.msg, "more than 9 bytes"));
    assert_int_equal(file_read_path_at(path, 8, buf, sizeof(buf)), 2);
    assert_string_equal(buf, "89");
    assert_int_equal(file_read_path_at(path, 10, buf, sizeof(buf)), 0);
    assert_int_equal(file_read_path_at(path, UINT64_MAX, buf, sizeof(buf)), 0);
    write_file("");
    t.n = 0;
    e = (struct err){ 0 };
    assert_true(file_read_all(path, 10, &t, &e));
    assert_string_equal(t.s, "");
    unlink(path);
    assert_false(file_read_all(path, 10, &t, &e));
    assert_int_equal(file_read_path_at(path, 0, buf, sizeof(buf)), 0);
    const char *const others[] = { dir, path }; /* a folder, and a FIFO, which nobody waits for */
    assert_int_equal(mkfifo(path, 0600), 0);
    for (size_t i = 0; i < 2; i++) {
        e = (struct err){ 0 };
        assert_false(file_read_all(others[i], 10, &t, &e));
        assert_non_null(strstr(e.msg, "not a regular file"));
        assert_int_equal(file_read_path_at(others[i], 0, buf, sizeof(buf)), 0);
    }
    unlink(path);
    if (file_is_dir("/proc/self")) {
        t.n = 0;
        e = (struct err){ 0 };
        assert_true(file_read_all("/proc/self/status", 1 << 20, &t, &e));
        assert_non_null(strstr(t.s, "Name:"));
        char same[5] = { 0 }; /* as dir is, unless it is an emulated host's that runs here */
        int fd = open("/proc/self/mem", O_RDONLY);
        ssize_t n = pread(fd, same, sizeof(same), (off_t)(uintptr_t)dir);
        assert_int_equal(file_read_path_at("/proc/self/mem", (uintptr_t)dir, buf, 5), n < 0 ? 0 : n);
        assert_memory_equal(buf, same, n < 0 ? 0 : (size_t)n);
        close(fd);
    }
    text_free(&t);
}

static void test_links(void **state)
{
    (void)state;
    struct text t = { 0 };
    char link[64];
    snprintf(link, sizeof(link), "%s/link", dir);
    write_file("x");
    assert_int_equal(symlink(path, link), 0);
    assert_false(file_read_link(path, &t));
    assert_true(file_read_link(link, &t));
    assert_string_equal(t.s, path);
    assert_true(file_same(link, path));
    assert_false(file_same(link, dir));
    unlink(path);
    assert_false(file_same(link, path));
    assert_false(file_same(link, link));
    unlink(link);
    text_free(&t);
}

/* Files in folders of a tree that may be a stranger's. */
static void test_beneath(void **state)
{
    (void)state;
    static const struct {
        const char *path, *bytes; /* NULL: refused */
    } beneath[] = {
        { "/in/file", "inside" },
        { "in//file", "inside" },
        { "/link/file", NULL },
        { "/in/link", NULL },
        { "/in/../file", NULL },
        { "/in", NULL },
        { "/in/fifo", NULL },
        { "/in/none", NULL },
        { "/in/file/x", NULL },
        { "", NULL },
        { "/", NULL },
        { "/in/./file", "inside" },
    };
    char command[256];
    snprintf(command, sizeof(command),
             "cd %s && mkdir in && printf inside >in/file && ln -s in link && ln -s file in/link && "
             "mkfifo in/fifo && printf out >file",
             dir);
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < sizeof(beneath) / sizeof(*beneath); i++) {
        struct err e = { 0 };
        struct span bytes;
        struct file_facts facts = { 0 };
        assert_int_equal(file_map_beneath(dir, beneath[i].path, &bytes, &facts, &e),
                         beneath[i].bytes != NULL);
        assert_int_equal(facts.ino != 0, beneath[i].bytes != NULL);
        assert_int_equal(e.kind != ERR_NONE, !beneath[i].bytes);
        assert_int_equal(bytes.n, beneath[i].bytes ? strlen(beneath[i].bytes) : 0);
        assert_true(!bytes.n || !memcmp(bytes.p, beneath[i].bytes, bytes.n));
        file_unmap(bytes);
    }
    struct err e = { 0 };
    struct span bytes;
    assert_false(file_map_beneath("/nonexistent", "/x", &bytes, NULL, &e));
    snprintf(command, sizeof(command), "cd %s && rm -r in link file", dir);
    assert_int_equal(system(command), 0);
}

static void test_numbers(void **state)
{
    (void)state;
    static const char *const names[] = { "10",         "9",  "007", "4294967295",
                                         "4294967296", "1x", "x1",  "99999999999" };
    static const uint32_t numbers[] = { 7, 9, 10, UINT32_MAX };
    char command[256];
    size_t n;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        snprintf(command, sizeof(command), "%s/%s", dir, names[i]);
        assert_int_equal(mkdir(command, 0755), 0);
    }
    uint32_t *v = file_list_numeric_names(dir, 100, &n);
    assert_int_equal(n, 4);
    assert_memory_equal(v, numbers, sizeof(numbers));
    free(v);
    v = file_list_numeric_names(dir, 2, &n);
    assert_int_equal(n, 2);
    assert_true(v[0] < v[1]);
    free(v);
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        snprintf(command, sizeof(command), "%s/%s", dir, names[i]);
        assert_int_equal(rmdir(command), 0);
    }
    assert_null(file_list_numeric_names(dir, 100, &n));
    assert_null(file_list_numeric_names("/nonexistent", 100, &n));
    assert_int_equal(n, 0);
}

static void test_folders(void **state)
{
    static const struct {
        const char *path; /* in a folder with the file "file", and a link "link" to the folder itself */
        bool ok;
    } rows[] = {
        { "x", true },       { "a/x", true },       { "a/b//c/x", true },   { "/a/x", true },
        { "file", true },    { "link", true },      { "file/x", false },    { "link/x", false },
        { "a/../x", false }, { "link/a/x", false }, { "a/link/x/y", true }, { "", false },
    };
    char full[128];
    (void)state;
    write_file("bytes");
    snprintf(full, sizeof(full), "%s/link", dir);
    assert_int_equal(symlink(".", full), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        assert_int_equal(file_make_parents(dir, rows[i].path, &e), rows[i].ok);
    }
    static const struct {
        const char *path;
        enum file_kind kind;
    } kinds[] = { { "a/b/c", FILE_FOLDER }, { "link", FILE_LINK },    { "file", FILE_REGULAR },
                  { "x", FILE_NONE },       { "a/b/c/x", FILE_NONE }, { "file/x", FILE_NONE } };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        snprintf(full, sizeof(full), "%s/%s", dir, kinds[i].path);
        assert_int_equal(file_kind_of(full), kinds[i].kind);
    }
    static const struct {
        const char *path;
        bool ok;
    } made[] = {
        { "m/n//o/", true }, { "m", true }, { "link/m/p", true }, { "file", false }, { "file/x", false }
    };
    for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++) {
        struct err e = { 0 };
        snprintf(full, sizeof(full), "%s/%s", dir, made[i].path);
        assert_int_equal(file_make_folder(full, &e), made[i].ok);
        assert_int_equal(file_is_dir(full), made[i].ok);
    }
    static const char *const folders[] = { "m/n/o", "m/n",      "m/p",    "m", "a/b/c",
                                           "a/b",   "a/link/x", "a/link", "a" };
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
        snprintf(full, sizeof(full), "%s/%s", dir, folders[i]);
        assert_int_equal(rmdir(full), 0);
    }
    snprintf(full, sizeof(full), "%s/link", dir);
    unlink(full);
}

static void test_make_link(void **state)
{
    char full[128];
    (void)state;
    snprintf(full, sizeof(full), "%s/link", dir);
    for (int i = 0; i < 3; i++) { /* made; there already; there and another */
        struct err e = { 0 };
        struct text says = { 0 };
        assert_int_equal(file_make_link(full, i < 2 ? "one" : "other", &e), i < 2);
        assert_true(file_read_link(full, &says));
        assert_string_equal(says.s, "one");
        text_free(&says);
    }
    unlink(full);
    struct err e = { 0 };
    write_file("bytes");
    assert_false(file_make_link(path, "one", &e));
}

static void test_equal(void **state)
{
    static const struct {
        size_t n, at; /* zeros, and where one of the two has something else; n: nowhere */
    } rows[] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 200000, 199999 }, { 200000, 65536 }, { 200000, 200000 } };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct file a, b;
        uint8_t *x = calloc(2, rows[i].n + 1), *y = x + rows[i].n + 1;
        if (rows[i].at < rows[i].n)
            y[rows[i].at] = 1;
        file_of_bytes(&a, (struct span){ x, rows[i].n });
        file_of_bytes(&b, (struct span){ y, rows[i].n });
        assert_int_equal(file_equal(&a, &b, &e), rows[i].at == rows[i].n);
        file_close(&b);
        file_of_bytes(&b, (struct span){ y, rows[i].n + 1 });
        assert_false(file_equal(&a, &b, &e));
        file_close(&a);
        file_close(&b);
        free(x);
    }
}

/* Those that the program may run on. */
static void test_processors(void **state)
{
    (void)state;
    cpu_set_t before, one;
    if (sched_getaffinity(0, sizeof(before), &before))
        skip();
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &before))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
    assert_int_equal(file_processors(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
    assert_int_equal(file_processors(), CPU_COUNT(&before));
}

/* Half of what the machine has or of the limit of addresses, and less of 32-bit ones. */
static void test_memory(void **state)
{
    (void)state;
    struct rlimit before;
    FILE *f = fopen("/proc/meminfo", "r");
    unsigned long long kib = 0;
    if (!f || fscanf(f, "MemTotal: %llu kB", &kib) != 1)
        skip();
    fclose(f);
    const uint64_t most = SIZE_MAX > UINT32_MAX ? UINT64_MAX : 1 << 30;
    const uint64_t half = kib * 512 < most ? kib * 512 : most;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    if (before.rlim_cur != RLIM_INFINITY)
        skip();
    assert_int_equal(file_memory() / (1 << 20), half / (1 << 20));
    assert_int_equal(setrlimit(RLIMIT_AS, &(struct rlimit){ kib * 512, before.rlim_max }), 0);
    const uint64_t limited = file_memory();
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(limited / (1 << 20), (kib * 256 < most ? kib * 256 : most) / (1 << 20));
}

/* What a path leads to after it was read says nothing of what was. */
static void test_everyones(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct file_facts was;
    struct file_node read;
    const struct file_node none = { 0 };
    struct span bytes;
    struct file keeps; /* its inode from being used again */
    unlink(path);
    write_file("private");
    assert_true(file_map_facts(path, &bytes, &was, &e) && file_open(&keeps, path, &e));
    read = file_node_of(&was);
    file_unmap(bytes);
    assert_int_equal(chmod(dir, 0755), 0);
    assert_int_equal(chmod(path, 0600), 0);
    assert_false(file_is_world_readable(path, &read));
    assert_int_equal(chmod(path, 0644), 0);
    assert_true(file_is_world_readable(path, &read));
    assert_int_equal(unlink(path), 0);
    write_file("public");
    assert_int_equal(chmod(path, 0644), 0);
    assert_false(file_is_world_readable(path, &read));
    assert_true(file_is_world_readable(path, &none));
    file_close(&keeps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),       cmocka_unit_test(test_refused),  cmocka_unit_test(test_pipe),
        cmocka_unit_test(test_copied),     cmocka_unit_test(test_map),      cmocka_unit_test(test_everyones),
        cmocka_unit_test(test_temp),       cmocka_unit_test(test_sizeless), cmocka_unit_test(test_links),
        cmocka_unit_test(test_beneath),    cmocka_unit_test(test_numbers),  cmocka_unit_test(test_changed),
        cmocka_unit_test(test_view),       cmocka_unit_test(test_folders),  cmocka_unit_test(test_make_link),
        cmocka_unit_test(test_equal),      cmocka_unit_test(test_facts),    cmocka_unit_test(test_sent),
        cmocka_unit_test(test_processors), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
