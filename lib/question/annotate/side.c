#include "lib/question/annotate/pairs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/merged_message.h"
#include "core/base/mem.h"
#include "core/model/same_event.h"

/* Counts a run, which must have samples. */
static bool open_run(struct session *s, struct annotation *a, const struct annotate_opts *o,
                     struct listed_run *run, bool *opened, struct outlet *err, struct err *e)
{
    *opened = run_list_open(run, &o->common, s, err);
    if (!*opened || !annotation_count(a, o, s, e))
        return false;
    run->counted = a->w.samples;
    return a->w.samples || err_set(e, ERR_UNSUPPORTED, 0, "%s has no samples", run->name);
}

/* The object of one run that corresponds to an object of another run; NULL: the run does not have it. */
static const struct object *side_object_of(const struct object *o, const struct object *const *objects,
                                           size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct object *to = objects[i];
        const bool by_id = o->build_id.n && to->build_id.n;
        if (to->kind == o->kind && to->machine == o->machine &&
            (by_id ? object_build_id_equal(&o->build_id, &to->build_id) : !strcmp(o->path, to->path)))
            return to;
    }
    return NULL;
}

/* By object of a run, the same object in another run; NULL: the other run lacks it, or this run has no
   samples in it. malloc'ed. */
static const struct object **objects_of(const struct annotation *a, const struct annotation *other)
{
    size_t n, nothers;
    const struct object *const *objects = timeline_objects(a->s->timeline, &n);
    const struct object *const *others = timeline_objects(other->s->timeline, &nothers);
    const struct object **of = mem_new(n, sizeof(*of));
    bool *has_samples = mem_new(n, sizeof(*has_samples));
    for (size_t i = 0; i < a->w.n; i++)
        if (a->w.rows[i].object)
            has_samples[a->w.rows[i].object->index] = true;
    for (size_t i = 0; i < n; i++)
        if (has_samples[i])
            of[i] = side_object_of(objects[i], others, nothers);
        else
            of[i] = NULL;
    free(has_samples);
    return of;
}

/* Notes samples of a run that cannot be added to the first run of its side: their object is missing there
   or another build, or their event is missing. */
static void see_left_out(struct side_run *run, const struct annotation *a, const struct object *const *of,
                         const uint32_t *event_of)
{
    size_t n;
    const struct object *const *objects = timeline_objects(a->s->timeline, &n);
    for (size_t i = 0; i < n; i++) {
        if (!of[i] || (of[i]->build_id.n && objects[i]->build_id.n))
            continue;
        if (!run->by_path++)
            text_add_clean(&run->named, objects[i]->name);
    }
    for (size_t i = 0; i < a->w.n; i++) {
        const struct weight_row *row = &a->w.rows[i];
        const bool known = !row->object || of[row->object->index];
        if (known && event_of[row->event] != NO_EVENT)
            continue;
        run->left_out += row->weight.samples;
        if (!run->first.n)
            text_add_clean(&run->first, known ? a->s->capture->events.v[row->event].name : row->object->name);
    }
}

/* Counts, by object of the first run and event, the runs that have both. */
static void count_having(struct annotate_side *side, const struct annotation *to, const struct annotation *a,
                         const uint32_t *event_of)
{
    size_t n;
    const struct object **there = objects_of(to, a);
    timeline_objects(to->s->timeline, &n);
    for (uint32_t e = 0; e < a->w.nevents; e++)
        for (size_t i = 0; i < n && event_of[e] != NO_EVENT; i++)
            side->having[i * side->nevents + event_of[e]] += there[i] != NULL;
    free(there);
}

static void add_run(struct annotate_side *side, struct side_run *run, struct annotation *to,
                    const struct annotation *a)
{
    struct known_events known;
    const struct object **of = objects_of(a, to);
    same_event_init(&known, &to->s->capture->events);
    uint32_t *event_of = same_event_match(&known, &a->s->capture->events);
    see_left_out(run, a, of, event_of);
    count_having(side, to, a, event_of);
    weights_add(&to->w, &a->w, of, event_of, to->s->resolver);
    same_event_free(&known);
    free(event_of);
    free(of);
}

bool side_open(struct annotate_side *side, struct annotation *a, const struct annotate_opts *o,
               const struct run_list *l, bool after, struct outlet *err, struct err *e)
{
    side->listed = run_list_side(l, after, &side->n);
    bool ok = open_run(&side->s, a, o, &side->listed[0], &side->opened, err, e);
    size_t nobjects = 0;
    side->runs = mem_new(side->n, sizeof(*side->runs));
    if (ok) {
        timeline_objects(side->s.timeline, &nobjects);
        side->nevents = a->w.nevents;
        side->having = mem_new(nobjects * side->nevents, sizeof(*side->having));
    }
    for (size_t i = 0; i < nobjects * side->nevents; i++)
        side->having[i] = 1;
    for (uint32_t i = 1; ok && i < side->n; i++) {
        struct session s;
        struct annotation more = { .o = NULL };
        bool opened;
        ok = open_run(&s, &more, o, &side->listed[i], &opened, err, e);
        if (ok) {
            add_run(side, &side->runs[i], a, &more);
            session_problems_all(&s, &more.w.problems, &side->listed[i].problems);
        }
        annotation_free(&more);
        if (opened)
            session_close(&s);
    }
    if (ok)
        annotation_find_asked(a);
    return ok;
}

uint32_t side_runs(const struct annotate_side *side, const struct object *o, uint32_t event)
{
    if (o)
        return side->having[o->index * side->nevents + event];
    return side->n;
}

static void show_doubts(const struct annotate_side *side, struct outlet *err)
{
    struct merged_message left_out = { 0 }, by_path = { 0 };
    struct text names = { 0 }, each = { 0 };
    const struct side_run *first_left_out = NULL, *first_by_path = NULL;
    const char *first = side->listed[0].name;
    for (uint32_t i = side->n; i-- > 0;) {
        if (side->runs[i].left_out)
            first_left_out = &side->runs[i];
        if (side->runs[i].by_path)
            first_by_path = &side->runs[i];
    }
    for (uint32_t i = 0; i < side->n; i++) {
        merged_message_add(&left_out, side->listed[i].name, side->runs[i].left_out);
        merged_message_add(&by_path, side->listed[i].name, side->runs[i].by_path);
    }
    merged_message_names(&left_out, &names);
    merged_message_counts(&left_out, &each);
    if (first_left_out)
        outlet_print(err,
                     "perfolio annotate: %s: %" PRIu64
                     " samples are left out: their object or event is missing in %s, the first run of this "
                     "side, or it is another build (first: %s)%s\n",
                     names.s, left_out.sum, first, text_str(&first_left_out->first), text_str(&each));
    names.n = each.n = 0;
    merged_message_names(&by_path, &names);
    merged_message_counts(&by_path, &each);
    const char *taken = "object was matched with that", *by = "its path";
    if (by_path.sum > 1) {
        taken = "objects were matched with those";
        by = "their paths";
    }
    if (first_by_path)
        outlet_print(err,
                     "perfolio annotate: %s: %" PRIu64
                     " %s of %s by %s alone, because a build-id is missing (first: %s)%s\n",
                     names.s, by_path.sum, taken, first, by, text_str(&first_by_path->named),
                     text_str(&each));
    merged_message_free(&left_out);
    merged_message_free(&by_path);
    text_free(&names);
    text_free(&each);
}

void side_show_doubts(const struct annotate_side *side, struct rows *r, struct outlet *err)
{
    for (uint32_t i = 0; i < side->n; i++) {
        const struct side_run *run = &side->runs[i];
        if (!run->left_out && !run->by_path)
            continue;
        rows_object(r, NULL);
        rows_fact(r, "run", value_text(side->listed[i].name));
        rows_fact(r, "left_out", value_count(run->left_out));
        rows_fact(r, "first_left_out", value_text(run->first.s));
        rows_fact(r, "by_path", value_count(run->by_path));
        rows_fact(r, "first_by_path", value_text(run->named.s));
        rows_close(r);
    }
    if (!rows_includes_problems(r))
        show_doubts(side, err);
}

void side_close(struct annotate_side *side)
{
    for (uint32_t i = 0; side->runs && i < side->n; i++) {
        text_free(&side->runs[i].first);
        text_free(&side->runs[i].named);
    }
    free(side->runs);
    free(side->having);
    if (side->opened)
        session_close(&side->s);
}
