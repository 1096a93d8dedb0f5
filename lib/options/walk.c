/* Parses a command line. getopt_long() is not used for four reasons. It matches abbreviations against all options at
   once; here perf's options without effect count only if no other option matches (--obj is --objects, not --objdump).
   It does not name the candidates of an ambiguous abbreviation. It reorders the words of argv, which the caller owns.
   And it has one state per process, while several command lines may be parsed in one. */
#include <assert.h>
#include <string.h>

#include "lib/options/absent.h"
#include "lib/options/option.h"
#include "core/base/text.h"

enum { CANDIDATES = 64 };

/* n: length of the name; 0: compare the letter. */
static bool options_walk_is_named(const struct option_row *r, const char *name, size_t n, char letter)
{
    if (n)
        return strlen(r->name) == n && !memcmp(r->name, name, n);
    return letter && r->letter == letter;
}

const struct option_row *options_find(const struct option_row *const *tables, const char *name, size_t n,
                                      char letter)
{
    for (; *tables; tables++)
        for (const struct option_row *r = *tables; r->name; r++)
            if (options_walk_is_named(r, name, n, letter))
                return r;
    return NULL;
}

/* Finds the options that a name abbreviates. Options of the last table are found only if no other table has one. */
static size_t candidates(const struct options_walk *w, const char *name, size_t letters,
                         const struct option_row *v[CANDIDATES])
{
    size_t n = 0;
    for (const struct option_row *const *t = w->tables; *t && letters && (t[1] || !n); t++)
        for (const struct option_row *r = *t; r->name && n < CANDIDATES; r++)
            if (!strncmp(r->name, name, letters))
                v[n++] = r;
    return n;
}

static bool options_walk_fail(struct options_walk *w, int problem)
{
    w->problem = problem;
    return false;
}

/* Whether --no-NAME is allowed: as in perf, for every flag. */
static bool can_be_off(const struct option_row *r)
{
    return !r->argument && (r->kind <= OPTION_FLAG || r->kind >= OPTION_REFUSED);
}

static bool find_long(struct options_walk *w, const char *name, size_t n)
{
    const struct option_row *v[CANDIDATES];
    if ((w->row = options_find(w->tables, name, n, 0)) != NULL)
        return true;
    if (n > 3 && !strncmp(name, "no-", 3) && (w->row = options_find(w->tables, name + 3, n - 3, 0)) != NULL &&
        can_be_off(w->row))
        return w->off = true;
    size_t found = candidates(w, name, n, v);
    w->row = NULL;
    if (!found)
        return options_walk_fail(w, WALK_UNKNOWN);
    w->row = v[0];
    return found == 1 || options_walk_fail(w, WALK_AMBIGUOUS);
}

/* Finds the option's value: `with_it`, the rest of the same word, or the next word. */
static bool find_value(struct options_walk *w, const char *with_it)
{
    assert(w->row);
    const struct option_row *r = w->row;
    const char *next = NULL;
    if (!with_it && w->at < w->argc)
        next = w->argv[w->at];
    if (!r->argument)
        return !with_it || options_walk_fail(w, WALK_UNWANTED);
    if (r->loose && next && !(r->is_value && r->is_value(next)))
        next = NULL;
    w->at += next != NULL;
    w->value = text_or(with_it, next);
    return w->value || r->loose || options_walk_fail(w, WALK_MISSING);
}

static bool next_letter(struct options_walk *w)
{
    char letter = *w->letters++;
    const char *rest = *w->letters ? w->letters : NULL;
    w->row = options_find(w->tables, NULL, 0, letter);
    if (!w->row)
        return options_walk_fail(w, WALK_UNKNOWN);
    if (!w->row->argument && (!rest || *rest != '=')) {
        w->letters = rest;
        return true;
    }
    w->letters = NULL;
    if (rest && *rest == '=')
        rest++;
    return find_value(w, rest);
}

bool options_next(struct options_walk *w)
{
    w->row = NULL;
    w->value = NULL;
    w->off = false;
    if (w->letters)
        return next_letter(w);
    if (!w->only_operands && w->at < w->argc && !strcmp(w->argv[w->at], "--")) {
        w->only_operands = true;
        w->at++;
    }
    if (w->at >= w->argc)
        return false;
    w->word = w->argv[w->at++];
    if (w->only_operands || w->word[0] != '-' || !w->word[1]) {
        w->value = w->word;
        return true;
    }
    if (w->word[1] != '-') {
        w->letters = w->word + 1;
        return next_letter(w);
    }
    const char *name = w->word + 2;
    const size_t n = strcspn(name, "=");
    return find_long(w, name, n) && find_value(w, name[n] ? name + n + 1 : NULL);
}

static void show_candidates(const struct options_walk *w, struct outlet *err)
{
    const struct option_row *v[CANDIDATES];
    const char *names[CANDIDATES + 1] = { NULL };
    size_t n = candidates(w, w->word + 2, strcspn(w->word, "=") - 2, v);
    for (size_t i = 0; i < n; i++)
        names[i] = v[i]->name;
    absent_alternatives_show("--", names, err);
}

void options_print_problem(const struct options_walk *w, const char *command, struct outlet *err)
{
    static const char *const problems[] = { [WALK_UNKNOWN] = "unknown option",
                                            [WALK_AMBIGUOUS] = "ambiguous option: it could be ",
                                            [WALK_MISSING] = "missing argument",
                                            [WALK_UNWANTED] = "option does not take an argument" };
    bool is_ambiguous = w->problem == WALK_AMBIGUOUS, is_long = w->word[1] == '-';
    const char *name = is_long ? w->word + 2 : "";
    struct text_nearest meant = text_nearest_to(name, strcspn(name, "="));
    const bool is_off = !strncmp(name, "no-", 3);
    struct text_nearest off = text_nearest_to(name + 3 * is_off, strcspn(name, "=") - 3 * is_off);
    for (const struct option_row *const *t = w->tables; *t && w->problem == WALK_UNKNOWN; t++)
        for (const struct option_row *r = *t; r->name; r++) {
            if (r->kind >= OPTION_REFUSED)
                continue;
            if (r->help)
                text_nearest_try(&meant, r->name);
            if (is_off && !strncmp(r->name, "no-", 3))
                text_nearest_try(&off, r->name + 3);
            else if (is_off && r->help && can_be_off(r))
                text_nearest_try(&off, r->name);
        }
    outlet_begin(err, command);
    if (w->problem == WALK_MISSING && is_long)
        outlet_print(err, "--%s", w->row->name);
    else
        absent_word_show(w->word, is_ambiguous ? strcspn(w->word, "=") : strlen(w->word), err);
    outlet_print(err, ": %s", problems[w->problem]);
    if (is_ambiguous)
        show_candidates(w, err);
    const char *instead = NULL;
    if (w->problem == WALK_UNKNOWN)
        instead = absent_option_alternative(command, w->word);
    if (instead)
        outlet_print(err, ": %s\n", instead);
    else if (is_off && off.found && (!meant.found || off.distance < meant.distance))
        outlet_print(err, "; there is --no-%s\n", off.found);
    else if (meant.found)
        outlet_print(err, "; there is --%s\n", meant.found);
    else
        outlet_add(err, "\n");
}
