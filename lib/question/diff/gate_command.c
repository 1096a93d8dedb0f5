/* Makes the command line that shows the instructions of the function that grew most, for a user who wants
   to see the reason of a verdict. */
#include <inttypes.h>
#include <string.h>

#include "lib/options/transform_options.h"
#include "lib/question/diff/gate.h"
#include "formats/elf/elf.h"

/* Appends a word, quoted for a shell if needed. */
static void add_quoted(struct text *t, const char *s)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+%@-";
    const bool is_plain = *s && *s != '-' && !s[strspn(s, plain)];
    text_add(t, is_plain ? "" : "'");
    for (; *s; s++) {
        if (*s == '\'')
            text_add(t, "'\\''");
        else
            text_char(t, *s, 1);
    }
    text_add(t, is_plain ? "" : "'");
}

static void gate_command_add_word(struct text *t, const char *s)
{
    text_add(t, " ");
    add_quoted(t, s);
}

static void add_words(struct text *t, const char *option, const struct words *w)
{
    text_add(t, option);
    for (size_t i = 0; i < w->n; i++)
        gate_command_add_word(t, w->v[i]);
}

static void gate_command_add_text(struct text *t, const char *option, const char *s)
{
    if (s)
        add_words(t, option, &(const struct words){ .v = &s, .n = 1 });
}

static void add_list(struct text *t, const char *option, const struct words *w)
{
    struct text list = { 0 };
    for (size_t i = 0; i < w->n; i++) {
        if (i)
            text_add(&list, ",");
        text_add(&list, w->v[i]);
    }
    gate_command_add_text(t, option, list.s);
    text_free(&list);
}

/* Appends an option with numbers; consecutive numbers are written as a range. */
static void gate_command_add_numbers(struct text *t, const char *option, const struct numbers *n)
{
    for (size_t i = 0, end; i < n->n; i = end) {
        for (end = i + 1; end < n->n && n->v[end] == n->v[end - 1] + 1;)
            end++;
        text_printf(t, "%s%" PRId64, i ? "," : option, n->v[i]);
        if (end - i > 1)
            text_printf(t, "-%" PRId64, n->v[end - 1]);
    }
}

/* Appends the options that change stacks. A name is part of the word, as it may be left out. */
static void gate_command_add_transforms(struct text *t, const struct transforms *all)
{
    for (size_t i = 0; i < all->n; i++) {
        struct text word = { 0 };
        text_printf(&word, "--%s", transform_option_name(all->v[i].how));
        if (all->v[i].name)
            text_printf(&word, "=%s", all->v[i].name);
        text_add(t, " ");
        if (all->v[i].name)
            add_quoted(t, word.s);
        else
            text_add(t, word.s);
        text_free(&word);
    }
}

/* Appends the options that decide which samples count, and how names are shown. */
static void add_filters(struct text *t, const struct diff_opts *o)
{
    const struct filter *f = &o->count.filter;
    add_list(t, " --comms", &f->comms);
    add_list(t, " --dsos", &f->dsos);
    add_list(t, " --symbols", &f->symbols);
    gate_command_add_numbers(t, " --pid=", &f->pids);
    gate_command_add_numbers(t, " --tid=", &f->tids);
    gate_command_add_numbers(t, " --cpu=", &f->cpus);
    gate_command_add_text(t, " --time", o->filters.time);
    gate_command_add_transforms(t, &o->count.transforms);
}

static void add_symbols(struct text *t, const struct common_opts *o)
{
    for (size_t i = 0; i < o->objects.n; i++)
        gate_command_add_text(t, " --objects", o->objects.v[i]);
    gate_command_add_text(t, " --capture", o->capture);
    gate_command_add_text(t, " --symfs", o->symfs);
    gate_command_add_text(t, " --kallsyms", o->kallsyms);
    gate_command_add_text(t, " --vmlinux", o->vmlinux);
    if (o->debuginfod) {
        text_add(t, *o->debuginfod ? " --debuginfod=" : " --debuginfod");
        if (*o->debuginfod)
            add_quoted(t, o->debuginfod);
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
    gate_command_add_word(out, name);
    gate_command_add_text(out, " --was", was);
    add_words(out, "", &o->inputs);
    add_words(out, " --before", &o->before);
    add_words(out, " --after", &o->after);
    add_symbols(out, o);
    add_filters(out, g->o);
    return true;
}
