/*
 * settle: once all runs are added: of an object's functions those that were inlined are told apart in all of them or in none,
 * so that what the debug information of some runs alone says makes no difference between the sides.
 */
#include "core/profile/runs/settle.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/runs/rename.h"

/* A run that has less than this part of an object's samples without knowing where one of them comes from had luck. */
enum { LUCK_OF = 100 };

/* See which objects have functions that are linked ones alone: some runs know where their code comes from, and others do
   not, or none does. */
static void see_linked(struct runs *r)
{
    struct idmap numbers = { 0 }, lined = { 0 };
    uint64_t *samples = mem_new(r->nmet, 2 * sizeof(*samples)); /* of each: all, and those without lines */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->nmet; i++) {
            const struct run_met *m = &r->met[i];
            const uint64_t number = idmap_number(&numbers, (uintptr_t)m->name), run = number << 32 | m->run;
            if (!pass && m->lined)
                *idmap_at(&lined, run) = 1;
            if (pass && !idmap_get(&lined, run))
                samples[2 * number - 1] += m->samples;
            samples[2 * number - 2] += pass ? m->samples : 0;
        }
    for (size_t i = 0; i < r->nmet; i++) {
        const uint64_t *of = &samples[2 * idmap_get(&numbers, (uintptr_t)r->met[i].name) - 2];
        if (of[1] && of[1] >= of[0] / LUCK_OF)
            *idmap_at(&r->linked, (uintptr_t)r->met[i].name) = 1;
    }
    idmap_free(&numbers);
    idmap_free(&lined);
    free(samples);
}

static bool settle_row(const void *arg, struct run_row *row)
{
    const struct runs *r = arg;
    const bool linked = idmap_get(&r->linked, (uintptr_t)row->object), inlined = row->inlined;
    row->inlined = false;
    return row->section == RUN_FUNCTION || row->section == RUN_COMMAND_FUNCTION ||
                   row->section == RUN_WITH_CALLEES || row->section == RUN_CALLED_BY
               ? inlined != linked
               : true;
}

/* What was inlined goes on from a path as a part of it. */
static bool settle_path(const void *arg, struct run_path *path)
{
    const struct runs *r = arg;
    const bool inlined = path->inlined;
    path->inlined = false;
    return !(inlined && idmap_get(&r->linked, (uintptr_t)path->object));
}

void runs_settle(struct runs *r, struct run_paths *paths)
{
    see_linked(r);
    runs_rename(r, settle_row, r);
    run_paths_rename(paths, settle_path, r);
}

bool runs_is_linked(const struct runs *r, const char *object)
{
    return idmap_get(&r->linked, (uintptr_t)object);
}
