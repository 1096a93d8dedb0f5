#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "core/base/character/character.h"
#include "core/base/date.h"

enum { UNIT = 1000 };
#define EACH (NSEC_PER_SEC / 10) /* ns between updates */

static uint64_t progress_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
}

/* Writes an amount of bytes in the unit in which the amount `like` is at least 1. */
static void add_amount(struct text *out, double bytes, double like, bool names_unit)
{
    static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
    size_t unit = 0;
    for (; like >= UNIT && unit + 1 < COUNT(units); unit++) {
        like /= UNIT;
        bytes /= UNIT;
    }
    text_printf(out, "%.1f", bytes);
    if (names_unit)
        text_printf(out, " %s", units[unit]);
}

static void add_time(struct text *out, uint64_t seconds)
{
    enum { MINUTE = 60 };
    if (seconds >= MINUTE)
        text_printf(out, "%" PRIu64 " min ", seconds / MINUTE);
    text_printf(out, "%" PRIu64 " s", seconds % MINUTE);
}

void progress_write(struct text *out, uint64_t first, uint64_t done, uint64_t all, uint64_t ns)
{
    const double rate = (double)(done - first) / ((double)ns / (double)NSEC_PER_SEC);
    const bool is_known = all && done <= all;
    add_amount(out, (double)done, (double)(is_known ? all : done), !is_known);
    if (is_known) {
        text_add(out, " of ");
        add_amount(out, (double)all, (double)all, true);
        text_printf(out, ", %.0f%%", 100 * (double)done / (double)all);
    }
    text_add(out, ", ");
    add_amount(out, rate, rate, true);
    text_add(out, "/s");
    if (is_known && rate >= 1) {
        text_add(out, ", ");
        add_time(out, (uint64_t)((double)(all - done) / rate + 0.5));
        text_add(out, " left");
    }
}

static bool may_show(const struct progress *p)
{
    return p->is_watched && !pager_is_busy(p->pager);
}

/* Shows the progress of reading. All threads that read call it; only the calls of one thread are used. */
static bool progress_goes_on(struct watch *w, uint64_t done, uint64_t all, struct err *e UNUSED)
{
    struct progress *p = (struct progress *)w;
    if (!pthread_equal(p->reader, pthread_self()))
        return true;
    const uint64_t at = progress_now();
    const bool is_new = done < p->done || !p->began;
    p->done = done;
    if (is_new) {
        p->began = at;
        p->first = done;
        return true;
    }
    if (at - p->began < NSEC_PER_SEC || at - p->drawn < EACH || !may_show(p))
        return true;
    struct text t = { 0 };
    progress_write(&t, p->first, done, all, at - p->began);
    fprintf(stderr, "\r\033[Kreading: %s", t.s);
    text_free(&t);
    p->is_on_screen = true;
    p->drawn = at;
    return true;
}

void progress_init(struct progress *p, struct pager *pager)
{
    *p = (struct progress){ .watch.goes_on = progress_goes_on,
                            .pager = pager,
                            .is_watched = isatty(STDERR_FILENO),
                            .reader = pthread_self() };
}

/* Prints a name that may come from a file, or its first `most` characters. */
static void progress_print(struct progress *p, const char *what, const char *name, size_t most)
{
    struct text clean = { 0 };
    text_add_clean(&clean, name);
    const char *s = text_str(&clean), *end = s;
    for (; *end && most; most--) {
        const unsigned length = character_length(end);
        end += length + !length; /* skips one byte if it is not UTF-8 */
    }
    fprintf(stderr, "\r\033[K%s %.*s", what, (int)(end - s), s);
    text_free(&clean);
    p->is_on_screen = true;
}

void progress_show(struct progress *p, const char *what, const char *name)
{
    if (!may_show(p))
        return;
    progress_print(p, what, name, 60);
}

void progress_show_download(struct progress *p, const char *object, long have, long of)
{
    if (!may_show(p))
        return;
    progress_print(p, "debuginfod:", object, 40);
    fprintf(stderr, ": %ld of %ld KiB", have / 1024, of / 1024);
}

void progress_clear(struct progress *p)
{
    if (p->is_on_screen)
        fputs("\r\033[K", stderr);
    p->is_on_screen = false;
}
