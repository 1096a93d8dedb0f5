/* A file that is read to be replaced: one program at a time, and nothing that came to its place is lost. */
#include "core/base/file/held.h"

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

#include "core/base/file/output.h"

static char dir[] = "/tmp/perfolio-test-XXXXXX";
static char path[64], other[64];

static int make_dir(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/file", dir);
    snprintf(other, sizeof(other), "%s/other", dir);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    return rmdir(dir);
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void nothing(void)
{
}

static void a_file(void)
{
    write_file(path, "old");
}

static void a_link(void)
{
    write_file(other, "old");
    assert_int_equal(symlink(other, path), 0);
}

static void a_link_to_nothing(void)
{
    assert_int_equal(symlink(other, path), 0);
}

static void a_folder(void)
{
    assert_int_equal(mkdir(path, 0777), 0);
}

static void a_fifo(void)
{
    assert_int_equal(mkfifo(path, 0666), 0);
}

static void test_three_answers(void **state)
{
    (void)state;
    static const struct {
        void (*make)(void);
        bool ok, absent;
    } rows[] = {
        { nothing, true, true },    { a_file, true, false },
        { a_link, true, false },    { a_link_to_nothing, false, false },
        { a_folder, false, false }, { a_fifo, false, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct held h;
        rows[i].make();
        assert_int_equal(held_open(&h, path, NULL, NULL, &e), rows[i].ok);
        assert_int_equal(e.kind == ERR_NONE, rows[i].ok);
        if (rows[i].ok) {
            assert_int_equal(held_absent(&h), rows[i].absent);
            assert_true(held_check_unchanged(&h, path, &e));
        }
        held_close(&h);
        remove(path);
        remove(other);
    }
}

static void replace(void)
{
    write_file(other, "old");
    assert_int_equal(rename(other, path), 0);
}

static void write_again(void)
{
    write_file(path, "longer");
}

/* As many bytes, a moment later. */
static void write_as_many(void)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    write_file(path, "odd");
    const struct timespec times[] = { { .tv_nsec = UTIME_OMIT }, { st.st_mtime + 1, 0 } };
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void take_away(void)
{
    unlink(path);
}

static void read_it(void)
{
    struct err e = { 0 };
    struct span bytes;
    assert_true(file_map(path, &bytes, &e));
    file_unmap(bytes);
}

static void give_rights(void)
{
    assert_int_equal(chmod(path, 0600), 0);
}

/* What somebody does meanwhile, and whether a file may be put in its place afterwards. */
static void test_meanwhile(void **state)
{
    (void)state;
    static const struct {
        void (*was)(void), (*then)(void);
        bool ok;
    } rows[] = {
        { a_file, nothing, true },        { a_file, read_it, true },
        { a_file, give_rights, true },    { nothing, nothing, true },
        { a_file, replace, false },       { a_file, write_again, false },
        { a_file, write_as_many, false }, { a_file, take_away, false },
        { nothing, a_file, false },       { nothing, a_link_to_nothing, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct held h;
        struct output o;
        struct stat before, after;
        rows[i].was();
        assert_true(held_open(&h, path, NULL, NULL, &e));
        assert_true(output_open(&o, path, OUTPUT_PRIVATE, NULL, &e));
        o.over = &h;
        assert_true(output_add(&o, "new", 3, &e));
        rows[i].then();
        bool there = !lstat(path, &before);
        assert_int_equal(output_commit(&o, &e), rows[i].ok);
        held_close(&h);
        if (!rows[i].ok) /* what was there is there */
            assert_true(!lstat(path, &after) == there && (!there || after.st_ino == before.st_ino));
        else
            assert_true(!lstat(path, &after) && after.st_size == 3 && after.st_nlink == 1);
        remove(path);
        remove(other);
    }
}

static void tell_busy(void *arg)
{
    assert_int_equal(write(*(int *)arg, "w", 1), 1);
}

/* A process that waits for its turn, tells so, and then what it finds. The first one's lock is not its own.
 */
static pid_t wait_for_turn(struct held *first, int tell)
{
    pid_t pid = fork();
    if (pid)
        return pid;
    struct err e = { 0 };
    struct held h;
    alarm(60);
    held_close(first);
    char c = '?';
    bool ok = held_open(&h, path, tell_busy, &tell, &e);
    if (ok && held_absent(&h))
        c = '-';
    else if (ok)
        file_read(&h.file, 0, &c, 1, &e);
    _exit(write(tell, &c, 1) != 1);
}

/* The one who waits gets what is there when its turn comes: a new file, or the first one. */
static void test_turns(void **state)
{
    (void)state;
    static const struct {
        void (*was)(void), (*then)(void);
        char found;
    } rows[] = {
        { a_file, nothing, 'o' },   { a_file, replace, 'o' },  { a_file, write_again, 'l' },
        { a_file, take_away, '-' }, { nothing, nothing, '-' }, { nothing, a_file, 'o' },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct held h;
        int ends[2], status;
        char c;
        rows[i].was();
        assert_int_equal(pipe(ends), 0);
        assert_true(held_open(&h, path, NULL, NULL, &e));
        pid_t pid = wait_for_turn(&h, ends[1]);
        assert_int_equal(read(ends[0], &c, 1), 1);
        assert_int_equal(c, 'w');
        rows[i].then();
        held_close(&h);
        assert_int_equal(read(ends[0], &c, 1), 1);
        assert_int_equal(c, rows[i].found);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
        close(ends[0]);
        close(ends[1]);
        remove(path);
        remove(other);
    }
}

/* A file that may be read, but not written, is held: a program that runs. */
static void test_may_not_be_written(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct held h;
    struct file again;
    uint8_t magic[4];
    assert_true(held_open(&h, "/proc/self/exe", NULL, NULL, &e));
    assert_true(held_check_unchanged(&h, "/proc/self/exe", &e));
    assert_true(held_reopen(&h, &again, &e));
    held_close(&h);
    assert_int_equal(file_read(&again, 0, magic, 4, &e), 4);
    assert_memory_equal(magic, "\177ELF", 4);
    file_close(&again);
}

/* Without room for a descriptor nothing is opened, and not taken for absent. */
static void test_no_descriptors(void **state)
{
    (void)state;
    struct err first = { 0 }, second = { 0 };
    struct held h, none;
    struct file again;
    struct rlimit was, now;
    a_file();
    assert_true(held_open(&h, path, NULL, NULL, &first));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    now = (struct rlimit){ 0, was.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &now), 0);
    const bool reopened = held_reopen(&h, &again, &first),
               opened = held_open(&none, path, NULL, NULL, &second);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    assert_false(reopened);
    assert_non_null(strstr(first.msg, "cannot open it again"));
    assert_false(opened);
    assert_non_null(strstr(second.msg, "cannot open: "));
    held_close(&h);
    remove(path);
}

/* A path without a folder is one of the folder where the process is. */
static void test_here(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct held h;
    int before = open(".", O_RDONLY | O_DIRECTORY);
    assert_true(before >= 0 && !chdir(dir));
    assert_true(held_open(&h, "file", NULL, NULL, &e));
    assert_true(held_absent(&h));
    assert_true(held_check_unchanged(&h, "file", &e));
    a_file();
    assert_false(held_check_unchanged(&h, "file", &e));
    held_close(&h);
    assert_int_equal(fchdir(before), 0);
    close(before);
    remove(path);
}

/* Another thread's turn: it is told that somebody holds the file, and gets what was put in its place. */
struct turn {
    pthread_mutex_t guard; /* of `busy` */
    struct held h;
    struct err e;
    unsigned busy;
    bool ok;
};

static void let_go(void *arg)
{
    struct turn *t = arg;
    pthread_mutex_lock(&t->guard);
    t->busy++;
    pthread_mutex_unlock(&t->guard);
}

static void *take_turn(void *arg)
{
    struct turn *t = arg;
    t->ok = held_open(&t->h, path, let_go, t, &t->e);
    return NULL;
}

static void test_thread(void **state)
{
    (void)state;
    struct err e = { 0 };
    struct held h;
    pthread_t thread;
    struct turn t = { .guard = PTHREAD_MUTEX_INITIALIZER };
    char got[4] = "";
    a_file();
    assert_true(held_open(&h, path, NULL, NULL, &e));
    assert_int_equal(pthread_create(&thread, NULL, take_turn, &t), 0);
    while (true) { /* until the thread has seen that the file is held */
        pthread_mutex_lock(&t.guard);
        const bool seen = t.busy;
        pthread_mutex_unlock(&t.guard);
        if (seen)
            break;
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    write_file(other, "new");
    assert_int_equal(rename(other, path), 0);
    held_close(&h);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(t.ok && t.busy >= 1);
    assert_int_equal(file_read(&t.h.file, 0, got, 3, &e), 3);
    assert_string_equal(got, "new");
    held_close(&t.h);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_answers),  cmocka_unit_test(test_meanwhile),
        cmocka_unit_test(test_turns),          cmocka_unit_test(test_may_not_be_written),
        cmocka_unit_test(test_no_descriptors), cmocka_unit_test(test_here),
        cmocka_unit_test(test_thread),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
