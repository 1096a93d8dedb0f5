/* Makes the command line that shows the instructions of the function that grew most, for a user who wants
   to see the reason of a verdict. */
#include <inttypes.h>
#include <string.h>

#include "lib/question/common/shell_words.h"
#include "lib/question/diff/gate.h"
#include "formats/elf/elf.h"

static void add_symbols(struct text *t, const struct common_opts *o)
{
    for (size_t i = 0; i < o->objects.n; i++)
        shell_words_add_option(t, " --objects", o->objects.v[i]);
    shell_words_add_option(t, " --capture", o->capture);
    shell_words_add_option(t, " --symfs", o->symfs);
    shell_words_add_option(t, " --kallsyms", o->kallsyms);
    shell_words_add_option(t, " --vmlinux", o->vmlinux);
    if (o->debuginfod) {
        text_add(t, *o->debuginfod ? " --debuginfod=" : " --debuginfod");
        if (*o->debuginfod)
            shell_words_quote(t, o->debuginfod);
    }
    if (o->isolated)
        text_add(t, " --isolated");
    if (!o->demangle)
        text_add(t, " --no-demangle");
    else if (o->demangle == elf_demangle_full)
        text_add(t, " --demangle=full");
    if (o->demangle_kernel)
        text_add(t, " --demangle-kernel");
}

/* The function that got worse most. Costs of different events have different units, so only one event is
   used: the first for which some function got worse. Events that count occurrences, such as probes, are
   ignored if another event is compared. */
static const struct judged_row *worst(const struct gate *g)
{
    const struct judged_row *found = NULL;
    for (size_t s = 0; s < g->nsections; s++) {
        if (!gate_event_decides(g, g->sections[s].event) ||
            (found && found->row->event != g->sections[s].event))
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
    shell_words_add(out, name);
    shell_words_add_option(out, " --was", was);
    shell_words_add_list(out, "", &o->inputs);
    shell_words_add_list(out, " --before", &o->before);
    shell_words_add_list(out, " --after", &o->after);
    add_symbols(out, o);
    shell_words_add_filters(out, &g->o->count, g->o->filters.time);
    return true;
}
