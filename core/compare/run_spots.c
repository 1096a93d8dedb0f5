#include "core/compare/runs.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/same_event.h"

/* Spots of a function are added only if the function has at least 1/KEPT_OF of the run's cost. */
enum { KEPT_OF = 500 };

void run_spots_free(struct run_spots *s)
{
    free(s->v);
    free(s->functions);
    idmap_free(&s->texts);
    idmap_free(&s->pairs);
    arena_names_free(&s->builds);
    *s = (struct run_spots){ .n = 0 };
}

uint32_t run_spots_build(const struct run_spots *s, const struct object *o)
{
    char hex[BUILD_ID_HEX];
    if (o->build_id.n)
        return arena_names_find(&s->builds, object_build_id_text(&o->build_id, hex));
    return 0;
}

/* The cost of a run's functions by event. */
struct costs {
    struct idmap numbers; /* numbers of pairs of function and event */
    uint64_t *v;          /* by number of the pair - 1 */
    size_t n, cap;
};

static uint32_t function_of(struct run_spots *s, const struct run_names *names)
{
    const uint64_t object = idmap_number_key(&s->texts, (uintptr_t)names->object),
                   function = idmap_number_key(&s->texts, (uintptr_t)names->function);
    const uint32_t number = idmap_number_key(&s->pairs, object << 32 | function);
    if (number > s->nfunctions)
        *MEM_ADD(s->functions, s->nfunctions, s->cap_functions) =
            (struct run_names){ .object = names->object, .function = names->function };
    return number - 1;
}

static uint32_t run_spots_number_of(struct costs *f, uint32_t function, uint32_t event)
{
    const uint32_t number = idmap_number_key(&f->numbers, (uint64_t)function << 32 | event);
    if (number > f->n)
        *MEM_ADD(f->v, f->n, f->cap) = 0;
    return number;
}

void run_spots_add(struct run_spots *s, const struct run_counted *c, const struct run_names *names,
                   size_t key, const struct object *const *objects)
{
    const struct profile *p = c->profile;
    struct costs f = { .n = 0 };
    struct idmap builds = { .n = 0 }; /* ids in run_spots.builds, by index of the object */
    uint32_t *numbers = mem_new(p->nrows, sizeof(*numbers));
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const uint32_t object = row_cell(p, row, key)->tag;
        if (!row->samples || object == (uint32_t)NO_SPOT || !objects[object]->build_id.n ||
            c->event_of[row->event] == NO_EVENT)
            continue;
        numbers[i] = run_spots_number_of(&f, function_of(s, &names[i]), row->event);
        f.v[numbers[i] - 1] += row->period;
    }
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const struct total *total = &p->totals[row->event];
        if (!numbers[i] || f.v[numbers[i] - 1] < (total->period - total->hidden_period) / KEPT_OF)
            continue;
        const uint32_t object = row_cell(p, row, key)->tag;
        char hex[BUILD_ID_HEX];
        uint32_t *build = idmap_find_or_add(&builds, object);
        if (!*build)
            *build = arena_names_id(&s->builds, object_build_id_text(&objects[object]->build_id, hex));
        *MEM_ADD(s->v, s->n, s->cap) = (struct run_spot){ .at = row_cell(p, row, key)->v,
                                                          .samples = row->samples,
                                                          .cost = (double)row->period,
                                                          .function = function_of(s, &names[i]),
                                                          .build = *build,
                                                          .event = c->event_of[row->event],
                                                          .run = run_counted_run(c, row) };
    }
    free(numbers);
    free(f.v);
    idmap_free(&builds);
    idmap_free(&f.numbers);
}
