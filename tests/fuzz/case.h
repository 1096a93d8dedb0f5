/*
 * case: what the programs that damage files share: random numbers, the clock, copies of files, and a child
 * that does the work, so that the parent lives to say which case it was that ended it.
 */
#ifndef PERFOLIO_TESTS_FUZZ_CASE_H
#define PERFOLIO_TESTS_FUZZ_CASE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUN_SECONDS = 10 }; /* of CPU, of a command, whatever it is given: the machine may be busy */

/* SIGPROF ends the process where it used up so many seconds; 0: no more. */
static inline void limit(int seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){ .it_value.tv_sec = seconds }, NULL);
}

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

_Noreturn static inline void stop(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(2);
}

static inline uint64_t xorshift(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

static inline void copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    if (!in || !out)
        stop(from);
    char buf[65536];
    for (size_t n; (n = fread(buf, 1, sizeof(buf), in)) > 0;)
        if (fwrite(buf, 1, n, out) != n)
            stop(to);
    fclose(in);
    if (fclose(out))
        stop(to);
}

/* Zeroed memory that a child shares with its parent. */
static inline void *shared_memory(size_t n)
{
    FILE *file = tmpfile();
    if (!file || ftruncate(fileno(file), (off_t)n))
        stop("tmpfile");
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (p == MAP_FAILED)
        stop("mmap");
    fclose(file);
    return p;
}

/* Do the work in a child; its status as waitpid() has it. */
static inline int in_child(void (*work)(void *arg), void *arg)
{
    int status;
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        stop("fork");
    if (!pid) {
        work(arg);
        exit(0);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

#endif
