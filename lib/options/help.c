/* The text of --help. */
#include <string.h>

#include "core/base/text.h"
#include "lib/options/command.h"

enum { WIDTH = 79, GAP = 5 /* between the names and the description */ };

void option_names(const struct option_row *row, struct text *out)
{
    if (row->letter)
        text_printf(out, "-%c, ", row->letter);
    text_printf(out, "--%s", row->name);
    if (row->argument)
        text_printf(out, row->loose && !row->is_value ? "[=%s]" : "=%s", row->argument);
}

void option_explain(const struct option_row *row, struct text *out)
{
    const char *mark = strstr(row->help, "%s"), *word;
    size_t length;
    if (!mark) {
        text_add(out, row->help);
        return;
    }
    text_add_n(out, row->help, (size_t)(mark - row->help));
    for (size_t i = 0; (length = option_word(row, i, &word)) != 0; i++) {
        text_char(out, ' ', i != 0);
        text_add_n(out, word, length);
    }
    text_add(out, mark + 2);
}

/* Adds text that wraps in a column, which begins at `indent`. */
static void add_wrapped(struct text *out, const char *s, size_t indent)
{
    size_t room = indent < WIDTH ? WIDTH - indent : 1;
    while (strlen(s) > room) {
        size_t n = room - 1;
        while (n && s[n] != ' ')
            n--;
        if (!n)
            break;
        text_add_n(out, s, n);
        text_char(out, '\n', 1);
        text_char(out, ' ', indent);
        s += n + 1;
    }
    text_printf(out, "%s\n", s);
}

static void row_names(const struct option_row *row, struct text *out)
{
    text_add(out, row->letter ? "  " : "      ");
    option_names(row, out);
}

static size_t widest(const struct option_row *rows)
{
    struct text names = { 0 };
    size_t most = 0;
    for (; rows->name; rows++) {
        names.n = 0;
        if (rows->help)
            row_names(rows, &names);
        if (names.n > most)
            most = names.n;
    }
    text_free(&names);
    return most;
}

static void help_add_rows(const struct option_row *rows, size_t column, struct text *out)
{
    for (; rows->name; rows++) {
        struct text what = { 0 };
        size_t start = out->n;
        if (!rows->help)
            continue;
        row_names(rows, out);
        text_char(out, ' ', column - (out->n - start));
        option_explain(rows, &what);
        add_wrapped(out, what.s, column);
        text_free(&what);
    }
}

const char *command_word(const struct command *c)
{
    const char *space = strrchr(c->name, ' ');
    if (space)
        return space + 1;
    return c->name;
}

const struct command *command_find(const struct command *const *list, const char *word)
{
    while (*list && strcmp(command_word(*list), word) != 0)
        list++;
    return *list;
}

void command_views_help(const struct command *c, struct text *out)
{
    text_printf(out, "usage: perfolio %s VIEW [options] [-i] FILE\n\n", c->name);
    for (const struct command *const *v = c->views; *v; v++)
        text_printf(out, "  %-14s %s\n", command_word(*v), text_or((*v)->as_view, (*v)->help));
    text_printf(out, "\nperfolio %s VIEW --help lists a view's options.\n", c->name);
}

void command_help(const struct command *c, const struct option_row *common, struct text *out)
{
    const size_t own = widest(c->rows), shared = widest(common);
    const size_t column = GAP + (own > shared ? own : shared);
    text_printf(out, "perfolio %s\nusage: perfolio %s %s\n", c->name, c->name,
                text_or(c->usage, "[options] [-i] FILE"));
    for (size_t i = 0; c->subject_help && c->subject_at(i); i++) {
        text_char(out, '\n', i == 0);
        text_printf(out, "  %-12s %s\n", c->subject_at(i), c->subject_help(i));
    }
    text_char(out, '\n', c->subject_help != NULL);
    text_add(out, "\nOptions:\n");
    help_add_rows(c->rows, column, out);
    text_add(out, "\nOptions of every command:\n");
    help_add_rows(common, column, out);
}
