#include "cli/annotate/side.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/model/same_event.h"

static bool open_run(struct session *s, struct annotation *a, struct annotate_opts *o, struct listed_run *run,
                     bool *opened, FILE *err, struct err *e)
{
    struct common_opts common = o->common;
    common.input = run->path;
    common.capture = *run->capture ? run->capture : common.capture;
    o->common.opened = NULL; /* a session takes it over */
    *opened = session_open(s, &common, SESSION_RESOLVE, err);
    return *opened && annotation_count(a, o, s, e);
}

/* The object of one run that an object of another one is; NULL: it has none. */
static const struct object *object_of(const struct object *o, const struct object *const *objects, size_t n)
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

static void add_run(struct annotation *to, const struct annotation *a)
{
    size_t n, nobjects;
    struct known_events known;
    const struct object *const *own = timeline_objects(to->s->timeline, &n), *const *objects =
                                                                                 timeline_objects(
                                                                                     a->s->timeline,
                                                                                     &nobjects);
    const struct object **objects_of = mem_new(nobjects, sizeof(*objects_of));
    bool *has_samples = mem_new(nobjects, sizeof(*has_samples));
    for (size_t i = 0; i < a->w.n; i++)
        if (a->w.rows[i].object)
            has_samples[a->w.rows[i].object->index] = true;
    for (size_t i = 0; i < nobjects; i++)
        objects_of[i] = has_samples[i] ? object_of(objects[i], own, n) : NULL;
    same_event_init(&known, &to->s->capture->events);
    uint32_t *event_of = same_event_of(&known, &a->s->capture->events);
    weights_add(&to->w, &a->w, objects_of, event_of, to->s->resolver);
    same_event_free(&known);
    free(event_of);
    free(objects_of);
    free(has_samples);
}

/* Whether two captures are one recording. */
static bool is_same(const struct capture *a, const struct capture *b)
{
    return a->nsamples == b->nsamples && a->first_time == b->first_time && a->last_time == b->last_time &&
           a->last_time;
}

bool side_open(struct side *side, struct annotation *a, struct annotate_opts *o, struct listed_run *runs,
               uint32_t n, FILE *err, struct err *e)
{
    bool ok = open_run(&side->s, a, o, &runs[0], &side->opened, err, e);
    side->runs = n;
    for (uint32_t i = 1; ok && i < n; i++) {
        struct session s;
        struct annotation more = { .o = NULL };
        bool opened;
        ok = open_run(&s, &more, o, &runs[i], &opened, err, e);
        if (ok && is_same(s.capture, side->s.capture))
            fprintf(err, "perfolio annotate: %s and %s are one recording, whose samples count twice\n",
                    runs[0].name ? runs[0].name : runs[0].path, runs[i].name ? runs[i].name : runs[i].path);
        if (ok)
            add_run(a, &more);
        annotation_free(&more);
        if (opened)
            session_close(&s);
    }
    if (ok)
        annotation_find(a);
    return ok;
}

void side_close(struct side *side)
{
    if (side->opened)
        session_close(&side->s);
}
