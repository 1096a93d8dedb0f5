#include "formats/perf/file/perfdata.h"

#include <string.h>

#include "core/base/mem.h"

const struct file *perfdata_file(const struct capture *c)
{
    return &perfdata_of_const(c)->files[0];
}

void perfdata_name_event(struct capture *c, uint32_t index, const char *name)
{
    c->events.v[index].name = arena_text(&perfdata_of(c)->arena, name, strlen(name));
    c->events.v[index].is_named = true;
}

void perfdata_add_event_type(struct perfdata *p, uint64_t config, const char *name)
{
    p->event_types = mem_room(p->event_types, p->nevent_types, &p->cap_event_types, sizeof(*p->event_types));
    p->event_types[p->nevent_types++] =
        (struct event_type){ .config = config, .name = arena_text(&p->arena, name, strlen(name)) };
}

const char *perfdata_event_type(const struct perfdata *p, uint64_t config)
{
    for (size_t i = 0; i < p->nevent_types; i++)
        if (p->event_types[i].config == config)
            return p->event_types[i].name;
    return NULL;
}
