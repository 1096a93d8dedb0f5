/*
 * A flame graph as one HTML page that loads no other files: page.html, with the profile in it. Names come
 * from strangers. They are JSON inside a script without any "<", and the page makes no HTML of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/export/exporter.h"
#include "formats/export/page.h"

/* A stack in a group; stack 0 is the group itself. */
struct node {
    uint32_t group, stack;
    bool drawn; /* heavy enough to be visible */
};

struct page {
    const struct export *x;
    struct text *t;
    struct export_sink *out;
    struct node *v;
    uint64_t *own; /* as `values`, but without the stacks that continue the node */
    /* values of node i for all events that counted something, from i * nevents on; stacks that continue it
       are included */
    uint64_t *values;
    size_t n, cap, cap_values;
    uint64_t *totals, *samples, *hidden; /* per event */
    /* by event and frame: self: of the frame itself; all: including the functions that it called */
    uint64_t *self, *all;
    struct idmap by_stack; /* by group and stack: the number of the node, from 1 on */
};

enum kind { OTHER, KERNEL, JIT, INLINED, COMMAND }; /* KINDS of page.html */

/* Stacks below this part of the whole are narrower than any screen shows. */
enum { DRAWN_PARTS = 20000 };

static size_t html_node_of(struct page *p, uint32_t group, uint32_t stack)
{
    uint32_t number = idmap_number_key(&p->by_stack, (uint64_t)group << 32 | stack);
    if (number > p->n) {
        *MEM_ADD(p->v, p->n, p->cap) = (struct node){ group, stack, false };
        while (p->cap_values < p->n * p->x->nevents) {
            p->values = mem_room(p->values, p->cap_values, &p->cap_values, sizeof(*p->values));
            p->own = mem_resize(p->own, p->cap_values, sizeof(*p->own));
        }
        memset(&p->values[(number - 1) * p->x->nevents], 0, p->x->nevents * sizeof(*p->values));
        memset(&p->own[(number - 1) * p->x->nevents], 0, p->x->nevents * sizeof(*p->own));
    }
    return number - 1;
}

static void html_sum_up(struct page *p)
{
    const struct export *x = p->x;
    /* by frame: index + 1 of the last count with the frame */
    size_t *seen = mem_new(x->nframes, sizeof(*seen));
    for (size_t i = 0, event = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        uint64_t weight = export_weight(x, c);
        event += c->event != x->events[event];
        p->totals[event] += weight;
        p->samples[event] += c->samples;
        if (c->stack)
            p->self[event * x->nframes + x->stacks[c->stack].frame] += weight;
        for (uint32_t at = c->stack;; at = x->stacks[at].parent) {
            size_t node = html_node_of(p, c->group, at);
            p->values[node * x->nevents + event] += weight;
            if (at == c->stack)
                p->own[node * x->nevents + event] += weight;
            if (!at)
                break;
            uint32_t frame = x->stacks[at].frame;
            if (seen[frame] != i + 1)
                p->all[event * x->nframes + frame] += weight;
            seen[frame] = i + 1;
        }
    }
    free(seen);
}

/* Leaves out stacks that are too light, together with all stacks that continue them, which are lighter. */
static void choose_drawn(struct page *p)
{
    size_t nevents = p->x->nevents;
    for (size_t i = 0; i < p->n; i++)
        for (size_t e = 0; e < nevents; e++)
            p->v[i].drawn = p->v[i].drawn || (p->values[i * nevents + e] &&
                                              p->values[i * nevents + e] >= p->totals[e] / DRAWN_PARTS);
    for (size_t i = 0; i < p->n; i++) {
        const struct node *k = &p->v[i];
        if (k->drawn)
            continue;
        uint32_t parent = k->stack ? p->x->stacks[k->stack].parent : 0;
        bool first = !k->stack || p->v[idmap_get(&p->by_stack, (uint64_t)k->group << 32 | parent) - 1].drawn;
        for (size_t e = 0; first && e < nevents; e++)
            p->hidden[e] += p->values[i * nevents + e];
    }
}

/* Appends a text in JSON for a page: no tag can begin in it, and it has no character that a page must not
   have. */
static void html_add_text(struct text *t, const char *s)
{
    size_t at = t->n;
    struct text safe = { 0 };
    export_add_json_string(t, s);
    for (size_t i = at; i < t->n; i++) {
        if (t->s[i] == '<')
            text_add(&safe, "\\u003c");
        else if (text_is_xml_noncharacter(t->s + i))
            text_add(&safe, t->s[i += 2] == '\xbe' ? "\\ufffe" : "\\uffff");
        else
            text_char(&safe, t->s[i], 1);
    }
    t->n = at;
    text_add_n(t, safe.s, safe.n);
    text_free(&safe);
}

static void html_add_events(struct page *p)
{
    const struct export *x = p->x;
    text_add(p->t, ",\"events\":[");
    for (size_t i = 0; i < x->nevents; i++) {
        const struct event *ev = &x->capture->events.v[x->events[i]];
        text_char(p->t, ',', i > 0);
        text_add(p->t, "{\"name\":");
        html_add_text(p->t, ev->name);
        text_printf(p->t, ",\"unit\":\"%s\",\"samples\":%" PRIu64 ",\"hidden\":%" PRIu64 "}",
                    x->weigh_samples ? "count" : export_unit(ev), p->samples[i], p->hidden[i]);
    }
    text_add(p->t, "]");
}

/* Appends which events are added up, as indices in the list above. */
static void add_sums(struct page *p)
{
    const struct export *x = p->x;
    bool any = false;
    text_add(p->t, ",\"sums\":[");
    for (size_t i = 0; x->leads && i < x->nevents; i++) {
        bool first = true, several = false;
        for (size_t k = 0; k < x->nevents; k++) {
            first = first && (k >= i || x->leads[x->events[k]] != x->leads[x->events[i]]);
            several = several || (k > i && x->leads[x->events[k]] == x->leads[x->events[i]]);
        }
        if (!first || !several)
            continue;
        text_char(p->t, ',', any);
        text_printf(p->t, "[%zu", i);
        for (size_t k = i + 1; k < x->nevents; k++)
            if (x->leads[x->events[k]] == x->leads[x->events[i]])
                text_printf(p->t, ",%zu", k);
        text_add(p->t, "]");
        any = true;
    }
    text_add(p->t, "]");
}

static void add_problems(struct page *p)
{
    text_add(p->t, ",\"problems\":[");
    for (size_t i = 0; i < p->x->nproblems; i++) {
        text_char(p->t, ',', i > 0);
        html_add_text(p->t, p->x->problems[i]);
    }
    text_add(p->t, "]");
}

static enum kind html_kind_of(const struct export_frame *f)
{
    static const enum kind kinds[] = { [EXPORT_KERNEL] = KERNEL, [EXPORT_JIT] = JIT };
    if (f->is_inlined)
        return INLINED;
    return kinds[export_code_of(f)];
}

/* Appends frames, then groups as frames, then the texts of both. */
static void html_add_frames(struct page *p)
{
    const struct export *x = p->x;
    struct names texts = { 0 };
    struct text name = { 0 };
    text_add(p->t, ",\"frames\":[");
    for (size_t i = 0; i < x->nframes; i++) {
        const struct export_frame *f = &x->frames[i];
        name.n = 0;
        export_add_frame_name(f, &name);
        uint32_t text = arena_names_id(&texts, name.s) - 1;
        const uint32_t path = arena_names_id(&texts, f->object ? f->object->path : "") - 1;
        text_char(p->t, ',', i > 0);
        text_printf(p->t, "[%" PRIu32 ",%" PRIu32 ",%d]", text, path, (int)html_kind_of(f));
        export_flush(p->out);
    }
    for (size_t i = 0; i < x->ngroups; i++) {
        const struct export_group *g = &x->groups[i];
        name.n = 0;
        text_add(&name, g->comm);
        if (x->processes)
            text_printf(&name, " %d", g->pid);
        if (x->threads)
            text_printf(&name, "/%d", g->tid);
        uint32_t text = arena_names_id(&texts, name.s) - 1;
        text_char(p->t, ',', x->nframes + i > 0);
        text_printf(p->t, "[%" PRIu32 ",%" PRIu32 ",%d]", text, arena_names_id(&texts, "") - 1, (int)COMMAND);
        export_flush(p->out);
    }
    text_add(p->t, "],\"texts\":[");
    for (uint32_t i = 1; i <= texts.n; i++) {
        text_char(p->t, ',', i > 1);
        html_add_text(p->t, arena_names_text(&texts, i));
        export_flush(p->out);
    }
    text_add(p->t, "]");
    arena_names_free(&texts);
    text_free(&name);
}

static void html_add_numbers(struct page *p, const char *key, const uint64_t *v, size_t n)
{
    text_printf(p->t, ",\"%s\":[", key);
    for (size_t e = 0; e < p->x->nevents; e++) {
        text_char(p->t, ',', e > 0);
        text_add(p->t, "[");
        for (size_t i = 0; i < n; i++) {
            text_char(p->t, ',', i > 0);
            text_decimal(p->t, v[e * n + i], 0);
            export_flush(p->out);
        }
        text_add(p->t, "]");
    }
    text_add(p->t, "]");
}

/* Appends per event the numbers of the drawn nodes, after that of the root of all (NULL: 0). */
static void add_node_numbers(struct page *p, const char *key, const uint64_t *of_all, const uint64_t *numbers,
                             const struct numbered *order, uint32_t n)
{
    const size_t nevents = p->x->nevents;
    text_printf(p->t, ",\"%s\":[", key);
    for (size_t e = 0; e < nevents; e++) {
        text_char(p->t, ',', e > 0);
        text_printf(p->t, "[%" PRIu64, of_all ? of_all[e] : 0);
        for (uint32_t i = 0; i < n; i++) {
            text_printf(p->t, ",%" PRIu64, numbers[order[i].at * nevents + e]);
            export_flush(p->out);
        }
        text_add(p->t, "]");
    }
    text_add(p->t, "]");
}

/* Appends nodes in the order of groups and stacks, after the root of all. */
static void add_nodes(struct page *p)
{
    const struct export *x = p->x;
    struct numbered *order = mem_new(p->n, sizeof(*order));
    uint32_t *place = mem_new(p->n, sizeof(*place)), n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->v[i].drawn)
            order[n++] = (struct numbered){ (uint64_t)p->v[i].group << 32 | p->v[i].stack, (uint32_t)i };
    sort_by_number(order, n);
    text_add(p->t, ",\"nodes\":[0");
    for (uint32_t i = 0; i < n; i++) {
        const struct node *k = &p->v[order[i].at];
        place[order[i].at] = i + 1;
        text_printf(p->t, ",%zu", k->stack ? x->stacks[k->stack].frame : x->nframes + k->group);
        export_flush(p->out);
    }
    text_add(p->t, "],\"parents\":[0");
    for (uint32_t i = 0; i < n; i++) {
        const struct node *k = &p->v[order[i].at];
        uint64_t group = (uint64_t)k->group << 32;
        uint32_t parent = k->stack ? idmap_get(&p->by_stack, group | x->stacks[k->stack].parent) : 0;
        text_printf(p->t, ",%" PRIu32, parent ? place[parent - 1] : 0);
        export_flush(p->out);
    }
    text_add(p->t, "]");
    add_node_numbers(p, "values", p->totals, p->values, order, n);
    add_node_numbers(p, "own", NULL, p->own, order, n);
    text_add(p->t, "}");
    free(order);
    free(place);
}

static void write_html(const struct export *x, struct export_sink *out)
{
    static const char mark[] = "/*DATA*/null";
    struct arena sums = { 0 };
    struct page p = { .x = x,
                      .t = &out->text,
                      .out = out,
                      .totals = arena_new(&sums, x->nevents * sizeof(*p.totals)),
                      .samples = arena_new(&sums, x->nevents * sizeof(*p.samples)),
                      .hidden = arena_new(&sums, x->nevents * sizeof(*p.hidden)),
                      .self = arena_new(&sums, x->nevents * x->nframes * sizeof(*p.self)),
                      .all = arena_new(&sums, x->nevents * x->nframes * sizeof(*p.all)) };
    const char *page = (const char *)export_page, *at = strstr(page, mark);
    html_sum_up(&p);
    choose_drawn(&p);
    text_add_n(p.t, page, (size_t)(at - page));
    text_add(p.t, "{\"title\":");
    html_add_text(p.t, x->name);
    text_add(p.t, ",\"weights\":");
    html_add_text(p.t, x->weights ? x->weights : "");
    text_add(p.t, ",\"options\":");
    html_add_text(p.t, x->options ? x->options : "");
    html_add_events(&p);
    add_sums(&p);
    text_printf(p.t, ",\"differs\":%s", x->differs ? "true" : "false");
    add_problems(&p);
    html_add_frames(&p);
    html_add_numbers(&p, "self", p.self, x->nframes);
    html_add_numbers(&p, "all", p.all, x->nframes);
    add_nodes(&p);
    text_add(p.t, at + sizeof(mark) - 1);
    free(p.v);
    free(p.values);
    free(p.own);
    arena_free(&sums);
    idmap_free(&p.by_stack);
}

const struct exporter exporter_html = { .name = "html",
                                        .what = "a flame graph as one self-contained HTML page",
                                        .frames = EXPORT_FUNCTIONS,
                                        .write = write_html };
