#include "core/profile/path_slots.h"

#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

/* Replace the table by an empty one with room for more than n entries. Returns the old table, which the caller
   frees. */
static struct path_slots enlarge(struct path_slots *s, size_t n)
{
    const struct path_slots old = *s;
    if (!s->v)
        *s = (struct path_slots){ .mask = 511, .shift = 23 };
    do {
        s->mask = s->mask * 2 + 1;
        s->shift--;
    } while (n + n / 2 >= s->mask);
    s->v = mem_new(s->mask + 1, sizeof(*s->v));
    return old;
}

static bool path_slots_has_room(const struct path_slots *s, size_t n)
{
    return s->v && n + n / 2 < s->mask;
}

/* Make room for more than n entries. Both tables are in the order of hashes, so entries are copied from front to
   back. */
void path_slots_reserve(struct path_slots *s, size_t n)
{
    if (path_slots_has_room(s, n))
        return;
    const struct path_slots old = enlarge(s, n);
    for (size_t i = 0; old.v && i <= old.mask; i++) {
        size_t at = old.v[i].hash >> s->shift;
        while (old.v[i].found && s->v[at].found)
            at = (at + 1) & s->mask;
        if (old.v[i].found)
            s->v[at] = old.v[i];
    }
    free(old.v);
}

struct moving {
    struct path_slots *to;
    const struct path_slot *from;
};

static void path_slots_move(void *arg, size_t from, size_t to)
{
    const struct moving *m = arg;
    for (size_t i = from; i < to; i++)
        if (m->from[i].found)
            path_slots_claim(m->to, m->from[i].hash, m->from[i].found - 1);
}

void path_slots_reserve_parallel(unsigned threads, struct path_slots *s, size_t n)
{
    enum { EACH = 1 << 14 };
    const bool is_simple = threads < 2 || !s->v || path_slots_has_room(s, n);
    if (is_simple) {
        path_slots_reserve(s, n);
        return;
    }
    const struct path_slots old = enlarge(s, n);
    threads_run_ranges(threads, old.mask + 1, EACH, path_slots_move, &(struct moving){ s, old.v });
    free(old.v);
}
