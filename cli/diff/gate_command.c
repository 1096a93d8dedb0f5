/* The way from a verdict to the instructions: the command that shows those of the function that grew most. */
#include <string.h>

#include "cli/diff/gate.h"

/* A word as a shell takes it. */
static void add_word(struct text *t, const char *s)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+%@-";
    const bool is_plain = *s && *s != '-' && !s[strspn(s, plain)];
    text_add(t, is_plain ? " " : " '");
    for (; *s; s++)
        if (*s == '\'')
            text_add(t, "'\\''");
        else
            text_char(t, *s, 1);
    text_add(t, is_plain ? "" : "'");
}

static void add_words(struct text *t, const char *option, const struct words *w)
{
    text_add(t, option);
    for (size_t i = 0; i < w->n; i++)
        add_word(t, w->v[i]);
}

/* By the first event by which one grew, for costs of others are of another unit; of those that count how often something
   happens beside another, as probes do, by none. */
static const struct judged_row *worst(const struct gate *g)
{
    const struct judged_row *found = NULL;
    for (size_t s = 0; s < g->nsections; s++) {
        if (!gate_decides(g, g->sections[s].event) || (found && found->row->event != g->sections[s].event))
            continue;
        for (size_t i = 0; g->sections[s].section == RUN_FUNCTION && i < g->sections[s].n; i++) {
            const struct judged_row *row = &g->sections[s].v[i];
            if (row->verdict == VERDICT_WORSE && *row->row->function != '[' &&
                (!found || row->cost.after - row->cost.before > found->cost.after - found->cost.before))
                found = row;
        }
    }
    return found;
}

bool gate_command(const struct gate *g, struct text *out)
{
    const struct judged_row *row = worst(g);
    const struct common_opts *o = &g->o->common;
    out->n = 0;
    if (!row)
        return false;
    const char *name = row->row->function, *was = NULL;
    for (size_t i = 0; i < g->runs.nguesses; i++)
        if (g->runs.guesses[i].object == row->row->object &&
            g->runs.guesses[i].joined == row->row->function) {
            name = g->runs.guesses[i].after;
            was = g->runs.guesses[i].before;
        }
    text_add(out, "perfolio annotate");
    add_word(out, name);
    if (was)
        add_words(out, " --was", &(const struct words){ .v = &was, .n = 1 });
    add_words(out, "", &o->inputs);
    add_words(out, " --before", &o->before);
    add_words(out, " --after", &o->after);
    for (size_t i = 0; i < o->objects.n; i++)
        add_words(out, " --objects", &(const struct words){ &o->objects.v[i], 1 });
    text_add(out, o->isolated ? " --isolated" : "");
    return true;
}
