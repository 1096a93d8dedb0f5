/*
 * requests: what requests of the bridge cost in one process, one behind the other, as the workbench sends them: usage:
 * requests REQUEST... A request is words with blanks between them (lib/remote/bridge.h). A line for each: seconds of processor
 * time of all threads, seconds on the wall, bytes of its answer, and the longest time (seconds of processor time of this thread) for which
 * nobody was asked whether to go on: for so long the request cannot be cancelled. A request that is refused ends the program.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/base/file/file.h"
#include "lib/remote/bridge.h"

enum { WORDS = 64 };

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct looks {
    double last, longest; /* seconds of this thread */
};

static bool look(void *arg)
{
    struct looks *l = arg;
    const double now = seconds(CLOCK_THREAD_CPUTIME_ID);
    if (now - l->last > l->longest)
        l->longest = now - l->last;
    l->last = now;
    return true;
}

int main(int argc, char **argv)
{
    static const char refused[] = "{\"error\":";
    file_guard_begin(); /* as in the program: objects are mapped */
    struct bridge *b = bridge_new();
    struct looks looks;
    int status = !b;
    if (b)
        bridge_watch(b, look, &looks);
    for (int i = 1; i < argc && !status; i++) {
        const char *words[WORDS];
        size_t n = 0, length;
        printf("%s:", argv[i]);
        for (char *w = strtok(argv[i], " "); w && n < WORDS; w = strtok(NULL, " "))
            words[n++] = w;
        const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
        looks = (struct looks){ .last = seconds(CLOCK_THREAD_CPUTIME_ID) };
        const char *answer = bridge_answer(b, words, n, &length);
        look(&looks);
        printf(" %.3f %.3f %zu %.3f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
               seconds(CLOCK_MONOTONIC) - wall, length, looks.longest);
        status = !strncmp(answer, refused, strlen(refused));
        if (status)
            fprintf(stderr, "requests: %s", answer);
    }
    bridge_free(b);
    return status;
}
