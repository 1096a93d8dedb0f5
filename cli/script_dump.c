/* The lines of each event in a file of its own, as perf script --per-event-dump writes them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/script.h"
#include "core/base/mem.h"
#include "core/base/output.h"

/* The name of an event may have slashes, and comes out of a file: no folder is made of it. Events that share
 * a name are numbered. */
static void dump_path(const struct scribe *w, const struct script_event *se, struct text *path)
{
    text_printf(path, "%s.", w->s->capture->path);
    size_t at = path->n;
    unsigned same = 1;
    for (const struct script_event *other = w->events; other < se; other++)
        same += !strcmp(other->event->name, se->event->name);
    text_add_clean(path, se->event->name);
    if (same > 1)
        text_printf(path, ".%u", same);
    text_add(path, ".dump");
    for (; at < path->n; at++)
        if (path->s[at] == '/')
            path->s[at] = '_';
}

bool script_dumps_open(struct scribe *w, struct err *e)
{
    for (uint32_t i = 0; i < w->s->capture->events.n; i++) {
        struct script_event *se = &w->events[i];
        struct text path = { 0 };
        dump_path(w, se, &path);
        se->dump = mem_new(1, sizeof(*se->dump));
        bool ok = output_open(se->dump, path.s, e);
        text_free(&path);
        if (!ok)
            return false;
    }
    return true;
}

bool script_dump(struct scribe *w, struct script_event *se, struct err *e)
{
    size_t n = w->out.n;
    w->out.n = 0;
    se->dumped++;
    return output_add(se->dump, w->out.s, n, e);
}

bool script_dumps_commit(struct scribe *w, struct err *e)
{
    for (uint32_t i = 0; i < w->s->capture->events.n; i++) {
        struct script_event *se = &w->events[i];
        struct text path = { 0 };
        dump_path(w, se, &path);
        double size = (double)se->dump->size;
        bool ok = output_commit(se->dump, e);
        if (ok) {
            text_printf(&w->out, "[ perfolio script: Wrote %.3f MB ", size / 1024 / 1024);
            text_add_clean(&w->out, path.s);
            text_printf(&w->out, " (%" PRIu64 " samples) ]\n", se->dumped);
        }
        text_free(&path);
        if (!ok)
            return false;
    }
    return true;
}

void script_dumps_free(struct scribe *w)
{
    for (uint32_t i = 0; w->events && i < w->s->capture->events.n; i++) {
        if (w->events[i].dump)
            output_abandon(w->events[i].dump);
        free(w->events[i].dump);
    }
}
