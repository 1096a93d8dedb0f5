/*
 * Workers read the blocks of a capture (part.c). Their samples are then sorted by time; samples with equal times stay
 * in the order of the file. The workers' own numbers of threads, places and stacks are replaced by common numbers,
 * assigned in the order of first use in the file. So the result does not depend on the number of workers.
 */
#include "lib/columns/sample_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/file/watch.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "lib/columns/part.h"
#include "lib/columns/thread_numbers.h"

/* A block that a part has read, and the range of its samples in the part. */
struct part_run {
    uint64_t seq;
    struct part *part;
    size_t from, n;
};

/* Per part: the common number for each of the part's own numbers; 0: not assigned yet. */
struct renumbering {
    uint32_t *thread, *place, *chain;
    size_t fault; /* the next of part.faults */
};

struct column_joining {
    struct sample_columns *c;
    struct part *parts;
    unsigned nparts;
    struct part_run *runs; /* in the order of the file */
    size_t nruns;
    struct renumbering *as;
    struct paths frames; /* number of a place = number of its frame + 1 */
    struct thread_numbers threads;
    struct idmap steps, symbols, objects, names, likes;
    uint32_t *inner; /* per stack: the inner stack that its last step inwards led to; 0: none yet */
    size_t ninner, cap_inner;
    struct last_stack { /* the last chain whose stack was found: its frames, and the stack at each frame */
        const struct part *part;
        const uint32_t *frames;
        uint32_t *stacks;
        size_t n, cap;
    } last;
    struct column_faults faults; /* by index in the order of the file */
    size_t cap_places, cap_alike, cap_stacks;
};

static int by_seq(const void *a, const void *b, const void *unused)
{
    const struct part_run *x = a, *y = b;
    (void)unused;
    return (x->seq > y->seq) - (x->seq < y->seq);
}

static void find_runs(struct column_joining *j)
{
    size_t cap = 0;
    for (unsigned i = 0; i < j->nparts; i++) {
        struct part *p = &j->parts[i];
        size_t from = 0;
        for (size_t k = 0; k < p->nblocks; k++) {
            *MEM_ADD(j->runs, j->nruns, cap) =
                (struct part_run){ p->blocks[k].seq, p, from, p->blocks[k].end - from };
            from = p->blocks[k].end;
        }
        j->c->n += p->n;
    }
    sort_by(j->runs, j->nruns, sizeof(*j->runs), by_seq, NULL);
}

static uint32_t common_thread(struct column_joining *j, const struct part *p, uint32_t own)
{
    assert(own && own < p->nthreads);
    uint32_t *known = &j->as[p - j->parts].thread[own];
    if (!*known)
        *known = thread_number(&j->threads, &p->threads[own]);
    return *known;
}

static uint32_t alike_of(struct column_joining *j, const struct path_frame *f)
{
    if (!f->symbol || f->symbol->is_object)
        return (uint32_t)j->c->nalike++;
    const uint64_t symbol = idmap_number_key(&j->symbols, (uintptr_t)f->symbol),
                   object = idmap_number_key(&j->objects, (uintptr_t)f->object);
    const uint64_t both = idmap_number_key(&j->names, symbol << 32 | object);
    uint32_t *known = idmap_find_or_add(&j->likes, both << 8 | (f->mark & 0xff));
    if (!*known)
        *known = (uint32_t)j->c->nalike++;
    return *known;
}

static uint32_t place_number(struct column_joining *j, const struct part *p, uint32_t own)
{
    assert(own && own <= p->worker.profile.paths.nframes);
    struct sample_columns *c = j->c;
    uint32_t *known = &j->as[p - j->parts].place[own];
    const struct path_frame *f = &p->worker.profile.paths.frames[own - 1];
    if (*known)
        return *known;
    *known = (uint32_t)c->nplaces; /* the frames of a single part all differ, so they need no look-up */
    if (j->nparts > 1)
        *known = paths_frame_number(&j->frames, f) + 1;
    const struct column_place place = { .object = f->object,
                                        .symbol = f->symbol,
                                        .at = f->object ? f->at : f->avma,
                                        .addr = f->avma,
                                        .level = (char)f->mark,
                                        .how = (uint8_t)(f->mark >> 8) };
    if (*known == c->nplaces) {
        *MEM_ADD(c->alike, c->nplaces, j->cap_alike) = alike_of(j, f);
        c->nplaces--;
        *MEM_ADD(c->places, c->nplaces, j->cap_places) = place;
    }
    return *known;
}

/* The stack that continues `parent` by the frame at `place`. Most stacks are continued in only one way, which `inner`
   has; `steps` has the other ways. */
static uint32_t step_inwards(struct column_joining *j, uint32_t parent, uint32_t place)
{
    struct sample_columns *c = j->c;
    uint32_t known = j->inner[parent];
    if (known && c->stacks[known].place != place) {
        *idmap_find_or_add(&j->steps, (uint64_t)parent << 32 | c->stacks[known].place) = known;
        known = idmap_get(&j->steps, (uint64_t)parent << 32 | place);
    }
    if (!known) {
        known = (uint32_t)c->nstacks;
        *MEM_ADD(c->stacks, c->nstacks, j->cap_stacks) = (struct column_stack){ parent, place };
        *MEM_ADD(j->inner, j->ninner, j->cap_inner) = 0;
    }
    j->inner[parent] = known;
    return known;
}

/* The common number of the stack of a part's chain. It starts from the last chain, since successive chains mostly
   share their outer frames. */
static uint32_t stack_number(struct column_joining *j, const struct part *p, uint32_t own)
{
    const struct call_chains *chains = &p->worker.profile.paths.chains;
    assert(own && own <= chains->n);
    uint32_t *known = &j->as[p - j->parts].chain[own];
    const struct call_chain *k = &chains->v[own - 1];
    const uint32_t *frames = chains->numbers + k->from;
    struct last_stack *last = &j->last;
    size_t same = 0;
    if (*known)
        return *known;
    while (last->part == p && same < last->n && same < k->n && last->frames[same] == frames[same])
        same++;
    last->n = same;
    last->part = p;
    last->frames = frames;
    uint32_t stack = same ? last->stacks[same - 1] : 0;
    for (size_t i = same; i < k->n; i++) {
        stack = step_inwards(j, stack, place_number(j, p, frames[i] + 1));
        *MEM_ADD(last->stacks, last->n, last->cap) = stack;
    }
    return *known = stack;
}

/* Copies the problems of a run's samples, of which the first has the index `at`. */
static void join_faults(struct column_joining *j, const struct part_run *run, size_t at)
{
    const struct column_faults *from = &run->part->faults;
    size_t *next = &j->as[run->part - j->parts].fault;
    for (; *next < from->n && from->v[*next].sample < run->from + run->n; ++*next)
        column_faults_copy(&j->faults, from, *next, (uint32_t)(at + from->v[*next].sample - run->from));
}

/* All samples in the order of the file, with common numbers; malloc'ed. Takes them from the parts; those
   of a single part are not copied. With `e` set it was cancelled, and some lack numbers. */
static struct part_sample *join_samples(struct column_joining *j, const struct capture *from, struct err *e)
{
    struct part_sample *all = j->parts[0].v;
    if (j->nparts > 1)
        all = part_room(j->c->n, sizeof(*all));
    struct part_sample *to = all;
    const uint64_t read = capture_bytes(from);
    for (size_t r = 0; r < j->nruns && capture_may_continue(from, read, read, e); r++) {
        const struct part_run *run = &j->runs[r];
        join_faults(j, run, (size_t)(to - all));
        for (size_t i = 0; i < run->n; i++) {
            struct part_sample s = run->part->v[run->from + i];
            if (s.thread)
                s.thread = common_thread(j, run->part, s.thread);
            if (s.place)
                s.place = place_number(j, run->part, s.place);
            if (s.chain)
                s.chain = stack_number(j, run->part, s.chain);
            *to++ = s;
        }
    }
    for (unsigned i = 0; i < j->nparts; i++) {
        if (j->nparts > 1)
            free(j->parts[i].v);
        j->parts[i].v = NULL;
    }
    return all;
}

/* The indexes of samples in the order of time; malloc'ed. */
static uint32_t *time_order(const struct part_sample *all, size_t n, unsigned threads)
{
    struct numbered *order = part_room(n, sizeof(*order));
    bool ascends = true;
    for (size_t i = 0; i < n; i++) {
        order[i] = (struct numbered){ all[i].time, (uint32_t)i };
        ascends = ascends && (!i || all[i - 1].time <= all[i].time);
    }
    if (!ascends)
        threads_sort(threads, order, n);
    uint32_t *indexes =
        (uint32_t *)order; /* in the same memory, whose rest is given back before the columns need theirs */
    for (size_t i = 0; i < n; i++)
        indexes[i] = order[i].at;
    return mem_resize(indexes, n, sizeof(*indexes));
}

void sample_columns_allocate(struct sample_columns *c)
{
    c->time = part_room(c->n, SAMPLE_COLUMNS_BYTES);
    c->weight = c->time + c->n;
    c->thread = (uint32_t *)(c->weight + c->n);
    c->place = c->thread + c->n;
    c->stack = c->place + c->n;
    c->cpu = (uint16_t *)(c->stack + c->n);
    c->event = c->cpu + c->n;
}

/* Whether they are filled; else it was cancelled. */
static bool fill_columns(struct sample_columns *c, const struct part_sample *all, const uint32_t *order,
                         struct watch *watch)
{
    struct look look = { .watch = watch };
    sample_columns_allocate(c);
    for (size_t i = 0; i < c->n && look_goes_on(&look, LOOK_SAMPLE); i++) {
        const struct part_sample *s = &all[order[i]];
        c->time[i] = s->time;
        c->weight[i] = s->weight;
        c->thread[i] = s->thread;
        c->place[i] = s->place;
        c->stack[i] = s->chain;
        c->cpu[i] = s->cpu;
        c->event[i] = s->event;
    }
    return !look.stopped;
}

static void note_nameless(struct sample_columns *c, const uint32_t *order)
{
    size_t cap = 0;
    for (size_t i = 0; i < c->n; i++)
        if (!c->places[c->place[i]].symbol)
            *MEM_ADD(c->nameless, c->nnameless, cap) = (struct column_nameless){ (uint32_t)i, order[i] };
}

/* Notes where samples are in the file if some callers' objects are missing, and the other problems of chains. */
static void note_chain_problems(struct column_joining *j, const uint32_t *order)
{
    struct sample_columns *c = j->c;
    bool exceed = false, ascends = true;
    for (size_t i = 0; i < c->n; i++)
        ascends = ascends && order[i] == i;
    for (unsigned i = 0; i < j->nparts; i++)
        exceed = exceed || j->parts[i].faults.exceed;
    for (size_t i = 0; i < j->faults.n; i++)
        column_faults_count(&j->faults, i, &c->problems);
    if (c->problems.of[PROBLEM_CALLER_NO_OBJECT].n && !ascends) {
        c->in_file = mem_new(c->n, sizeof(*c->in_file));
        for (size_t i = 0; i < c->n; i++)
            c->in_file[i] = order[i];
    }
    if (exceed || !j->faults.n) {
        column_faults_free(&j->faults);
        return;
    }
    uint32_t *to = mem_new(c->n, sizeof(*to));
    for (size_t i = 0; i < c->n; i++)
        to[order[i]] = (uint32_t)i;
    column_faults_renumber(&j->faults, to);
    free(to);
    c->faults = mem_new(1, sizeof(*c->faults));
    *c->faults = j->faults;
}

/* With `e` set it was cancelled, and `c` can only be freed. */
static void join_columns(struct sample_columns *c, struct part *parts, unsigned n, const struct capture *from,
                         struct err *e)
{
    struct column_joining j = { .c = c, .parts = parts, .nparts = n, .as = mem_new(n, sizeof(*j.as)) };
    thread_numbers_init(&j.threads, NULL, 0);
    *MEM_ADD(c->alike, c->nalike, j.cap_alike) = 0;
    *MEM_ADD(c->places, c->nplaces, j.cap_places) = (struct column_place){ 0 };
    *MEM_ADD(c->stacks, c->nstacks, j.cap_stacks) = (struct column_stack){ 0 };
    *MEM_ADD(j.inner, j.ninner, j.cap_inner) = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct paths *p = &parts[i].worker.profile.paths;
        j.as[i] = (struct renumbering){ mem_new(parts[i].nthreads, sizeof(uint32_t)),
                                        mem_new(p->nframes + 1, sizeof(uint32_t)),
                                        mem_new(p->chains.n + 1, sizeof(uint32_t)), 0 };
        problems_merge(&c->problems, &parts[i].worker.profile.problems);
    }
    find_runs(&j);
    struct part_sample *all = join_samples(&j, from, e);
    uint32_t *order = e->kind == ERR_NONE ? time_order(all, c->n, n) : NULL;
    if (order && !fill_columns(c, all, order, from->watch))
        err_set(e, ERR_CANCELLED, 0, "it was cancelled");
    if (e->kind == ERR_NONE) {
        note_nameless(c, order);
        note_chain_problems(&j, order);
    } else {
        column_faults_free(&j.faults);
    }
    free(order);
    free(all);
    for (unsigned i = 0; i < n; i++) {
        free(j.as[i].thread);
        free(j.as[i].place);
        free(j.as[i].chain);
    }
    free(j.as);
    free(j.runs);
    free(j.last.stacks);
    free(j.inner);
    paths_free(&j.frames);
    c->threads = j.threads.v;
    c->nthreads = j.threads.n;
    j.threads.v = NULL;
    thread_numbers_free(&j.threads);
    idmap_free(&j.steps);
    idmap_free(&j.symbols);
    idmap_free(&j.objects);
    idmap_free(&j.names);
    idmap_free(&j.likes);
}

static void read_parts(void *arg, size_t from, size_t to)
{
    struct part *all = arg;
    for (; from < to; from++)
        part_read(&all[from]);
}

enum { WITH_STACKS = 1 << 17 }; /* samples whose stacks are worth a worker */

/* The number of workers to use. Samples without a time get the latest time before them, so then one worker must read
   the whole file in order. */
static unsigned workers_of(const struct capture *c, const struct sample_columns_opts *o)
{
    unsigned asked = o->workers;
    for (uint32_t i = 0; i < c->events.n; i++)
        if (!(c->events.v[i].attr.sample_type & PERF_SAMPLE_TIME))
            return 1;
    if (o->stacks && !asked && !c->threads)
        asked = (unsigned)lesser_of(c->nsamples / WITH_STACKS, file_processors());
    return count_workers(c, asked);
}

static bool too_many(uint64_t samples, uint64_t most, struct err *e)
{
    return err_set(e, ERR_UNSUPPORTED, 0, "it has %" PRIu64 " samples, more than %" PRIu64, samples, most);
}

bool sample_columns_read(struct sample_columns *c, struct capture *from, const struct timeline *t,
                         struct resolver *r, const struct sample_columns_opts *o, struct err *e)
{
    /* `whole`: a sample without a call chain gets a stack of one frame, its own place */
    const struct count_opts how = { .paths = o->stacks,
                                    .chains = o->stacks,
                                    .whole = o->stacks,
                                    .exact = true,
                                    .stack = { .max = SAMPLE_COLUMNS_FRAMES, .innermost = true } };
    const uint64_t most = o->most && o->most < UINT32_MAX ? o->most : UINT32_MAX;
    *c = (struct sample_columns){ .has_stacks = o->stacks };
    if (from->nsamples > most)
        return too_many(from->nsamples, most, e);
    if (from->events.n > UINT16_MAX)
        return err_set(e, ERR_UNSUPPORTED, 0, "it has %" PRIu32 " events, more than %d", from->events.n,
                       UINT16_MAX);
    if (!from->ops->rewind(from, e))
        return false;
    const unsigned n = workers_of(from, o);
    struct part *parts = mem_new(n, sizeof(*parts));
    for (unsigned i = 0; i < n; i++)
        part_init(&parts[i], from, t, r, &how, n == 1);
    threads_run_ranges(n, n, 1, read_parts, parts);
    uint64_t samples = 0; /* a sample that reads counters becomes one sample per counter */
    for (unsigned i = 0; i < n; i++) {
        samples += parts[i].n;
        if (e->kind == ERR_NONE)
            *e = parts[i].worker.err;
        c->cut = c->cut || parts[i].cut;
        c->far_cpu = c->far_cpu || parts[i].far_cpu;
    }
    if (samples > most)
        too_many(samples, most, e);
    if (e->kind == ERR_NONE)
        join_columns(c, parts, n, from, e);
    for (unsigned i = 0; i < n; i++)
        part_free(&parts[i]);
    free(parts);
    return e->kind == ERR_NONE;
}

void sample_columns_free(struct sample_columns *c)
{
    free(c->time);
    free(c->threads);
    free(c->places);
    free(c->alike);
    free(c->stacks);
    free(c->nameless);
    free(c->in_file);
    if (c->faults)
        column_faults_free(c->faults);
    free(c->faults);
    *c = (struct sample_columns){ 0 };
}
