#include "formats/export/join_commands.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/compare/same_name.h"

/* A command that is met on a side: bits, 1 before, 2 after. */
struct command {
    const char *name, *lasting; /* without its version */
    unsigned sides;
};

struct joining {
    struct export *const *exports;
    size_t n, before;
    struct runs *runs; /* has their texts */
    struct names names, lasting;
    struct command *v; /* by the ids of their names - 1 */
    size_t cap;
    unsigned *alone; /* per name without a version: on which sides stands a command that the other has not */
};

static unsigned side_of(const struct joining *j, size_t export)
{
    if (export < j->before)
        return 1;
    return 2;
}

static struct command *command_of(const struct joining *j, const char *name)
{
    return &j->v[arena_names_find(&j->names, name) - 1];
}

static bool is_alone(const struct command *c)
{
    return c->sides != 3;
}

static void find_commands(struct joining *j)
{
    struct text lasting = { 0 };
    for (size_t i = 0; i < j->n; i++)
        for (size_t g = 0; g < j->exports[i]->ngroups; g++) {
            const uint32_t known = j->names.n, id = arena_names_id(&j->names, j->exports[i]->groups[g].comm);
            if (id > known) {
                j->v = mem_room(j->v, known, &j->cap, sizeof(*j->v));
                same_name_object(arena_names_text(&j->names, id), &lasting);
                j->v[known] =
                    (struct command){ arena_names_intern(&j->runs->names, arena_names_text(&j->names, id)),
                                      arena_names_intern(&j->lasting, text_str(&lasting)), 0 };
            }
            j->v[id - 1].sides |= side_of(j, i);
        }
    j->alone = mem_new(j->lasting.n + 1, sizeof(*j->alone));
    for (uint32_t i = 0; i < j->names.n; i++)
        if (is_alone(&j->v[i]))
            j->alone[arena_names_find(&j->lasting, j->v[i].lasting)] |= j->v[i].sides;
    text_free(&lasting);
}

static void rename_group(struct export *x, struct export_group *g, const char *name)
{
    g->comm = arena_text(&x->texts, name, strlen(name));
}

/* Numbers of threads are those of one recording. */
static void join_nameless(struct joining *j)
{
    for (size_t i = 0; i < j->n; i++)
        for (size_t g = 0; g < j->exports[i]->ngroups; g++)
            if (j->exports[i]->groups[g].nameless)
                rename_group(j->exports[i], &j->exports[i]->groups[g], "[unknown]");
}

/* Leave out versions where that makes one of two that stand alone. */
static void join_versions(struct joining *j)
{
    for (size_t i = 0; i < j->n; i++)
        for (size_t g = 0; g < j->exports[i]->ngroups; g++) {
            struct export_group *group = &j->exports[i]->groups[g];
            const struct command *c = command_of(j, group->comm);
            if (is_alone(c) && j->alone[arena_names_find(&j->lasting, c->lasting)] == 3)
                rename_group(j->exports[i], group, c->lasting);
        }
}

/* What an export's command that stands alone weighs, and each function that it is in. */
static void add_costs(struct joining *j, size_t number)
{
    const struct export *x = j->exports[number];
    struct text same = { 0 };
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        const struct command *command = command_of(j, x->groups[c->group].comm);
        const char *name = c->stack ? x->frames[x->stacks[c->stack].frame].name : NULL;
        struct run_row row = { .section = RUN_COMMAND, .command = command->name };
        if (!export_is_shown(x, c->event) || !is_alone(command))
            continue;
        runs_add_to(j->runs, side_of(j, number) - 1, &row, (double)export_weight(x, c), c->samples);
        if (!name || *name == '[') /* unknown */
            continue;
        same_name_function(name, &same);
        row.section = RUN_COMMAND_FUNCTION;
        row.function = arena_names_intern(&j->runs->names, same.s);
        runs_add_to(j->runs, side_of(j, number) - 1, &row, (double)export_weight(x, c), c->samples);
    }
    text_free(&same);
}

static void join_guessed(struct joining *j, struct joined_commands *out)
{
    for (size_t i = 0; i < j->n; i++)
        add_costs(j, i);
    out->v = match_runs(j->runs, 1, NULL, 0, &out->n);
    for (size_t i = 0; i < j->n; i++)
        for (size_t g = 0; g < j->exports[i]->ngroups; g++) {
            struct export_group *group = &j->exports[i]->groups[g];
            for (size_t k = 0; k < out->n; k++)
                if (!strcmp(out->v[k].what, "command") &&
                    !strcmp(group->comm, side_of(j, i) == 1 ? out->v[k].before : out->v[k].after)) {
                    rename_group(j->exports[i], group, out->v[k].joined);
                    break;
                }
        }
}

static void forget(struct joining *j)
{
    arena_names_free(&j->names);
    arena_names_free(&j->lasting);
    free(j->v);
    free(j->alone);
    j->names = j->lasting = (struct names){ .n = 0 };
    j->v = NULL;
    j->alone = NULL;
    j->cap = 0;
}

void join_commands(struct export *const *v, size_t n, size_t before, bool guess, struct joined_commands *out)
{
    struct joining j = { .exports = v, .n = n, .before = before, .runs = &out->runs };
    *out = (struct joined_commands){ .n = 0 };
    runs_init(&out->runs, 2, false);
    join_nameless(&j);
    find_commands(&j);
    join_versions(&j);
    forget(&j);
    if (guess) {
        find_commands(&j);
        join_guessed(&j, out);
        forget(&j);
    }
}

void join_commands_free(struct joined_commands *j)
{
    free(j->v);
    runs_free(&j->runs);
    *j = (struct joined_commands){ .n = 0 };
}
