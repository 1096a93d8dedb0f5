/* speedscope's own format (https://www.speedscope.app/file-format-schema.json), a profile for each thread
   and event: samples in order of time, consecutive samples with the same stack merged. speedscope opens
   the first profile, so for each event the thread with the most weight comes first. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/export/exporter.h"

static void speedscope_add_frames(const struct export *x, struct export_sink *out)
{
    struct text *t = &out->text, name = { 0 };
    for (size_t i = 0; i < x->nframes; i++) {
        const struct export_frame *f = &x->frames[i];
        name.n = 0;
        export_add_frame_name(f, &name);
        if (i)
            text_add(t, ",");
        text_add(t, "\n{\"name\":");
        export_add_json_string(t, name.s);
        if (f->object) {
            text_add(t, ",\"file\":");
            export_add_json_string(t, f->object->path);
        }
        text_add(t, "}");
        export_flush(out);
    }
    text_free(&name);
}

static void add_stack(const struct export *x, uint32_t stack, struct text *t, uint32_t **frames, size_t *cap)
{
    assert(stack < x->nstacks);
    size_t n = 0;
    for (uint32_t at = stack; at; at = x->stacks[at].parent) {
        *MEM_ADD(*frames, n, *cap) = x->stacks[at].frame;
    }
    text_char(t, '[', 1);
    while (n--) {
        text_decimal(t, (*frames)[n], 0);
        text_char(t, ',', n > 0);
    }
    text_char(t, ']', 1);
}

static uint64_t weight_of(const struct export *x, const struct track *k, size_t at)
{
    if (x->weigh_samples)
        return 1;
    return k->v[at].period;
}

/* The number of consecutive samples, from `at` on, with the same stack; *weight receives the sum of their weights. */
static size_t run_of(const struct export *x, const struct export_track *e, size_t at, uint64_t *weight)
{
    assert(at < e->track->n);
    const struct track *k = e->track;
    size_t n = 0;
    for (*weight = 0; at + n < k->n && export_stack_at(x, e, at + n) == export_stack_at(x, e, at); n++)
        *weight += weight_of(x, k, at + n);
    return n;
}

/* The tracks, sorted by event, then by weight, the heaviest first, in two stable sorts. malloc'ed. */
static struct numbered *order_of(const struct export *x)
{
    struct numbered *order = mem_new(x->ntracks + 1, sizeof(*order));
    for (size_t i = 0; i < x->ntracks; i++) {
        const struct track *k = x->tracks[i].track;
        order[i] = (struct numbered){ UINT64_MAX, (uint32_t)i };
        for (size_t n = 0; n < k->n; n++)
            order[i].by -= weight_of(x, k, n);
    }
    sort_by_number(order, x->ntracks);
    for (size_t i = 0; i < x->ntracks; i++)
        order[i].by = x->tracks[order[i].at].event;
    sort_by_number(order, x->ntracks);
    return order;
}

static void add_track(const struct export *x, const struct export_track *e, struct export_sink *out)
{
    const struct event *ev = &x->capture->events.v[e->event];
    const struct export_group *g = &x->groups[e->group];
    const struct track *k = e->track;
    struct text *t = &out->text, name = { 0 };
    const char *unit = "none";
    uint64_t total = 0, weight;
    uint32_t *frames = NULL;
    size_t cap = 0;
    text_printf(&name, "%s %d/%d %s", g->comm, g->pid, g->tid, ev->name);
    text_add(t, "{\"type\":\"sampled\",\"name\":");
    export_add_json_string(t, name.s);
    if (!x->weigh_samples && attr_is_clock(&ev->attr))
        unit = "nanoseconds";
    text_printf(t, ",\"unit\":\"%s\",\"samples\":[", unit);
    for (size_t i = 0, n; i < k->n; i += n) {
        n = run_of(x, e, i, &weight);
        if (i)
            text_add(t, ",");
        text_add(t, "\n");
        add_stack(x, export_stack_at(x, e, i), t, &frames, &cap);
        export_flush(out);
    }
    text_add(t, "],\"weights\":[");
    for (size_t i = 0, n; i < k->n; i += n) {
        n = run_of(x, e, i, &weight);
        text_char(t, ',', i > 0);
        text_decimal(t, weight, 0);
        total += weight;
        export_flush(out);
    }
    text_printf(t, "],\"startValue\":0,\"endValue\":%" PRIu64 "}", total);
    free(frames);
    text_free(&name);
}

static void write_speedscope(const struct export *x, struct export_sink *out)
{
    struct text *t = &out->text;
    struct numbered *order = order_of(x);
    text_add(t, "{\"$schema\":\"https://www.speedscope.app/"
                "file-format-schema.json\",\"exporter\":\"perfolio\",\"name\":");
    export_add_json_string(t, x->name);
    text_add(t, ",\"shared\":{\"frames\":[");
    speedscope_add_frames(x, out);
    text_add(t, "]},\"profiles\":[\n");
    for (size_t i = 0; i < x->ntracks; i++) {
        if (i)
            text_add(t, ",\n");
        add_track(x, &x->tracks[order[i].at], out);
        export_flush(out);
    }
    text_add(t, "]}\n");
    free(order);
}

const struct exporter exporter_speedscope = { .name = "speedscope",
                                              .what =
                                                  "samples of each thread, for https://www.speedscope.app",
                                              .frames = EXPORT_FUNCTIONS,
                                              .timed = true,
                                              .write = write_speedscope };
