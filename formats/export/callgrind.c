/*
 * callgrind's format (https://valgrind.org/docs/manual/cl-format.html) for KCachegrind and
 * callgrind_annotate: the self cost of each line of each function, and the cost of the functions that it
 * called. Calls are not recorded, so the file has the number of samples in which a call is active instead of
 * the number of calls. If a call occurs several times in a stack, the outermost is counted. A call of a
 * function by itself is not counted, since readers add the costs of a function and of its calls.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/export/exporter.h"

/* A function: an object, a file and a name, each by its id in `objects`, `files`, `names`. */
struct function {
    uint32_t object, file, name;
};

/* The self costs of a line of a function, or the costs of a function that it calls. */
struct callgrind_line {
    uint32_t function, called; /* called: index + 1 of the called function; 0: self costs of the line */
    uint32_t number;           /* 0: unknown */
    uint64_t calls;
};

struct callgrind {
    const struct export *x;
    struct export_sink *out;
    struct names objects, files, names;
    struct idmap by_file, by_function, by_pair, by_line; /* numbers, from 1 on */
    struct function *functions;
    struct callgrind_line *lines;
    uint64_t *costs; /* one per element of x->events; the costs of line i begin at i * nevents */
    size_t nfunctions, cap_functions, nlines, cap_lines, cap_costs;
    struct arena arena;    /* owns the next members */
    uint32_t *function_of; /* per frame */
    struct idmap calls;    /* caller and callee -> number of the call, from 1 on */
    uint32_t *call_of;     /* per stack; 0: its frame is not called by another function */
};

static uint32_t find_function(struct callgrind *c, const struct export_frame *f, struct text *scratch)
{
    const char *object = "???", *file = "???";
    if (f->object)
        object = f->object->path;
    if (f->file)
        file = f->file;
    scratch->n = 0;
    export_add_frame_name(f, scratch);
    struct function fn = { .object = arena_names_id(&c->objects, object),
                           .file = arena_names_id(&c->files, file),
                           .name = arena_names_id(&c->names, scratch->s) };
    uint32_t place = idmap_number_key(&c->by_file, (uint64_t)fn.object << 32 | fn.file);
    uint32_t number = idmap_number_key(&c->by_function, (uint64_t)place << 32 | fn.name);
    if (number > c->nfunctions)
        *MEM_ADD(c->functions, c->nfunctions, c->cap_functions) = fn;
    return number - 1;
}

/* The costs of a line, which is added if it is new; *at receives its index. Valid until the next call. */
static uint64_t *line_at(struct callgrind *c, uint32_t function, uint32_t called, uint32_t line, size_t *at)
{
    uint32_t pair = idmap_number_key(&c->by_pair, (uint64_t)function << 32 | called);
    uint32_t number = idmap_number_key(&c->by_line, (uint64_t)pair << 32 | line);
    if (number > c->nlines) {
        *MEM_ADD(c->lines, c->nlines, c->cap_lines) = (struct callgrind_line){ function, called, line, 0 };
        while (c->cap_costs < c->nlines * c->x->nevents)
            c->costs = mem_room(c->costs, c->cap_costs, &c->cap_costs, sizeof(*c->costs));
        for (size_t i = 0; i < c->x->nevents; i++)
            c->costs[(number - 1) * c->x->nevents + i] = 0;
    }
    *at = number - 1;
    return &c->costs[*at * c->x->nevents];
}

static const struct export_frame *callgrind_frame_at(const struct callgrind *c, uint32_t stack)
{
    assert(stack < c->x->nstacks);
    return &c->x->frames[c->x->stacks[stack].frame];
}

static uint32_t function_at(const struct callgrind *c, uint32_t stack)
{
    assert(stack < c->x->nstacks);
    return c->function_of[c->x->stacks[stack].frame];
}

/* Per stack, the counts of an event: self: of the stack itself; all: with all stacks that continue it;
   samples: number of samples in `all`. */
struct stack_costs {
    uint64_t *self, *all, *samples;
};

static void callgrind_sum_up(const struct callgrind *c, size_t event, struct stack_costs *s)
{
    assert(event < c->x->capture->events.n);
    const struct export *x = c->x;
    for (size_t i = 0; i < x->nstacks; i++)
        s->self[i] = s->all[i] = s->samples[i] = 0;
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *k = &x->counts[i];
        if (k->event != c->x->events[event])
            continue;
        s->self[k->stack] += export_weight(x, k);
        s->samples[k->stack] += k->samples;
    }
    for (size_t i = x->nstacks; i-- > 1;) { /* stacks that continue a stack come after it */
        s->all[i] += s->self[i];
        s->all[x->stacks[i].parent] += s->all[i];
        s->samples[x->stacks[i].parent] += s->samples[i];
    }
}

/* Per stack, the end of the range of stacks that continue it. */
static uint32_t *ends_of(struct callgrind *c)
{
    const struct export *x = c->x;
    uint32_t *until = arena_new(&c->arena, x->nstacks * sizeof(*until));
    for (uint32_t i = (uint32_t)x->nstacks; i-- > 1;) {
        uint32_t parent = x->stacks[i].parent;
        if (i + 1 >= until[i])
            until[i] = i + 1;
        if (until[i] >= until[parent])
            until[parent] = until[i];
    }
    return until;
}

static void count_event(struct callgrind *c, size_t event, struct stack_costs *s, const uint32_t *until,
                        uint32_t *covered)
{
    const struct export *x = c->x;
    callgrind_sum_up(c, event, s);
    for (size_t i = 0; i <= c->calls.n; i++)
        covered[i] = 0;
    for (uint32_t i = 1; i < x->nstacks; i++) {
        uint32_t parent = x->stacks[i].parent, own = function_at(c, i), call = c->call_of[i];
        size_t at;
        if (s->self[i])
            line_at(c, own, 0, callgrind_frame_at(c, i)->line, &at)[event] += s->self[i];
        if (!call || !s->samples[i] || i < covered[call])
            continue;
        covered[call] = until[i];
        line_at(c, function_at(c, parent), own + 1, callgrind_frame_at(c, parent)->line, &at)[event] +=
            s->all[i];
        c->lines[at].calls += s->samples[i];
    }
}

static void callgrind_count(struct callgrind *c)
{
    const struct export *x = c->x;
    struct stack_costs s = { .self = arena_new(&c->arena, x->nstacks * sizeof(*s.self)),
                             .all = arena_new(&c->arena, x->nstacks * sizeof(*s.all)),
                             .samples = arena_new(&c->arena, x->nstacks * sizeof(*s.samples)) };
    struct text scratch = { 0 };
    c->function_of = arena_new(&c->arena, x->nframes * sizeof(*c->function_of));
    c->call_of = arena_new(&c->arena, x->nstacks * sizeof(*c->call_of));
    for (size_t i = 0; i < x->nframes; i++)
        c->function_of[i] = find_function(c, &x->frames[i], &scratch);
    for (uint32_t i = 1; i < x->nstacks; i++)
        if (x->stacks[i].parent && function_at(c, x->stacks[i].parent) != function_at(c, i))
            c->call_of[i] = idmap_number_key(&c->calls, (uint64_t)function_at(c, x->stacks[i].parent) << 32 |
                                                            function_at(c, i));
    uint32_t *until = ends_of(c), *covered = arena_new(&c->arena, (c->calls.n + 1) * sizeof(*covered));
    for (size_t i = 0; i < c->x->nevents; i++)
        count_event(c, i, &s, until, covered);
    text_free(&scratch);
}

/* Compares lines by function; the self costs of a function come first. */
static int by_function(const void *a, const void *b, const void *arg)
{
    const struct callgrind_line *v = arg, *x = &v[*(const uint32_t *)a], *y = &v[*(const uint32_t *)b];
    if (x->function != y->function) {
        if (x->function < y->function)
            return -1;
        return 1;
    }
    if (x->called != y->called) {
        if (x->called < y->called)
            return -1;
        return 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

/* Appends "KEY=(ID)", followed by the name the first time. */
static void callgrind_add_name(struct text *t, const char *what, const struct names *names, uint32_t id,
                               bool *known)
{
    text_printf(t, "%s=(%" PRIu32 ")", what, id);
    if (!known[id]) {
        text_char(t, ' ', 1);
        text_add_clean(t, arena_names_text(names, id));
    }
    known[id] = true;
    text_char(t, '\n', 1);
}

static void add_costs(struct callgrind *c, uint32_t line)
{
    struct text *t = &c->out->text;
    text_decimal(t, c->lines[line].number, 0);
    for (size_t i = 0; i < c->x->nevents; i++) {
        text_char(t, ' ', 1);
        text_decimal(t, c->costs[line * c->x->nevents + i], 0);
    }
    text_char(t, '\n', 1);
}

static void callgrind_add_lines(struct callgrind *c)
{
    struct text *t = &c->out->text;
    bool *objects = arena_new(&c->arena, c->objects.n + 1), *files = arena_new(&c->arena, c->files.n + 1);
    bool *names = arena_new(&c->arena, c->names.n + 1);
    uint32_t *order = arena_new(&c->arena, c->nlines * sizeof(*order)), in = UINT32_MAX;
    for (size_t i = 0; i < c->nlines; i++)
        order[i] = (uint32_t)i;
    sort_by(order, c->nlines, sizeof(*order), by_function, c->lines);
    for (size_t i = 0; i < c->nlines; i++) {
        const struct callgrind_line *l = &c->lines[order[i]];
        const struct function *f = &c->functions[l->function];
        if (l->function != in) {
            text_char(t, '\n', 1);
            callgrind_add_name(t, "ob", &c->objects, f->object, objects);
            callgrind_add_name(t, "fl", &c->files, f->file, files);
            callgrind_add_name(t, "fn", &c->names, f->name, names);
            in = l->function;
        }
        if (l->called) { /* the object and file are the same, unless others are named */
            const struct function *to = &c->functions[l->called - 1];
            if (to->object != f->object)
                callgrind_add_name(t, "cob", &c->objects, to->object, objects);
            if (to->file != f->file)
                callgrind_add_name(t, "cfi", &c->files, to->file, files);
            callgrind_add_name(t, "cfn", &c->names, to->name, names);
            text_printf(t, "calls=%" PRIu64 " 0\n", l->calls);
        }
        add_costs(c, order[i]);
        export_flush(c->out);
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Appends the name of an event as a unique single word, since readers distinguish events only by these
   words. */
static void callgrind_add_event(struct text *t, const char *name, struct names *taken)
{
    struct text word = { 0 };
    if (is_digit(*name))
        text_add(&word, "_");
    for (; *name; name++) {
        const bool plain = is_letter(*name) || is_digit(*name);
        text_char(&word, plain ? *name : '_', 1);
    }
    size_t n = word.n;
    for (uint32_t i = 2; arena_names_find(taken, text_str(&word)); i++) {
        word.n = n;
        text_printf(&word, "_%" PRIu32, i);
    }
    arena_names_id(taken, text_str(&word));
    text_add_n(t, text_str(&word), word.n);
    text_free(&word);
}

/* Appends the head, with the events that counted something. If none did, it has all events, because
   readers need one. */
static void add_head(struct callgrind *c)
{
    const struct export *x = c->x;
    const struct events *es = &x->capture->events;
    struct text *t = &c->out->text, names = { 0 }, sums = { 0 };
    struct names taken = { 0 };
    text_add(t, "# callgrind format\nversion: 1\ncreator: perfolio\ncmd: ");
    text_add_clean(t, x->name);
    text_add(t, "\npositions: line\n");
    const size_t n = x->nevents ? x->nevents : es->n;
    for (size_t i = 0, k = 0; i < n; i++) {
        size_t event = i;
        uint64_t sum = 0;
        if (x->nevents)
            event = x->events[i];
        const char *name = es->v[event].name;
        for (; x->nevents && k < x->ncounts && x->counts[k].event == x->events[i]; k++)
            sum += export_weight(x, &x->counts[k]);
        size_t at = names.n + 1;
        text_char(&names, ' ', 1);
        callgrind_add_event(&names, name, &taken);
        text_add(t, "event: ");
        text_add(t, names.s + at);
        text_add(t, " : ");
        text_add_clean(t, name);
        if (x->weigh_samples)
            text_add(t, ", samples");
        text_char(t, '\n', 1);
        text_printf(&sums, " %" PRIu64, sum);
    }
    text_add(t, "events:");
    text_add_n(t, text_str(&names), names.n);
    text_add(t, "\nsummary:");
    text_add_n(t, text_str(&sums), sums.n);
    text_char(t, '\n', 1);
    arena_names_free(&taken);
    text_free(&names);
    text_free(&sums);
}

static void write_callgrind(const struct export *x, struct export_sink *out)
{
    struct callgrind c = { .x = x, .out = out };
    callgrind_count(&c);
    add_head(&c);
    callgrind_add_lines(&c);
    arena_names_free(&c.objects);
    arena_names_free(&c.files);
    arena_names_free(&c.names);
    idmap_free(&c.by_file);
    idmap_free(&c.by_function);
    idmap_free(&c.by_pair);
    idmap_free(&c.by_line);
    idmap_free(&c.calls);
    free(c.functions);
    free(c.lines);
    free(c.costs);
    arena_free(&c.arena);
}

const struct exporter exporter_callgrind = { .name = "callgrind",
                                             .what =
                                                 "lines and calls, for KCachegrind and callgrind_annotate",
                                             .frames = EXPORT_PLACES,
                                             .write = write_callgrind };
