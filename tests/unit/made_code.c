/* Whose a perf map is: rows of when a machine was started, when a process of that number began on it, and
   when the map was written, against a recording of which the last sample and the end of writing are known. */
#include "archive/source/sources.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "timeline_make.h"

enum { SECOND = 1000000000, PID = 7, LATER = 8, BEFORE = 9 };

/* Seconds; of the recording: the machine had been started at 1000, its process PID began 100 s after that,
   the last sample is of 20 s later, and the file was written at 1121. The process BEFORE was there already.
 */
static const struct row {
    const char *is;
    unsigned boot;    /* what /proc/stat says now; 0: nothing */
    unsigned runs;    /* when a process of the number began after that; 0: there is none */
    unsigned written; /* the map */
    uint32_t pid;
    const char *host, *says; /* NULL: it is taken; "": nobody is told */
} rows[] = {
    { "written while it ran", 1000, 0, 1110, PID, "box", NULL },
    { "as it began", 1000, 0, 1100, PID, "box", NULL },
    { "at its end, by what saves a map then", 1000, 0, 1500, PID, "box", NULL },
    { "of a process before", 1000, 0, 1090, PID, "box", "written before the recorded process began" },
    { "the same, and no /proc/stat", 0, 0, 1090, PID, "box", "written before the recorded process began" },
    { "no /proc/stat", 0, 0, 1110, PID, "box", NULL },
    { "a machine that was started again", 5000, 0, 1110, PID, "box", NULL },
    { "... where an old one lies", 5000, 0, 1000, PID, "box", "written before the recorded process began" },
    { "it runs still", 1000, 100, 2000, PID, "box", NULL },
    { "another one runs", 1000, 300, 1350, PID, "box", "written after another process got its number" },
    { "... and wrote nothing", 1000, 300, 1110, PID, "box", NULL },
    { "nothing is known of it", 1000, 0, 900, LATER, "box", NULL },
    { "it was there before", 1000, 0, 900, BEFORE, "box", NULL },
    { "another host", 1000, 0, 1110, PID, "bo", "" },
    { "a host without a name", 1000, 0, 1110, PID, NULL, "" },
};

static char tree[] = "/tmp/perfolio-test-XXXXXX";

/* A file of the tree with that text, and its time if that is not 0. */
static void put(const char *name, const char *text, unsigned written)
{
    char path[256];
    snprintf(path, sizeof(path), "%s%s", tree, name);
    for (char *p = path + strlen(tree) + 1; (p = strchr(p, '/')) != NULL; *p++ = '/') {
        *p = 0;
        mkdir(path, 0755);
    }
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    const struct timespec times[2] = { { .tv_sec = written }, { .tv_sec = written } };
    if (written)
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void put_machine(const struct row *r)
{
    char text[256], name[64];
    snprintf(text, sizeof(text), r->boot ? "cpu 1 2\nbtime %u\nprocesses 3\n" : "cpu 1 2\n", r->boot);
    put("/proc/stat", text, 0);
    put("/proc/sys/kernel/hostname", "box\n", 0);
    /* state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime cutime cstime
       priority nice threads itrealvalue starttime: fields 3 to 22, and a name like another end of it */
    snprintf(text, sizeof(text), "7 (a) 9) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 %u00 20 21\n",
             r->runs);
    put("/proc/7/stat", r->runs ? text : "", 0);
    put("/proc/7/status", r->runs ? "NSpid:\t7\n" : "", 0);
    snprintf(name, sizeof(name), "/tmp/perf-%u.map", r->pid);
    put(name, "10 10 made\n", r->written);
}

static void test_rows(void **state)
{
    (void)state;
    struct made m = MAKE(comm_of(0, BEFORE, BEFORE, "there", false), comm_of(0, PID, PID, "perf-exec", false),
                         comm_of(100ULL * SECOND, PID, PID, "node", true));
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct env env = { .hostname = rows[i].host };
        const struct live_recording told = {
            .env = &env, .timeline = m.t, .last = 120ULL * SECOND, .until = 1121ULL * SECOND
        };
        char path[64];
        snprintf(path, sizeof(path), "/tmp/perf-%u.map", rows[i].pid);
        const struct object o = { .kind = OBJECT_JIT, .machine = -1, .path = path };
        const struct want w = want_of(WANT_PERF_MAP, &o);
        struct blob b = { 0 };
        struct err e = { 0 };
        put_machine(&rows[i]);
        struct source *s = source_live(tree, &told);
        enum answer a = s->ops->open(s, &w, 0, &b, &e);
        print_message("%s: %s\n", rows[i].is, e.msg);
        assert_int_equal(a, !rows[i].says ? ANSWER_FOUND : *rows[i].says ? ANSWER_UNUSABLE : ANSWER_ABSENT);
        assert_non_null(strstr(e.msg, rows[i].says ? rows[i].says : ""));
        assert_int_equal(b.bytes.n > 0, !rows[i].says);
        assert_false(b.proven); /* so that the chain counts it */
        blob_close(&b);
        e = (struct err){ 0 };
        assert_int_equal(s->ops->open(s, &w, 1, &b, &e), ANSWER_ABSENT); /* and is told once */
        source_close(s);
    }
    timeline_free(m.t);
}

static int make_tree(void **state)
{
    (void)state;
    return mkdtemp(tree) ? 0 : -1;
}

static int remove_tree(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", tree);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
