#include "formats/perf/file/perfdata.h"

#include <assert.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/perf/fields/attr.h"

const struct file *perfdata_file(const struct capture *c)
{
    return &perfdata_of_const(c)->files[0];
}

void perfdata_name_event(struct capture *c, uint32_t index, const char *name)
{
    assert(index < c->events.n);
    c->events.v[index].name = arena_text(&perfdata_of(c)->arena, name, strlen(name));
    c->events.v[index].is_named = true;
}

struct event *perfdata_add_event(struct perfdata *p, const struct attr *a, const char *name)
{
    struct event *ev = events_add(&p->capture.events, a);
    struct text made = { 0 };
    if (name)
        text_add(&made, name);
    else
        attr_name(a, &made);
    ev->name = arena_text(&p->arena, text_str(&made), made.n);
    ev->is_named = name;
    text_free(&made);
    p->capture.timed = p->capture.timed ||
                       (attr_has(a, ATTR_SAMPLE_ID_ALL) && a->sample_type & PERF_SAMPLE_TIME);
    return ev;
}

void perfdata_add_build_id(struct perfdata *p, struct env_build_id b)
{
    struct env *env = &p->capture.env;
    b.path = arena_text(&p->arena, b.path, strlen(b.path));
    *MEM_ADD(env->build_ids, env->nbuild_ids, env->cap_build_ids) = b;
}

struct span perfdata_copy_bytes(struct perfdata *p, struct span s)
{
    return (struct span){ (const uint8_t *)arena_text(&p->arena, (const char *)s.p, s.n), s.n };
}

struct span perfdata_section(struct perfdata *p, uint64_t at, uint64_t n, struct err *e)
{
    const struct file *f = &p->files[0];
    if (at > f->size || n > f->size - at)
        return (struct span){ NULL, 0 };
    uint8_t *to = arena_new(&p->arena, (size_t)n + !n);
    if (file_read(f, at, to, (size_t)n, e) != (int64_t)n)
        return (struct span){ NULL, 0 };
    return (struct span){ to, (size_t)n };
}

void perfdata_add_event_type(struct perfdata *p, uint64_t config, const char *name)
{
    *MEM_ADD(p->event_types, p->nevent_types, p->cap_event_types) =
        (struct event_type){ .config = config, .name = arena_text(&p->arena, name, strlen(name)) };
}

const char *perfdata_event_type(const struct perfdata *p, uint64_t config)
{
    for (size_t i = 0; i < p->nevent_types; i++)
        if (p->event_types[i].config == config)
            return p->event_types[i].name;
    return NULL;
}
