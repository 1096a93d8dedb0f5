#include "formats/export/join_commands.h"

#include <stdlib.h>
#include <string.h>

#include "core/compare/same_name.h"

struct joining {
    struct export *const *exports;
    size_t n, before;
    struct runs *runs;  /* owns all texts */
    struct idmap sides; /* name of a command -> on which sides it occurs, as bits: 1 before, 2 after */
    /* name without a version -> on which sides there is such a command that the other side lacks */
    struct idmap alone;
};

static unsigned side_of(const struct joining *j, size_t export)
{
    if (export < j->before)
        return 1;
    return 2;
}

static const char *join_commands_keep(struct joining *j, const char *name)
{
    return arena_names_intern(&j->runs->names, name);
}

/* A name without its version. */
static const char *lasting(struct joining *j, const char *name)
{
    struct text t = { 0 };
    same_name_strip_object(name, &t);
    const char *kept = join_commands_keep(j, text_str(&t));
    text_free(&t);
    return kept;
}

static bool is_alone(const struct joining *j, const char *kept)
{
    return idmap_get(&j->sides, (uintptr_t)kept) != 3;
}

static void find_commands(struct joining *j)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < j->n; i++)
            for (size_t g = 0; g < j->exports[i]->ngroups; g++) {
                const char *comm = j->exports[i]->groups[g].comm;
                if (!pass)
                    *idmap_find_or_add(&j->sides, (uintptr_t)join_commands_keep(j, comm)) |= side_of(j, i);
                else if (is_alone(j, join_commands_keep(j, comm)))
                    *idmap_find_or_add(&j->alone, (uintptr_t)lasting(j, comm)) |= side_of(j, i);
            }
}

static void rename_group(struct export *x, struct export_group *g, const char *name)
{
    g->comm = arena_text(&x->texts, name, strlen(name));
}

/* Gives threads without a name the same name, since pids and tids have no meaning outside of one
   recording. */
static void join_nameless(struct joining *j)
{
    for (size_t i = 0; i < j->n; i++)
        for (size_t g = 0; g < j->exports[i]->ngroups; g++)
            if (j->exports[i]->groups[g].nameless)
                rename_group(j->exports[i], &j->exports[i]->groups[g], "[unknown]");
}

/* Leaves out versions, if commands that each occur only on one side then have the same name. */
static void join_versions(struct joining *j)
{
    for (size_t i = 0; i < j->n; i++)
        for (size_t g = 0; g < j->exports[i]->ngroups; g++) {
            struct export_group *group = &j->exports[i]->groups[g];
            const char *name = lasting(j, group->comm);
            if (is_alone(j, join_commands_keep(j, group->comm)) && idmap_get(&j->alone, (uintptr_t)name) == 3)
                rename_group(j->exports[i], group, name);
        }
}

/* Adds the weight of each command that occurs only on one side, and of the innermost function of each of
   its stacks. */
static void add_costs(struct joining *j, size_t number)
{
    const struct export *x = j->exports[number];
    struct text same = { 0 };
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        const char *command = join_commands_keep(j, x->groups[c->group].comm);
        const char *name = c->stack ? x->frames[x->stacks[c->stack].frame].name : NULL;
        struct run_row row = { .section = RUN_COMMAND, .command = command };
        if (!export_is_shown(x, c->event) || !is_alone(j, command))
            continue;
        runs_add_cost(j->runs, side_of(j, number) - 1, &row, (double)export_weight(x, c), c->samples);
        if (!name || *name == '[') /* the name is unknown */
            continue;
        same_name_strip_function(name, &same);
        row.section = RUN_COMMAND_FUNCTION;
        row.function = join_commands_keep(j, same.s);
        runs_add_cost(j->runs, side_of(j, number) - 1, &row, (double)export_weight(x, c), c->samples);
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
            for (size_t k = 0; k < out->n; k++) {
                const char *own = side_of(j, i) == 1 ? out->v[k].before : out->v[k].after;
                if (!strcmp(out->v[k].what, "command") && !strcmp(group->comm, own)) {
                    rename_group(j->exports[i], group, out->v[k].joined);
                    break;
                }
            }
        }
}

void join_commands(struct export *const *v, size_t n, size_t before, bool guess, struct joined_commands *out)
{
    struct joining j = { .exports = v, .n = n, .before = before, .runs = &out->runs };
    *out = (struct joined_commands){ .n = 0 };
    runs_init(&out->runs, 2, false);
    join_nameless(&j);
    find_commands(&j);
    join_versions(&j);
    idmap_free(&j.sides);
    idmap_free(&j.alone);
    if (guess) {
        find_commands(&j);
        join_guessed(&j, out);
        idmap_free(&j.sides);
        idmap_free(&j.alone);
    }
}

void join_commands_free(struct joined_commands *j)
{
    free(j->v);
    runs_free(&j->runs);
    *j = (struct joined_commands){ .n = 0 };
}
