#include "lib/question/common/shell_words.h"

#include <inttypes.h>
#include <string.h>

#include "lib/options/transform_options.h"

/* Appends a word, quoted for a shell if needed. */
void shell_words_quote(struct text *t, const char *s)
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

void shell_words_add(struct text *t, const char *s)
{
    text_add(t, " ");
    shell_words_quote(t, s);
}

void shell_words_add_list(struct text *t, const char *option, const struct words *w)
{
    text_add(t, option);
    for (size_t i = 0; i < w->n; i++)
        shell_words_add(t, w->v[i]);
}

void shell_words_add_option(struct text *t, const char *option, const char *s)
{
    if (s)
        shell_words_add_list(t, option, &(const struct words){ .v = &s, .n = 1 });
}

static void add_joined(struct text *t, const char *option, const struct words *w)
{
    struct text list = { 0 };
    for (size_t i = 0; i < w->n; i++) {
        if (i)
            text_add(&list, ",");
        text_add(&list, w->v[i]);
    }
    shell_words_add_option(t, option, list.s);
    text_free(&list);
}

/* Appends an option with numbers; consecutive numbers are written as a range. */
static void add_numbers(struct text *t, const char *option, const struct numbers *n)
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
static void add_transforms(struct text *t, const struct transforms *all)
{
    for (size_t i = 0; i < all->n; i++) {
        text_printf(t, " --%s", transform_option_name(all->v[i].how));
        if (all->v[i].name) {
            text_add(t, "=");
            shell_words_quote(t, all->v[i].name);
        }
    }
}

void shell_words_add_filters(struct text *t, const struct count_opts *o, const char *time)
{
    const struct filter *f = &o->filter;
    add_joined(t, " --comms", &f->comms);
    add_joined(t, " --dsos", &f->dsos);
    add_joined(t, " --symbols", &f->symbols);
    add_numbers(t, " --pid=", &f->pids);
    add_numbers(t, " --tid=", &f->tids);
    add_numbers(t, " --cpu=", &f->cpus);
    shell_words_add_option(t, " --time", time);
    add_transforms(t, &o->transforms);
}
