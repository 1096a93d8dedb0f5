/* complete: lists the possible completions of the word under the cursor, from the tables of commands and options. The
 * shells' completion scripts call it (completion/), and the build of the manual, for its lists of options. */
#include <string.h>

#include "cli/perfolio.h"
#include "cli/program.h"
#include "lib/question/common/common.h"

struct completion {
    int n; /* number of words; the last word is completed */
    const char **words;
    const char *word; /* the part of the last word that is completed */
    const char *head; /* the part before it, which every completion repeats: "comm," in a list, "--sort=" */
    size_t head_n;
    struct outlet *out;
};

static void offer(const struct completion *c, const char *word, size_t n, const char *what)
{
    size_t typed = strlen(c->word);
    if (typed <= n && !strncmp(word, c->word, typed))
        outlet_print(c->out, "%.*s%.*s\t%s\n", (int)c->head_n, c->head, (int)n, word, what);
}

static void offer_command(const struct completion *c, const struct command *command)
{
    offer(c, command_word(command), strlen(command_word(command)), command->help);
}

static void offer_commands(const struct completion *c)
{
    for (size_t i = 0; program_command_at(i); i++)
        offer_command(c, program_command_at(i));
}

static void offer_rows(const struct completion *c, const struct option_row *row)
{
    for (; row->name; row++) {
        struct text text = { 0 };
        if (!row->help)
            continue;
        text_add(&text, "--");
        text_add(&text, row->name);
        size_t n = text.n;
        option_explain(row, &text);
        if (row->letter)
            offer(c, (const char[]){ '-', row->letter, 0 }, 2, text.s + n);
        offer(c, text.s, n, text.s + n);
        text_free(&text);
    }
}

/* The option that takes a value and is written in this word: "--sort", "--sort=..." or "-s"; NULL: none. */
static const struct option_row *complete_row_of(const struct command *of, const char *word)
{
    const struct option_row *const tables[] = { of->rows, common_rows, NULL };
    const bool is_long = !strncmp(word, "--", 2), is_short = word[0] == '-' && word[1] && !word[2];
    const char *name = is_long ? word + 2 : "";
    char letter = 0;
    if (is_short)
        letter = word[1];
    const struct option_row *r = options_find(tables, name, strcspn(name, "="), letter);
    if (r && r->argument)
        return r;
    return NULL;
}

static void offer_values(struct completion *c, const struct option_row *row)
{
    const char *comma = NULL, *word;
    size_t length;
    if (strstr(row->argument, ",..."))
        comma = strrchr(c->word, ',');
    if (comma) {
        if (!c->head_n)
            c->head = c->word;
        c->head_n = (size_t)(comma + 1 - c->head);
        c->word = comma + 1;
    }
    for (size_t i = 0; (length = option_word(row, i, &word)) != 0; i++)
        offer(c, word, length, "");
}

/* The option whose value is completed; NULL: none. bash passes "=" as a separate word. */
static const struct option_row *find_valued(struct completion *c, const struct command *of)
{
    const char *last = c->words[c->n - 1], *equals = strchr(last, '=');
    bool apart = c->n > 3 && !strcmp(c->words[c->n - 2], "=");
    if (!strcmp(last, "=") && c->n > 2) {
        c->word = "";
        return complete_row_of(of, c->words[c->n - 2]);
    }
    if (equals && !strncmp(last, "--", 2)) {
        c->head = last;
        c->head_n = (size_t)(equals + 1 - last);
        c->word = equals + 1;
        return complete_row_of(of, last);
    }
    const struct option_row *row = complete_row_of(of, c->words[c->n - (apart ? 3 : 2)]);
    if (row && (apart || !row->loose || row->is_value))
        return row;
    return NULL;
}

static void complete(struct completion *c, const struct command *of)
{
    const struct option_row *row = find_valued(c, of);
    if (row) {
        offer_values(c, row);
    } else if (*c->word == '-') {
        offer_rows(c, of->rows);
        offer_rows(c, common_rows);
    } else if (of->subject_at && c->n == 2) {
        for (size_t i = 0; of->subject_at(i); i++) {
            const char *help = of->subject_help ? of->subject_help(i) : "";
            offer(c, of->subject_at(i), strlen(of->subject_at(i)), help);
        }
        offer(c, "--help", 6, "its options");
    }
}

static void list_rows(const struct option_row *row, const char *view, struct outlet *out)
{
    for (; row->name; row++) {
        struct text text = { 0 };
        if (!row->help)
            continue;
        option_names(row, &text);
        text_add(&text, "\t");
        option_explain(row, &text);
        if (*view)
            outlet_print(out, "%s ", view);
        outlet_print(out, "%s\n", text.s);
        text_free(&text);
    }
}

/* Lists the options of a command and its views, or, `of` NULL, the common options. */
static void list_options(const struct command *of, struct outlet *out)
{
    if (!of)
        list_rows(common_rows, "", out);
    else if (of->rows)
        list_rows(of->rows, "", out);
    for (size_t i = 0; of && of->views && of->views[i]; i++)
        if (!program_command_named(of->views[i]->name))
            list_rows(of->views[i]->rows, command_word(of->views[i]), out);
}

int perfolio_complete(int argc, const char **argv, struct outlet *out)
{
    bool lists = argc && !strcmp(argv[0], "--options");
    struct completion c = { argc - lists, argv + lists, argc ? argv[argc - 1] : "", "", 0, out };
    const struct command *of = c.n ? program_command_named(c.words[0]) : NULL;
    if (lists && c.n && !of)
        return 1;
    if (lists) {
        list_options(of, out);
        return 0;
    }
    bool at_view = of && of->views && c.n == 2, helps = c.n == 2 && !strcmp(c.words[0], "help");
    if (of && of->views && c.n > 1) {
        of = command_find(of->views, c.words[1]);
        c.words++;
        c.n--;
    }
    if (argc < 2 || helps)
        offer_commands(&c);
    if (argc < 2) {
        offer(&c, "version", 7, "which this is");
        offer(&c, "--help", 6, "the commands");
        offer(&c, "--version", 9, "which this is");
    } else if (at_view) {
        for (const struct command *const *v = program_command_named(argv[0])->views; *v; v++)
            offer_command(&c, *v);
        offer(&c, "--help", 6, "the views");
    } else if (of) {
        complete(&c, of);
    }
    return 0;
}
