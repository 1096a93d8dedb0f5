/* The format of Firefox's own profiler ("Gecko profile", version 24), which https://profiler.firefox.com
   upgrades when it loads it: each thread is a thread, with the samples of one event. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/count.h"
#include "formats/export/exporter.h"
#include "formats/export/turns.h"

/* Appends milliseconds since the first sample. Samples without a moment (perf gives sums of off-CPU time a
   timestamp in the far future) get the time of the last sample. */
static void firefox_add_time(struct text *t, const struct export *x, uint64_t ns)
{
    uint64_t first = x->capture->first_time, last = x->capture->last_time;
    uint64_t since = 0;
    if (ns > last)
        ns = last;
    if (ns > first)
        since = ns - first;
    text_decimal(t, since / 1000000, 0);
    text_char(t, '.', 1);
    text_add_last_digits(t, since % 1000000, 6);
}

/* Appends the requested time between two samples of a thread, in ms; 1 if it is unknown. */
static void add_interval(struct text *t, const struct export *x)
{
    const struct events *es = &x->capture->events;
    static const struct attr none = { 0 };
    const struct attr *a = &none;
    uint64_t ns = 1000000;
    if (x->event < es->n)
        a = &es->v[x->event].attr;
    if (a->sample_period && attr_has(a, ATTR_FREQ)) {
        if (a->sample_period < NSEC_PER_SEC)
            ns = NSEC_PER_SEC / a->sample_period;
        else
            ns = 1;
    } else if (a->sample_period && attr_is_clock(a))
        ns = a->sample_period;
    text_printf(t, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

static void add_meta(const struct export *x, struct text *t)
{
    const struct env *env = &x->capture->env;
    bool timed = x->capture->first_time <= x->capture->last_time;
    uint64_t start = 0;
    if (timed && env->has_clock) /* ms since 1970 */
        start = (env->wall_ns + (x->capture->first_time - env->clock_ns)) / 1000000;
    text_add(t, "{\"meta\":{\"version\":24,\"processType\":0,\"interval\":");
    add_interval(t, x);
    text_printf(t,
                ",\"startTime\":%" PRIu64 ",\"shutdownTime\":null,\"stackwalk\":1,\"debug\":0,\"gcpoison\":0,"
                "\"asyncstack\":1,\"presymbolicated\":true,\"markerSchema\":[],\"product\":",
                start);
    export_add_json_string(t, x->name);
    if (env->hostname) {
        text_add(t, ",\"device\":");
        export_add_json_string(t, env->hostname);
    }
    if (env->release && env->arch_name) {
        struct text os = { 0 };
        text_printf(&os, "Linux %s %s", env->release, env->arch_name);
        text_add(t, ",\"oscpu\":");
        export_add_json_string(t, os.s);
        text_free(&os);
    }
    /* by enum export_code */
    text_add(t, ",\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]},"
                "{\"name\":\"User\",\"color\":\"yellow\",\"subcategories\":[\"Other\"]},"
                "{\"name\":\"Kernel\",\"color\":\"orange\",\"subcategories\":[\"Other\"]},"
                "{\"name\":\"JIT\",\"color\":\"green\",\"subcategories\":[\"Other\"]}]},\n"
                "\"libs\":[],\"processes\":[],\"pausedRanges\":[],\"threads\":[");
}

/* The stacks and frames of a thread, with numbers from 1 on. */
struct own {
    /* by stack or frame of the export: its number; 0: the thread does not use it */
    uint32_t *stacks, *frames;
    struct numbered *used; /* the stacks in the order of their numbers, callers first */
    size_t cap_used;
    uint32_t *order; /* the frames in the order of their numbers */
    uint32_t nstacks, nframes;
    struct arena arena; /* owns the frame_texts that this worker made */
};

/* A frame as text in the output, in quotation marks. */
struct frame_text {
    const char *s;
    uint32_t n;
    char code; /* enum export_code, as a digit */
};

/* The threads of a capture. Workers write them in parts. */
struct threads {
    const struct export *x;
    bool any;        /* other threads were written before */
    size_t *parts;   /* the first track of each part, and the end of the last */
    struct own *own; /* per worker */
    /* pid -> index + 1 of the group of the thread that names the process */
    struct idmap names;
    _Atomic(const struct frame_text *) *texts; /* per frame; NULL: not made yet */
};

static void number_own(const struct export *x, const struct export_track *e, struct own *o)
{
    for (uint32_t i = 0; i < o->nstacks; i++) /* numbers of the previous thread */
        o->stacks[o->used[i].at] = 0;
    for (uint32_t i = 0; i < o->nframes; i++)
        o->frames[o->order[i]] = 0;
    o->nstacks = o->nframes = 0;
    for (size_t i = 0; i < e->track->n; i++)
        for (uint32_t at = export_stack_at(x, e, i); at && !o->stacks[at]; at = x->stacks[at].parent) {
            o->stacks[at] = 1;
            if (o->nstacks == o->cap_used)
                o->used = mem_room(o->used, o->nstacks, &o->cap_used, sizeof(*o->used));
            o->used[o->nstacks++] = (struct numbered){ at, at };
        }
    sort_by_number(o->used, o->nstacks);
    for (uint32_t i = 0; i < o->nstacks; i++) {
        uint32_t stack = o->used[i].at, frame = x->stacks[stack].frame;
        o->stacks[stack] = i + 1;
        if (o->frames[frame])
            continue;
        o->order[o->nframes++] = frame;
        o->frames[frame] = o->nframes;
    }
}

/* Appends " (in OBJECT)" in the form that the profiler parses: the object ends at the first bracket. */
static void firefox_add_object(struct text *t, const char *object)
{
    text_add(t, " (in ");
    for (; *object; object++) {
        if (*object == '(')
            text_char(t, '[', 1);
        else if (*object == ')')
            text_char(t, ']', 1);
        else
            text_char(t, *object, 1);
    }
    text_char(t, ')', 1);
}

/* Appends a number counted from 1 as an index counted from 0; 0 as null. */
static void add_index(struct text *t, uint32_t number)
{
    if (number)
        text_decimal(t, number - 1, 0);
    else
        text_add_n(t, "null", 4);
    text_char(t, ',', 1);
}

/* Begins the i-th row of a table. */
static void firefox_add_row(struct text *t, size_t i)
{
    if (i)
        text_char(t, ',', 1);
    text_char(t, '[', 1);
}

/* The text of a frame. It is made once, since most frames are in many threads. If two workers make it at
   the same time, the texts are equal. */
static const struct frame_text *firefox_text_of(const struct threads *k, struct own *o, uint32_t frame)
{
    const struct export_frame *f = &k->x->frames[frame];
    const struct frame_text *known = atomic_load_explicit(&k->texts[frame], memory_order_acquire);
    struct text name = { 0 }, quoted = { 0 };
    if (known)
        return known;
    export_add_frame_name(f, &name);
    if (f->object)
        firefox_add_object(&name, f->object->name);
    export_add_json_string(&quoted, name.s);
    struct frame_text *made = arena_new(&o->arena, sizeof(*made));
    *made = (struct frame_text){ arena_text(&o->arena, quoted.s, quoted.n), (uint32_t)quoted.n,
                                 (char)('0' + export_code_of(f)) };
    atomic_store_explicit(&k->texts[frame], made, memory_order_release);
    text_free(&name);
    text_free(&quoted);
    return made;
}

static void add_tables(const struct threads *threads, struct own *o, struct export_sink *out)
{
    const struct export *x = threads->x;
    struct text *t = &out->text;
    text_add(t, ",\n\"frameTable\":{\"schema\":{\"location\":0,\"relevantForJS\":1,\"innerWindowID\":2,"
                "\"implementation\":3,\"optimizations\":4,\"line\":5,\"column\":6,\"category\":7,"
                "\"subcategory\":8},\"data\":[");
    for (uint32_t i = 0; i < o->nframes; i++) {
        firefox_add_row(t, i);
        text_decimal(t, i, 0);
        text_add(t, ",false,0,null,null,null,null,");
        text_char(t, firefox_text_of(threads, o, o->order[i])->code, 1);
        text_add_n(t, ",0]", 3);
        export_flush(out);
    }
    text_add(t, "]},\n\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[");
    for (uint32_t i = 0; i < o->nstacks; i++) {
        const struct export_stack *k = &x->stacks[o->used[i].at];
        firefox_add_row(t, i);
        add_index(t, o->stacks[k->parent]);
        text_decimal(t, o->frames[k->frame] - 1, 0);
        text_char(t, ']', 1);
        export_flush(out);
    }
    text_add(t, "]},\n\"stringTable\":[");
    for (uint32_t i = 0; i < o->nframes; i++) {
        const struct frame_text *text = firefox_text_of(threads, o, o->order[i]);
        if (i)
            text_add_n(t, ",\n", 2);
        text_add_n(t, text->s, text->n);
        export_flush(out);
    }
    text_add(t, "]");
}

/* Finds for each process the thread whose name is the process' name: its tid is the pid. */
static void name_processes(struct threads *k)
{
    const struct export *x = k->x;
    for (uint32_t i = 0; i < x->ngroups; i++)
        if (x->groups[i].pid == x->groups[i].tid)
            *idmap_find_or_add(&k->names, (uint32_t)x->groups[i].pid) = i + 1;
}

static const char *process_name(const struct threads *k, const struct export_group *g)
{
    uint32_t named = idmap_get(&k->names, (uint32_t)g->pid);
    if (named)
        return k->x->groups[named - 1].comm;
    return g->comm;
}

static void add_capture_label(const struct export *x, struct text *t)
{
    if (x->label)
        text_printf(t, "%s: ", x->label);
}

static void firefox_add_thread(const struct threads *threads, const struct export_track *e, struct own *o,
                               struct export_sink *out)
{
    const struct export *x = threads->x;
    const struct export_group *g = &x->groups[e->group];
    const struct track *k = e->track;
    struct text *t = &out->text, process = { 0 };
    number_own(x, e, o);
    text_add(t, "\n{\"name\":");
    export_add_json_string(t, g->comm);
    text_add(t, ",\"processName\":");
    add_capture_label(x, &process);
    text_add(&process, process_name(threads, g));
    export_add_json_string(t, process.s);
    process.n = 0;
    add_capture_label(x, &process);
    text_printf(&process, "%d", g->pid);
    text_add(t, ",\"pid\":");
    export_add_json_string(t, process.s);
    text_free(&process);
    text_printf(t, ",\"tid\":%d,\"processType\":\"default\",\"registerTime\":", g->tid);
    firefox_add_time(t, x, k->v[0].time);
    text_add(t, ",\"unregisterTime\":null,\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,"
                "\"phase\":3,\"category\":4,\"data\":5},\"data\":[]},\n"
                "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"responsiveness\":2},\"data\":[");
    for (size_t i = 0; i < k->n; i++) {
        firefox_add_row(t, i);
        add_index(t, o->stacks[export_stack_at(x, e, i)]);
        firefox_add_time(t, x, k->v[i].time);
        text_add_n(t, ",0]", 3);
        export_flush(out);
    }
    text_add(t, "]}");
    add_tables(threads, o, out);
    text_add(t, "}");
}

static void firefox_add_part(void *arg, unsigned worker, size_t part, struct export_sink *out)
{
    const struct threads *k = arg;
    const struct export *x = k->x;
    struct own *o = &k->own[worker];
    if (!o->stacks) {
        o->stacks = mem_new(x->nstacks, sizeof(*o->stacks));
        o->frames = mem_new(x->nframes, sizeof(*o->frames));
        o->order = mem_new(x->nframes, sizeof(*o->order));
    }
    for (size_t i = k->parts[part]; i < k->parts[part + 1]; i++) {
        if (x->tracks[i].event != x->event)
            continue;
        if (k->any || i > k->parts[0])
            text_add(&out->text, ",");
        firefox_add_thread(k, &x->tracks[i], o, out);
    }
}

/* Cuts the tracks into parts of 8192 samples or a few more. Returns the number of parts. */
static size_t cut_parts(struct threads *k)
{
    enum { SAMPLES = 1 << 13 };
    const struct export *x = k->x;
    size_t n = 0, samples = SAMPLES;
    k->parts = mem_new(x->ntracks + 1, sizeof(*k->parts));
    for (size_t i = 0; i < x->ntracks; i++) {
        if (x->tracks[i].event != x->event)
            continue;
        if (samples >= SAMPLES) {
            k->parts[n++] = i;
            samples = 0;
        }
        samples += x->tracks[i].track->n;
    }
    k->parts[n] = x->ntracks;
    return n;
}

static bool firefox_add_threads(const struct export *x, bool any, struct export_sink *out)
{
    const unsigned workers = count_workers(x->capture, 0);
    struct threads k = { .x = x,
                         .any = any,
                         .own = mem_new(workers, sizeof(*k.own)),
                         .texts = mem_new(x->nframes, sizeof(*k.texts)) };
    const size_t n = cut_parts(&k);
    name_processes(&k);
    turns_run_parts(workers, n, firefox_add_part, &k, out);
    for (unsigned i = 0; i < workers; i++) {
        free(k.own[i].stacks);
        free(k.own[i].frames);
        free(k.own[i].used);
        free(k.own[i].order);
        arena_free(&k.own[i].arena);
    }
    free(k.own);
    free(k.parts);
    free(k.texts);
    idmap_free(&k.names);
    return any || n;
}

static void write_firefox(const struct export *x, struct export_sink *out)
{
    bool any = false;
    add_meta(x, &out->text);
    for (; x; x = x->next)
        any = firefox_add_threads(x, any, out);
    text_add(&out->text, "]}\n");
}

const struct exporter exporter_firefox = {
    .name = "firefox",
    .what = "samples of each thread over time, for https://profiler.firefox.com",
    .frames = EXPORT_FUNCTIONS,
    .timed = true,
    .one_event = true,
    .own_weights = true,
    .write = write_firefox
};
