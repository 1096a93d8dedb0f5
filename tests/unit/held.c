/* A file that is read to be replaced: one program at a time, and nothing that came to its place is lost. */
#include "core/base/file/held.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
        { a_file, nothing, true },    { a_file, read_it, true },  { a_file, give_rights, true },
        { nothing, nothing, true },   { a_file, replace, false }, { a_file, write_again, false },
        { a_file, take_away, false }, { nothing, a_file, false }, { nothing, a_link_to_nothing, false },
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_answers),
        cmocka_unit_test(test_meanwhile),
        cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
