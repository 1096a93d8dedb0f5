/*
 * session: what calls of the library cost in one process, one behind the other: usage: session MOST CAPTURE CALL...
 *
 * MOST is pf_options.max_samples. A call is "samples", "stacks" (samples with these), or words of the command line with blanks between them. A line for
 * the capture's opening and for each call: seconds of processor time of all threads, seconds on the wall, MiB of memory afterwards,
 * and how much came of it: samples, or rows of all tables. Symbols are looked for as on the command line.
 */
#include <perfolio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORDS = 64 };

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* MiB of the process. */
static double memory(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    unsigned long all, here = 0;
    if (f && fscanf(f, "%lu %lu", &all, &here) != 2)
        here = 0;
    if (f)
        fclose(f);
    return (double)here * 4096 / (1 << 20);
}

static size_t ask(pf_file *f, char *call, pf_error *e)
{
    const char *words[WORDS];
    size_t n = 0, rows = 0;
    for (char *w = strtok(call, " "); w && n < WORDS; w = strtok(NULL, " "))
        words[n++] = w;
    pf_view *v = pf_ask(f, words, n, 0, e);
    for (size_t i = 0; v && i < pf_tables(v); i++) {
        pf_table t;
        pf_table_of(v, i, &t, sizeof(t));
        rows += (size_t)t.rows;
    }
    pf_view_free(v);
    return rows;
}

static size_t read_samples(pf_file *f, unsigned how, pf_samples **kept, pf_error *e)
{
    pf_samples_free(*kept);
    *kept = pf_samples_read(f, how, e);
    return *kept ? (*kept)->n : 0;
}

int main(int argc, char **argv)
{
    const pf_options o = { .size = sizeof(o),
                           .home = getenv("HOME"),
                           .max_samples = argc > 1 ? strtoull(argv[1], NULL, 10) : 0 };
    pf_samples *samples = NULL;
    pf_file *f = NULL;
    pf_error e = { 0 };
    for (int i = 2; i < argc && e.kind == PF_OK; i++) {
        const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
        size_t n = 0;
        if (i == 2)
            f = pf_open(argv[i], &o, &e);
        else if (!strcmp(argv[i], "samples") || !strcmp(argv[i], "stacks"))
            n = read_samples(f, argv[i][1] == 't' ? PF_STACKS : 0, &samples, &e);
        else
            n = ask(f, argv[i], &e);
        printf("%.6f %.6f %.1f %zu\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
               seconds(CLOCK_MONOTONIC) - wall, memory(), n);
    }
    if (e.kind != PF_OK)
        fprintf(stderr, "session: %s\n", e.message);
    pf_samples_free(samples);
    pf_close(f);
    return e.kind != PF_OK;
}
