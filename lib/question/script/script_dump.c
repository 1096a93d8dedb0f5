/* script_dump: writes the lines of each event to a file of its own, as perf script --per-event-dump does. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/script/scribe.h"
#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/file/output.h"

/* The paths that are in use, and the number of events per name. */
struct script_dump_taken {
    struct names paths, events;
    struct idmap count;
};

/* Makes the path of an event's file. The name of the event is untrusted: its slashes are replaced, so that
   it names no folder. Events with equal names are numbered. */
static void dump_path(const struct scribe *w, const struct script_event *se, struct script_dump_taken *taken,
                      struct text *path)
{
    struct text name = { 0 };
    text_add_clean(&name, se->event->name);
    for (size_t i = 0; i < name.n; i++) {
        if (name.s[i] == '/')
            name.s[i] = '_';
    }
    uint32_t *same = idmap_find_or_add(&taken->count, arena_names_id(&taken->events, text_str(&name)));
    do {
        path->n = 0;
        text_add(path, w->s->capture->path);
        if (w->s->o.of) /* by number, since the name of the capture is untrusted, too */
            text_printf(path, ".%" PRIu32, w->s->number + 1);
        text_printf(path, ".%s", text_str(&name));
        if (++*same > 1)
            text_printf(path, ".%" PRIu32, *same);
        text_add(path, ".dump");
    } while (arena_names_find(&taken->paths, path->s));
    arena_names_id(&taken->paths, path->s);
    text_free(&name);
}

bool script_dumps_open(struct scribe *w, struct err *e)
{
    struct script_dump_taken taken = { 0 };
    bool ok = true;
    for (uint32_t i = 0; ok && i < w->s->capture->events.n; i++) {
        struct script_event *se = &w->events[i];
        dump_path(w, se, &taken, &se->dump_path);
        se->dump = mem_new(1, sizeof(*se->dump));
        ok = output_open_nofollow(se->dump, se->dump_path.s, OUTPUT_ORDINARY, w->s->o.around.temporary, e);
    }
    arena_names_free(&taken.paths);
    arena_names_free(&taken.events);
    idmap_free(&taken.count);
    return ok;
}

bool script_dump_lines(struct scribe *w, struct script_event *se, struct err *e)
{
    size_t n = w->out.n;
    w->out.n = 0;
    se->dumped++;
    return output_add(se->dump, w->out.s, n, e);
}

bool script_dumps_commit(struct scribe *w, struct err *e)
{
    for (uint32_t i = 0; i < w->s->capture->events.n; i++)
        if (!output_prepare_commit(w->events[i].dump, e))
            return false;
    for (uint32_t i = 0; i < w->s->capture->events.n; i++) {
        struct script_event *se = &w->events[i];
        double size = (double)se->dump->size;
        if (!output_commit(se->dump, e))
            return false;
        text_printf(&w->out, "[ perfolio script: Wrote %.3f MB ", size / 1024 / 1024);
        text_add_clean(&w->out, se->dump_path.s);
        text_printf(&w->out, " (%" PRIu64 " samples) ]\n", se->dumped);
    }
    return true;
}

void script_dumps_free(struct scribe *w)
{
    for (uint32_t i = 0; w->events && i < w->s->capture->events.n; i++) {
        if (w->events[i].dump)
            output_abandon(w->events[i].dump);
        free(w->events[i].dump);
        text_free(&w->events[i].dump_path);
    }
}
