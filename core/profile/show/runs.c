#include "core/profile/show/runs.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/same_event.h"
#include "core/model/timeline/naming.h"
#include "core/profile/keys/keys.h"
#include "core/profile/show/same_name.h"

enum { COMMAND, OBJECT, FUNCTION, NAMES };

const char *const runs_keys[3] = { [COMMAND] = "comm", [OBJECT] = "dso", [FUNCTION] = "symbol" };

void runs_init(struct runs *r, uint32_t n, bool exact_names)
{
    *r = (struct runs){ .n = n, .exact_names = exact_names };
}

void runs_free(struct runs *r)
{
    arena_names_free(&r->keys);
    arena_names_free(&r->names);
    free(r->rows);
    free(r->cost);
    free(r->samples);
    *r = (struct runs){ 0 };
}

/* What a cell is called here. */
static const char *name_of(struct runs *r, int what, const struct key *k, const struct cell *c,
                           const struct key_context *kc)
{
    struct text scratch = { 0 }, same = { 0 };
    struct value v = key_value(k, c, kc, &scratch);
    const char *name = v.type == VALUE_SYMBOL ? v.symbol.name
                       : v.type == VALUE_TASK ? v.task.comm
                       : v.type == VALUE_TEXT ? v.text
                                              : NULL;
    if (name && what == OBJECT)
        name = naming_lasting_name(name);
    if (name && what != COMMAND && !r->exact_names) {
        (what == OBJECT ? same_name_object : same_name_function)(name, &same);
        name = same.s;
    }
    name = arena_names_intern(&r->names, name ? name : "[unknown]");
    text_free(&scratch);
    text_free(&same);
    return name;
}

/* The number of a row, made when it is new. */
static size_t row_of(struct runs *r, const struct run_row *row)
{
    struct text key = { 0 };
    uint32_t known = r->keys.n;
    text_printf(&key, "%d %" PRIu32 " %p %p %p", (int)row->section, row->event, (const void *)row->command,
                (const void *)row->object, (const void *)row->function);
    uint32_t id = arena_names_id(&r->keys, key.s);
    text_free(&key);
    if (id <= known)
        return id - 1;
    r->rows = mem_room(r->rows, r->nrows, &r->cap_rows, sizeof(*r->rows));
    if (r->cap_costs < r->cap_rows) {
        r->cost = mem_resize(r->cost, r->cap_rows * r->n, sizeof(*r->cost));
        r->samples = mem_resize(r->samples, r->cap_rows * r->n, sizeof(*r->samples));
        r->cap_costs = r->cap_rows;
    }
    for (uint32_t i = 0; i < r->n; i++) {
        r->cost[r->nrows * r->n + i] = 0;
        r->samples[r->nrows * r->n + i] = 0;
    }
    r->rows[r->nrows] = *row;
    return r->nrows++;
}

void runs_add_to(struct runs *r, uint32_t run, const struct run_row *row, double cost, uint64_t samples)
{
    size_t at = row_of(r, row) * r->n + run;
    r->cost[at] += cost;
    r->samples[at] += samples;
}

static void add_row(struct runs *r, uint32_t run, const struct row *row, uint32_t event,
                    const char *const names[NAMES], const struct total *total, bool with_callees)
{
    const double period = (double)row->period, mean = (double)total->period / (double)total->samples;
    const struct run_row all = { RUN_TOTAL, event, NULL, NULL, NULL },
                         command = { RUN_COMMAND, event, names[COMMAND], NULL, NULL },
                         object = { RUN_OBJECT, event, NULL, names[OBJECT], NULL },
                         of_command = { RUN_COMMAND_FUNCTION, event, names[COMMAND], names[OBJECT],
                                        names[FUNCTION] },
                         function = { RUN_FUNCTION, event, NULL, names[OBJECT], names[FUNCTION] },
                         with = { RUN_WITH_CALLEES, event, NULL, names[OBJECT], names[FUNCTION] };
    if (row->samples) {
        runs_add_to(r, run, &all, period, row->samples);
        runs_add_to(r, run, &command, period, row->samples);
        runs_add_to(r, run, &object, period, row->samples);
        runs_add_to(r, run, &function, period, row->samples);
        runs_add_to(r, run, &of_command, period, row->samples);
    }
    if (with_callees && row->children) /* how many samples these were was not counted */
        runs_add_to(r, run, &with, (double)row->children, (uint64_t)((double)row->children / mean + 0.5));
}

void runs_add(struct runs *r, uint32_t run, const struct profile *p, const struct key_context *kc,
              const uint32_t *event_of, bool with_callees,
              uint32_t (*run_of)(const struct row *row, const void *arg), const void *arg)
{
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *row = row_at(p, i);
        const char *names[NAMES];
        if (event_of[row->event] == NO_EVENT || !p->totals[row->event].samples)
            continue;
        for (int k = 0; k < NAMES; k++)
            names[k] = name_of(r, k, p->keys[k], &row->cells[k], kc);
        add_row(r, run_of ? run_of(row, arg) : run, row, event_of[row->event], names, &p->totals[row->event],
                with_callees);
    }
}
