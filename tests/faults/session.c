/*
 * A session without memory: usage: session TIMES CAPTURE [OBJECTS]
 *
 * A capture is opened, its samples are counted with their chains by several workers, of the file and of columns, a report is asked of
 * it whose rows are pulled in another order, slices and markers are read, and it is closed, all in one process. The linker puts
 * the functions called __wrap_* here in front of what the house allocates by (core/base/mem.c): the K-th allocation fails, for TIMES
 * K spread over all of them, and so does it with all that follow while the call goes on. Each call ends with an error that says so, or
 * with the answer; the session is closed, and the next call in the same process answers as the first did. A call that does not end is
 * ended by an alarm, and no file stays open.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "core/profile/keys/keys.h"
#include "formats/perf/skim.h"
#include "include/perfolio.h"
#include "lib/session/session.h"

enum { WORKERS = 3, SECONDS = 60 };

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
struct skim_plan __wrap_skim_plan_of(const struct perfdata *p);

/* Memory of a call that failed is lost: a sanitizer has nothing to say about that. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static atomic_ulong asked, first, last; /* allocations; those that fail */
static unsigned long lost;              /* files */

static bool fails(void)
{
    const unsigned long at = atomic_fetch_add(&asked, 1) + 1;
    return at >= atomic_load(&first) && at <= atomic_load(&last);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    return fails() ? NULL : __real_realloc(p, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(align, size);
}

/* Small captures have pieces for all. */
struct skim_plan __wrap_skim_plan_of(const struct perfdata *p)
{
    (void)p;
    return (struct skim_plan){ WORKERS, 4096 };
}

struct call {
    struct session_opts opts;
    struct session session;
    struct profile profile;
    uint64_t answer;
    bool whole, starved; /* the library said that there is no memory */
};

static uint64_t sum_of(const struct profile *p)
{
    uint64_t sum = p->nrows;
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        sum += hash_u64(hash_u64(r->samples + 1) ^ r->period) + hash_u64(row_children(p, r));
    }
    return sum;
}

/* The weights of the first rows by their names, and of what stands below them. */
static uint64_t look(pf_view *v, bool *had)
{
    uint64_t rows[16], sum = 0;
    size_t n;
    *had = pf_sort(v, 0, pf_tables(v) ? 2 : 0, true) &&
           (n = pf_rows(v, 0, PF_TOP, 0, COUNT(rows), rows)) != 0;
    for (size_t i = 0; *had && i < n; i++) {
        pf_value period;
        pf_row row;
        *had = pf_row_of(v, 0, rows[i], &row, sizeof(row)) &&
               pf_cell_of(v, 0, rows[i], 2, &period, sizeof(period)) && period.type == PF_COUNT;
        sum += hash_u64(period.count + i) + row.children;
    }
    return sum;
}

/* Lengths of slices and texts of markers, where who ran was recorded; false with `e` set. */
static bool look_beside(pf_file *f, uint64_t *sum, pf_error *e)
{
    pf_samples *samples = pf_samples_read(f, PF_STACKS, e);
    const pf_markers *markers = samples ? pf_markers_read(samples, e) : NULL;
    const pf_slices *slices = markers ? pf_slices_read(samples, e) : NULL;
    for (size_t i = 0; markers && i < markers->n; i++)
        *sum += hash_u64(markers->time[i] ^ strlen(pf_text_of(samples, markers->text[i])));
    for (size_t i = 0; slices && i < slices->n; i++)
        *sum += hash_u64(slices->start[i] ^ slices->length[i]) + slices->stack[i];
    pf_samples_free(samples);
    return slices || (markers && e->kind == PF_USAGE);
}

/* What was answered first is looked at last: what was read for it is read again with stacks. */
static bool ask(struct call *c, uint64_t *sum)
{
    static const char *const flat[] = { "report", "--sort", "comm,sym", "--no-children", "-g", "none" },
                             *const graph[] = { "report",        "--sort", "comm,sym",
                                                "--no-children", "-g",     "caller" };
    pf_error e = { PF_OK, 0, "" };
    const pf_options o = {
        .size = sizeof(o), .objects = c->opts.objects, .isolated = true, .threads = WORKERS
    };
    pf_file *f = pf_open(c->opts.path, &o, &e);
    pf_view *before = f ? pf_ask(f, flat, COUNT(flat), 0, &e) : NULL;
    pf_view *v = before ? pf_ask(f, graph, COUNT(graph), 0, &e) : NULL;
    bool had = false, had_before = false;
    if (v)
        *sum += look(v, &had) + look(before, &had_before);
    had = had && (!had_before ||
                  look_beside(f, sum, &e)); /* a look that fails leaves a file that can only be closed */
    pf_view_free(v);
    pf_view_free(before);
    pf_close(f);
    const bool is_told = e.kind == PF_MEMORY || (v && e.kind == PF_OK) || (had && e.kind == PF_USAGE);
    if (!is_told) {
        fprintf(stderr, "session: asked, it says \"%s\"\n", e.message);
        exit(1);
    }
    return had && had_before;
}

static void work(void *arg)
{
    struct call *c = arg;
    struct session *s = &c->session;
    struct err e = { 0 };
    static const struct key *keys[2];
    if (!session_open(s, &c->opts, &e) || !session_deepen(s, SESSION_RESOLVE, &e))
        return;
    keys[0] = &key_process;
    keys[1] = &key_path;
    const struct count_opts o = { .keys = keys,
                                  .nkeys = 2,
                                  .children = true,
                                  .paths = true,
                                  .stack.max = 127,
                                  .inlines = INLINES_ALL,
                                  .workers = WORKERS };
    if (!count_samples(s->capture, s->timeline, s->resolver, &o, &c->profile, &e))
        return;
    uint64_t sum = sum_of(&c->profile);
    profile_free(&c->profile);
    if (!session_count(s, &o, &c->profile, &e))
        return;
    if (sum_of(&c->profile) != sum)
        fprintf(stderr, "session: columns are counted to something else\n"), exit(1);
    c->starved = !ask(c, &sum);
    c->answer = sum;
    c->whole = !c->starved;
}

/* How many files are open, as far as the lowest number that is free tells. */
static int files(void)
{
    const int free = dup(STDIN_FILENO);
    close(free);
    return free;
}

/* Whether memory was there for all of it. */
static bool answer(const struct call *with, unsigned long from, unsigned long to, uint64_t *sum)
{
    struct call c = *with;
    struct err e = { 0 };
    const int before = files();
    atomic_store(&asked, 0);
    atomic_store(&first, from);
    atomic_store(&last, to);
    alarm(SECONDS);
    const bool ended = mem_run_protected(work, &c, &e);
    atomic_store(&last, 0);
    session_close(&c.session);
    alarm(0);
    if (ended)
        profile_free(&c.profile); /* else it is lost */
    if (files() != before) {
        fprintf(stderr, "session: at %lu to %lu: a file is still open\n", from, to);
        lost++;
    }
    if (ended && !c.whole && !c.starved) {
        fprintf(stderr, "session: at %lu to %lu: the error says nothing of memory\n", from, to);
        exit(1);
    }
    if (!ended && (e.kind != ERR_MEMORY || strncmp(e.msg, "out of memory (", 15) != 0)) {
        fprintf(stderr, "session: at %lu to %lu: \"%s\"\n", from, to, e.msg);
        exit(1);
    }
    *sum = c.answer;
    return c.whole;
}

static void make_none(void *arg)
{
    void **made = arg;
    *made = mem_resize(mem_new(0, 8), 0, 8);
}

/* Of no elements there is an array, too, or no memory for it. */
static bool none_is_made(void)
{
    bool ok = true;
    for (unsigned long at = 0; at < 3; at++) {
        struct err e = { 0 };
        void *made = NULL;
        atomic_store(&asked, 0);
        atomic_store(&first, at);
        atomic_store(&last, at);
        ok = mem_run_protected(make_none, &made, &e) == !at && !made == !!at && ok;
        free(made);
    }
    return ok;
}

int main(int argc, char **argv)
{
    const char *objects[2] = { NULL };
    struct call c = { .opts = { .isolated = true, .threads = WORKERS, .max_samples = 1 << 20 } };
    uint64_t good, sum = 0;
    if (argc < 3)
        return 2;
    c.opts.path = argv[2];
    if (argc > 3) {
        objects[0] = argv[3];
        c.opts.objects = objects;
        c.opts.nobjects = 1;
    }
    if (!none_is_made())
        return fprintf(stderr, "session: without memory an array of none is NULL\n"), 1;
    if (!answer(&c, 1, 0, &good))
        return fprintf(stderr, "session: %s is not answered\n", argv[2]), 1;
    const unsigned long all = atomic_load(&asked), times = strtoul(argv[1], NULL, 10);
    unsigned long n = 0, failed = 0, step = all / (times ? times : 1) + 1;
    for (unsigned long at = 1; at <= all; at += step)
        for (int on = 0; on < 2; on++, n++) {
            const bool whole = answer(&c, at, on ? (unsigned long)-1 : at, &sum);
            failed += !whole;
            if (whole && sum != good)
                return fprintf(stderr, "session: at %lu of %lu: another answer\n", at, all), 1;
        }
    if (!answer(&c, 1, 0, &sum) || sum != good)
        return fprintf(stderr, "session: afterwards it is another answer\n"), 1;
    if (lost)
        return 1;
    printf("%s: %lu allocations, %lu times without memory, %lu of them an error\n", argv[2], all, n, failed);
    return 0;
}
