/*
 * pprof's profile.proto (https://github.com/google/pprof/blob/main/proto/profile.proto), in gzip. Its content
 * does not depend on where a process had its objects mapped, or on which addresses had samples. Objects are
 * mapped as a whole, one after the other, so profiles of the same binaries can be compared, and tools that
 * open a binary find its code. The kernel and code made at run time keep their addresses.
 */
#include <assert.h>
#include <stdlib.h>

#include "core/base/character/character.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/count.h"
#include "formats/export/protobuf.h"
#include "formats/export/turns.h"

/* An object in the profile. */
struct mapping {
    const struct object *object;
    uint64_t from, until; /* the mapped range: file offsets for a file, else addresses */
    /* added to a file offset or address of the range, gives an address of the profile */
    uint64_t base;
    /* whether some frame has a name, has a source file, has a line, is inlined */
    bool functions, files, lines, inlines;
};

/* A location: a function at an address, and the functions inlined into it there. A stack is at one
   location. Its caller is the stack of the next frame that is not inlined. */
struct location {
    /* index + 1 of the location without its innermost function; 0: it has only one function */
    uint32_t outer;
    uint32_t frame; /* the innermost function */
};

/* The locations that use a frame. */
struct frame_use {
    uint32_t alone; /* number of the location that has only this frame, from 1 on; 0: none yet */
    uint32_t like;  /* index + 1 of the first of consecutive frames of one function; 0: it has no name */
    bool is_inlined;
};

struct function {
    uint64_t name, linked, file; /* indices of strings */
};

struct pprof {
    const struct export *x;
    struct export_sink out;    /* not yet compressed */
    struct text message, part; /* the message that is being made, and a message inside it */
    struct names strings;
    struct mapping *mappings;
    struct location *locations;
    struct function *functions;
    size_t nmappings, cap_mappings, nlocations, cap_locations, nfunctions, cap_functions;
    size_t *functions_before; /* by part of the locations: the number of functions before it */
    struct frame_use *uses;   /* per frame */
    uint32_t *function_of;    /* by frame_use.like: number of the function, from 1 on; 0: none yet */
    struct idmap by_object, by_frame, by_names, by_function; /* numbers, from 1 on */
    uint32_t *location_of;                                   /* by stack: its location, from 1 on */
    uint32_t *beyond;    /* by stack: the stack of its location's caller */
    struct span *labels; /* by group: its encoded labels; empty: not made yet */
    struct arena texts;  /* owns the labels */
};

/* Writes the finished message as a field of the profile. */
static void add_message(struct pprof *p, unsigned field)
{
    protobuf_message(&p->out.text, field, &p->message);
    export_flush(&p->out);
}

static uint64_t string(struct pprof *p, const char *s)
{
    if (s && *s)
        return arena_names_id(&p->strings, s);
    return 0;
}

enum { PAGE = 4096, APART = 1 << 21 };

static bool is_file(const struct object *o)
{
    return o->kind == OBJECT_USER && o->code_end > o->code_foff;
}

static struct mapping mapping_of(const struct object *o)
{
    if (!is_file(o))
        return (struct mapping){ .object = o, .until = UINT64_MAX };
    return (struct mapping){ .object = o,
                             .from = o->code_foff / PAGE * PAGE,
                             .until = (o->code_end + PAGE - 1) / PAGE * PAGE };
}

static struct mapping *see_object(struct pprof *p, const struct object *o)
{
    uint32_t *known = idmap_find_or_add(&p->by_object, o->index + UINT64_C(1));
    if (!*known) {
        *MEM_ADD(p->mappings, p->nmappings, p->cap_mappings) = mapping_of(o);
        *known = (uint32_t)p->nmappings;
    }
    return &p->mappings[*known - 1];
}

static void see_frames(struct pprof *p)
{
    const struct export_frame *before = NULL;
    struct mapping *m = NULL;
    for (size_t i = 0; i < p->x->nframes; i++) {
        const struct export_frame *f = &p->x->frames[i];
        const bool alike = before && before->name == f->name && before->linked == f->linked &&
                           before->file == f->file;
        const bool other_object = !before || before->object != f->object;
        if (f->name && alike)
            p->uses[i].like = p->uses[i - 1].like;
        else if (f->name)
            p->uses[i].like = (uint32_t)i + 1;
        p->uses[i].is_inlined = f->is_inlined;
        if (other_object)
            m = NULL;
        if (other_object && f->object)
            m = see_object(p, f->object);
        before = f;
        if (!m)
            continue;
        if (f->at < m->from || f->at >= m->until) /* it is not in the mapped code, so map all addresses */
            *m = (struct mapping){ .object = m->object, .until = UINT64_MAX };
        m->functions = m->functions || f->name;
        m->files = m->files || f->file;
        m->lines = m->lines || f->line;
        m->inlines = m->inlines || f->is_inlined;
    }
}

static bool is_whole(const struct mapping *m)
{
    return m->until == UINT64_MAX;
}

static int by_appearance(const void *a, const void *b, const void *arg UNUSED)
{
    const struct mapping *x = a, *y = b;
    if (is_whole(x) != is_whole(y))
        return is_whole(x) - is_whole(y);
    return (x->object->index > y->object->index) - (x->object->index < y->object->index);
}

/* Sorts mappings and sets `base`. Readers use the first one as the program. Files come one after the
   other, the first not at 0: if an address equals its file offset, pprof takes it for one of a kernel
   (internal/elfexec, kernelBase()). */
static void order_mappings(struct pprof *p)
{
    uint64_t next = APART;
    sort_by(p->mappings, p->nmappings, sizeof(*p->mappings), by_appearance, NULL);
    for (size_t i = 0; i < p->nmappings; i++) {
        struct mapping *m = &p->mappings[i];
        *idmap_find_or_add(&p->by_object, m->object->index + UINT64_C(1)) = (uint32_t)i + 1;
        if (is_whole(m))
            continue;
        m->base = next - m->from;
        next += (m->until - m->from + APART - 1) / APART * APART;
    }
}

static uint32_t location(struct pprof *p, uint32_t outer, uint32_t frame)
{
    assert(outer <= p->nlocations && frame < p->x->nframes);
    uint32_t *known = &p->uses[frame].alone;
    if (outer)
        known = idmap_find_or_add(&p->by_frame, (uint64_t)outer << 32 | frame);
    if (!*known) {
        *MEM_ADD(p->locations, p->nlocations, p->cap_locations) = (struct location){ outer, frame };
        *known = (uint32_t)p->nlocations;
    }
    return *known;
}

/* Finds the location of each stack; callers come first. */
static void locate(struct pprof *p)
{
    const struct export *x = p->x;
    for (size_t i = 1; i < x->nstacks; i++) {
        const uint32_t parent = x->stacks[i].parent, frame = x->stacks[i].frame;
        bool joins = parent && p->uses[frame].is_inlined;
        if (joins) {
            const struct export_frame *f = &x->frames[frame], *into = &x->frames[x->stacks[parent].frame];
            joins = into->object == f->object && into->at == f->at;
        }
        if (joins) {
            p->location_of[i] = location(p, p->location_of[parent], frame);
            p->beyond[i] = p->beyond[parent];
        } else {
            p->location_of[i] = location(p, 0, frame);
            p->beyond[i] = parent;
        }
    }
}

static void add_type(struct pprof *p, unsigned field, const char *type, const char *unit)
{
    protobuf_number(&p->message, TYPE_TYPE, string(p, type));
    protobuf_number(&p->message, TYPE_UNIT, string(p, unit));
    add_message(p, field);
}

/* Adds the types of values: for each event its samples, and its period. */
static void add_types(struct pprof *p)
{
    struct text name = { 0 };
    for (size_t i = 0; i < p->x->nevents; i++) {
        const struct event *ev = &p->x->capture->events.v[p->x->events[i]];
        name.n = 0;
        if (p->x->nevents > 1)
            text_printf(&name, "%s ", ev->name);
        text_add(&name, "samples");
        add_type(p, PROFILE_SAMPLE_TYPE, name.s, "count");
        add_type(p, PROFILE_SAMPLE_TYPE, ev->name, export_unit(ev));
    }
    text_free(&name);
}

static void add_label(struct pprof *p, const char *key, const char *text, int32_t number, struct text *labels)
{
    protobuf_number(&p->part, LABEL_KEY, string(p, key));
    protobuf_number(&p->part, LABEL_STR, string(p, text));
    if (!text)
        protobuf_number(&p->part, LABEL_NUM, (uint64_t)(int64_t)number);
    protobuf_message(labels, SAMPLE_LABEL, &p->part);
}

static void find_labels(struct pprof *p, uint32_t group)
{
    const struct export *x = p->x;
    const struct export_group *g = &x->groups[group];
    struct text labels = { 0 };
    add_label(p, "comm", g->comm, 0, &labels);
    if (x->processes)
        add_label(p, "pid", NULL, g->pid, &labels);
    if (x->threads)
        add_label(p, "tid", NULL, g->tid, &labels);
    p->labels[group] = (struct span){ (const uint8_t *)arena_text(&p->texts, labels.s, labels.n), labels.n };
    text_free(&labels);
}

enum { EACH = 1 << 13 }; /* messages per part */

static void add_part_of_samples(void *arg, unsigned worker UNUSED, size_t part, struct export_sink *out)
{
    const struct pprof *p = arg;
    const struct export *x = p->x;
    struct text message = { 0 }, packed = { 0 };
    for (size_t i = part * EACH; i < x->ncounts && i < (part + 1) * EACH; i++) {
        const struct export_count *c = &x->counts[i];
        for (uint32_t at = c->stack; at; at = p->beyond[at])
            text_uleb(&packed, p->location_of[at]);
        protobuf_message(&message, SAMPLE_LOCATIONS, &packed);
        for (size_t k = 0; k < x->nevents; k++) {
            const bool counted = x->events[k] == c->event;
            text_uleb(&packed, counted ? c->samples : 0);
            text_uleb(&packed, counted ? c->period : 0);
        }
        protobuf_message(&message, SAMPLE_VALUES, &packed);
        const struct span labels = p->labels[c->group];
        text_add_n(&message, (const char *)labels.p, labels.n);
        protobuf_message(&out->text, PROFILE_SAMPLE, &message);
        export_flush(out);
    }
    text_free(&message);
    text_free(&packed);
}

static void add_samples(struct pprof *p, unsigned workers)
{
    const struct export *x = p->x;
    for (size_t i = 0; i < x->ncounts; i++)
        if (!p->labels[x->counts[i].group].n)
            find_labels(p, x->counts[i].group);
    turns_run_parts(workers, (x->ncounts + EACH - 1) / EACH, add_part_of_samples, p, &p->out);
}

static void add_mappings(struct pprof *p)
{
    for (size_t i = 0; i < p->nmappings; i++) {
        const struct mapping *m = &p->mappings[i];
        char id[BUILD_ID_HEX] = "";
        if (m->object->build_id.n)
            object_build_id_text(&m->object->build_id, id);
        protobuf_number(&p->message, MAPPING_ID, i + 1);
        protobuf_number(&p->message, MAPPING_START, m->from + m->base);
        protobuf_number(&p->message, MAPPING_LIMIT, m->until + m->base);
        protobuf_number(&p->message, MAPPING_OFFSET, m->from);
        protobuf_number(&p->message, MAPPING_FILE, string(p, m->object->path));
        protobuf_number(&p->message, MAPPING_BUILD_ID, string(p, id));
        protobuf_number(&p->message, MAPPING_FUNCTIONS,
                        m->functions || is_whole(m)); /* otherwise a reader looks for functions */
        protobuf_number(&p->message, MAPPING_FILES, m->files);
        protobuf_number(&p->message, MAPPING_LINES, m->lines);
        protobuf_number(&p->message, MAPPING_INLINES, m->inlines);
        add_message(p, PROFILE_MAPPING);
    }
}

/* The number of a function. A function that occurs in several source files has several numbers. */
static uint32_t function(struct pprof *p, const struct export_frame *f)
{
    const struct function y = { string(p, f->name), string(p, f->linked), string(p, f->file) };
    uint64_t names = idmap_number_key(&p->by_names, y.name << 32 | y.linked);
    uint32_t *known = idmap_find_or_add(&p->by_function, names << 32 | y.file);
    if (!*known) {
        *MEM_ADD(p->functions, p->nfunctions, p->cap_functions) = y;
        *known = (uint32_t)p->nfunctions;
    }
    return *known;
}

/* Numbers functions in the order in which locations name them. */
static void number_functions(struct pprof *p)
{
    for (size_t i = 0; i < p->nlocations; i++) {
        if (i % EACH == 0)
            p->functions_before[i / EACH] = p->nfunctions;
        for (size_t at = i + 1; at; at = p->locations[at - 1].outer) {
            const uint32_t frame = p->locations[at - 1].frame, like = p->uses[frame].like;
            if (like && !p->function_of[like])
                p->function_of[like] = function(p, &p->x->frames[frame]);
        }
    }
}

static void pprof_add_function(const struct function *f, size_t id, struct text *part, struct text *out)
{
    protobuf_number(part, FUNCTION_ID, id);
    protobuf_number(part, FUNCTION_NAME, f->name);
    protobuf_number(part, FUNCTION_SYSTEM_NAME, f->linked);
    protobuf_number(part, FUNCTION_FILE, f->file);
    protobuf_message(out, PROFILE_FUNCTION, part);
}

/* Writes locations. A function is written before the first location that names it. */
static void add_part_of_locations(void *arg, unsigned worker UNUSED, size_t part, struct export_sink *out)
{
    const struct pprof *p = arg;
    struct text message = { 0 }, line = { 0 };
    size_t functions = p->functions_before[part];
    for (size_t i = part * EACH; i < p->nlocations && i < (part + 1) * EACH; i++) {
        const struct export_frame *f = &p->x->frames[p->locations[i].frame];
        protobuf_number(&message, LOCATION_ID, i + 1);
        uint32_t mapping = 0;
        uint64_t base = 0;
        if (f->object)
            mapping = idmap_get(&p->by_object, f->object->index + UINT64_C(1));
        if (mapping)
            base = p->mappings[mapping - 1].base;
        protobuf_number(&message, LOCATION_MAPPING, mapping);
        protobuf_number(&message, LOCATION_ADDRESS, f->at + base);
        for (size_t at = i + 1; at; at = p->locations[at - 1].outer) { /* the innermost first */
            const uint32_t frame = p->locations[at - 1].frame;
            const uint32_t id = p->function_of[p->uses[frame].like];
            if (!id)
                continue;
            if (id > functions)
                pprof_add_function(&p->functions[functions++], id, &line, &out->text);
            protobuf_number(&line, LINE_FUNCTION, id);
            protobuf_number(&line, LINE_LINE, p->x->frames[frame].line);
            protobuf_message(&message, LOCATION_LINE, &line);
        }
        protobuf_message(&out->text, PROFILE_LOCATION, &message);
        export_flush(out);
    }
    text_free(&message);
    text_free(&line);
}

static void add_locations(struct pprof *p, unsigned workers)
{
    const size_t parts = (p->nlocations + EACH - 1) / EACH;
    p->functions_before = mem_new(parts, sizeof(*p->functions_before));
    p->function_of = mem_new(p->x->nframes + 1, sizeof(*p->function_of));
    number_functions(p);
    turns_run_parts(workers, parts, add_part_of_locations, p, &p->out);
}

static void add_comment(struct pprof *p, const char *what, const char *text)
{
    struct text t = { 0 };
    text_printf(&t, "%s: ", what);
    text_add_clean(&t, text);
    protobuf_number(&p->out.text, PROFILE_COMMENT, string(p, t.s));
    text_free(&t);
}

static void pprof_add_rest(struct pprof *p)
{
    const struct capture *c = p->x->capture;
    const struct env *env = &c->env;
    bool timed = c->first_time <= c->last_time;
    if (timed && env->has_clock) /* ns since 1970 */
        protobuf_number(&p->out.text, PROFILE_TIME, env->wall_ns + (c->first_time - env->clock_ns));
    protobuf_number(&p->out.text, PROFILE_DURATION, p->x->duration);
    if (p->x->nevents) {
        const struct event *ev = &c->events.v[p->x->event];
        protobuf_number(&p->out.text, PROFILE_DEFAULT_TYPE, string(p, ev->name));
        if (!attr_has(&ev->attr, ATTR_FREQ)) {
            add_type(p, PROFILE_PERIOD_TYPE, ev->name, export_unit(ev));
            protobuf_number(&p->out.text, PROFILE_PERIOD, ev->attr.sample_period);
        }
    }
    add_comment(p, "capture", p->x->name);
    if (env->hostname)
        add_comment(p, "host", env->hostname);
    if (env->arch_name)
        add_comment(p, "architecture", env->arch_name);
    if (env->release)
        add_comment(p, "kernel", env->release);
}

/* Adds the strings. Bytes that are not UTF-8 become U+FFFD. */
static void add_strings(struct pprof *p)
{
    protobuf_bytes(&p->out.text, PROFILE_STRINGS, "", 0);
    for (uint32_t i = 1; i <= p->strings.n; i++) {
        const char *s = arena_names_text(&p->strings, i);
        while (*s) {
            const unsigned n = character_length(s);
            if (n)
                text_add_n(&p->message, s, n);
            else
                text_add_n(&p->message, "\xef\xbf\xbd", 3);
            s += n + !n;
        }
        add_message(p, PROFILE_STRINGS);
    }
}

static void write_pprof(const struct export *x, struct export_sink *out)
{
    const unsigned workers = count_workers(x->capture, 0);
    struct gzip *gzip = gzip_begin(out, workers > 1);
    struct pprof p = { .x = x, .out = { .write = gzip_add, .arg = gzip } };
    p.location_of = mem_new(x->nstacks, sizeof(*p.location_of));
    p.beyond = mem_new(x->nstacks, sizeof(*p.beyond));
    p.uses = mem_new(x->nframes, sizeof(*p.uses));
    p.labels = mem_new(x->ngroups, sizeof(*p.labels));
    see_frames(&p);
    order_mappings(&p);
    locate(&p);
    add_types(&p);
    add_samples(&p, workers);
    add_mappings(&p);
    add_locations(&p, workers);
    pprof_add_rest(&p);
    add_strings(&p);
    export_end(&p.out);
    gzip_end(gzip);
    arena_names_free(&p.strings);
    idmap_free(&p.by_object);
    idmap_free(&p.by_frame);
    idmap_free(&p.by_names);
    idmap_free(&p.by_function);
    text_free(&p.message);
    text_free(&p.part);
    free(p.mappings);
    free(p.locations);
    free(p.location_of);
    free(p.beyond);
    free(p.uses);
    free(p.labels);
    free(p.functions);
    free(p.functions_before);
    free(p.function_of);
    arena_free(&p.texts);
}

const struct exporter exporter_pprof = { .name = "pprof",
                                         .what = "a profile for pprof, go tool pprof and similar tools",
                                         .frames = EXPORT_PLACES,
                                         .binary = true,
                                         .own_weights = true,
                                         .write = write_pprof };
