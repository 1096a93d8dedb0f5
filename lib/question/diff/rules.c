#include "lib/question/diff/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/lines.h"
#include "core/base/file/paths/glob.h"
#include "core/base/mem.h"

/* How many of n characters an error message quotes. */
static int rules_shown(size_t n)
{
    return n < 60 ? (int)n : 60;
}

/* How many of n characters come before the first of the characters `stops` outside of quotation marks. */
static size_t unquoted(const char *s, size_t n, const char *stops)
{
    bool quoted = false;
    size_t at = 0;
    for (; at < n && (quoted || !strchr(stops, s[at])); at++)
        quoted ^= s[at] == '"';
    return at;
}

/* Writes the pattern that n characters represent to `out`. In quotation marks, "" represents a quotation
   mark. False: the quotation marks are not closed. */
static bool read_pattern(const char *s, size_t n, struct text *out)
{
    if (*s != '"') {
        text_add_n(out, s, n);
        return true;
    }
    for (size_t i = 1; i < n; i++) {
        const bool mark = s[i] == '"';
        if (mark && i + 1 == n)
            return out->n;
        if (mark && s[++i] != '"')
            return false;
        text_char(out, s[i], 1);
    }
    return false;
}

/* Sets a selector, "sym=parse*". */
static bool set_selector(struct rules *r, struct gate_rule *rule, const char *s, size_t n, struct err *e)
{
    const struct {
        const char *word;
        const char **pattern;
        enum run_section section; /* RUN_TOTAL: other selectors decide */
    } words[] = {
        { "comm=", &rule->command, RUN_TOTAL },    { "dso=", &rule->object, RUN_TOTAL },
        { "sym=", &rule->function, RUN_FUNCTION }, { "children=", &rule->function, RUN_WITH_CALLEES },
        { "path=", &rule->path, RUN_PATH },        { "event=", &rule->event, RUN_TOTAL }
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t length = strlen(words[i].word);
        if (n <= length || strncmp(s, words[i].word, length) != 0)
            continue;
        if (*words[i].pattern)
            return err_set(e, ERR_USAGE, 0, "'%s': it has two patterns of %s", rule->text,
                           words[i].pattern == &rule->function ? "functions" : words[i].word);
        struct text pattern = { 0 };
        bool ok = read_pattern(s + length, n - length, &pattern);
        if (words[i].section != RUN_TOTAL)
            rule->section = words[i].section;
        if (ok)
            *words[i].pattern = arena_names_intern(&r->texts, pattern.s);
        text_free(&pattern);
        return ok || err_set(e, ERR_USAGE, 0, "'%.*s': its name needs quotation marks at both ends",
                             rules_shown(n), s);
    }
    return err_set(e, ERR_USAGE, 0,
                   "'%.*s' is not one of comm=NAME, dso=NAME, sym=NAME, children=NAME, path=NAME;NAME, "
                   "event=NAME",
                   rules_shown(n), s);
}

/* Reads a limit, "+3%", "-0.5%": a sign, and a decimal number above 0. */
static bool set_limit(struct gate_rule *rule, const char *s, size_t n, struct err *e)
{
    static const char digits[] = "0123456789";
    size_t at = n && (*s == '+' || *s == '-');
    const size_t whole = strspn(s + at, digits);
    bool ok = at && whole;
    at += whole;
    if (ok && s[at] == '.') {
        const size_t part = strspn(s + ++at, digits);
        ok = part;
        at += part;
    }
    ok = ok && at + 1 == n && s[at] == '%';
    rule->percent = 0;
    if (ok)
        rule->percent = strtod(s, NULL);
    rule->shrinks = rule->percent < 0;
    if (!(fabs(rule->percent) > 0 && fabs(rule->percent) < 1e9))
        return err_set(e, ERR_USAGE, 0, "'%.*s' is not a limit such as +3%% or -5%%", rules_shown(n), s);
    return rule->percent > -100 ||
           err_set(e, ERR_USAGE, 0, "a cost cannot shrink by %.*s", rules_shown(n), s);
}

/* Adds a rule of n characters. */
static bool rules_add_one(struct rules *r, const char *text, size_t n, struct err *e)
{
    struct gate_rule rule = { .section = RUN_TOTAL };
    char *copy = mem_copy(text, n);
    rule.text = arena_names_intern(&r->texts, copy);
    free(copy);
    /* names may contain colons, so the limit comes after the last colon */
    const char *limit = text + n;
    while (limit > text && limit[-1] != ':')
        limit--;
    bool ok = set_limit(&rule, limit, (size_t)(text + n - limit), e);
    for (const char *s = text, *end = limit - 1; ok && limit > text && s <= end;) {
        const size_t length = unquoted(s, (size_t)(end - s), ",");
        ok = set_selector(r, &rule, s, length, e);
        s += length + 1;
    }
    if (ok && rule.section == RUN_WITH_CALLEES && rule.command)
        ok = err_set(e, ERR_USAGE, 0, "'%s': children= goes together with dso= and event= only", rule.text);
    if (rule.section == RUN_FUNCTION && rule.command)
        rule.section = RUN_COMMAND_FUNCTION;
    else if (!rule.section && rule.command)
        rule.section = RUN_COMMAND;
    else if (!rule.section)
        rule.section = rule.object ? RUN_OBJECT : RUN_TOTAL;
    if (ok && rule.path && (rule.command || rule.object || rule.function))
        ok = err_set(e, ERR_USAGE, 0, "'%s': path= goes together with event= only", rule.text);
    if (ok && rule.command && rule.object && !rule.function)
        ok = err_set(e, ERR_USAGE, 0, "'%s': comm= and dso= go together with sym= only", rule.text);
    if (!ok)
        return false;
    *MEM_ADD(r->v, r->n, r->cap) = rule;
    return true;
}

/* Passes each line of a file that is not blank to `take`, without its comment and with it. */
static bool each_line(const char *path, struct rules *r,
                      bool (*take)(struct rules *r, const char *s, size_t n, const char *comment,
                                   struct err *e),
                      struct err *e)
{
    struct text all = { 0 }, line = { 0 };
    size_t at = 0;
    bool ok = lines_read(path, &all, e);
    for (unsigned number = 1; ok && lines_next(&all, &at, &line); number++) {
        line.s[strcspn(line.s, "\r")] = 0;
        const char *s = line.s + strspn(line.s, " \t");
        size_t n = unquoted(s, strlen(s), "#");
        const char *comment = s[n] ? s + n : NULL;
        while (n && strchr(" \t", s[n - 1]))
            n--;
        if (comment)
            comment += 1 + strspn(comment + 1, " \t");
        if (n && !take(r, s, n, comment, e))
            ok = err_prefix(e, "%s, line %u", path, number);
    }
    text_free(&all);
    text_free(&line);
    return ok;
}

static bool take_rule(struct rules *r, const char *s, size_t n, const char *comment UNUSED, struct err *e)
{
    return rules_add_one(r, s, n, e);
}

bool rules_add(struct rules *r, const char *text, struct err *e)
{
    static const char file[] = "file://";
    if (!strncmp(text, file, strlen(file)))
        return each_line(text + strlen(file), r, take_rule, e);
    return rules_add_one(r, text, strlen(text), e);
}

bool rules_is_date(const char *s)
{
    static const char form[] = "0000-00-00";
    for (size_t i = 0; i < strlen(form); i++) {
        const bool is_digit = s[i] >= '0' && s[i] <= '9', fits = form[i] == '0' ? is_digit : s[i] == form[i];
        if (!fits)
            return false;
    }
    const unsigned year = (unsigned)strtoul(s, NULL, 10), month = (unsigned)strtoul(s + 5, NULL, 10),
                   day = (unsigned)strtoul(s + 8, NULL, 10);
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    unsigned days = 30 + (month + month / 8) % 2;
    if (month == 2)
        days = leap ? 29 : 28;
    return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

static bool take_accepted(struct rules *r, const char *s, size_t n, const char *comment, struct err *e)
{
    static const char until[] = "until=";
    const char *date = NULL;
    const size_t length = unquoted(s, n, " \t");
    size_t at = length + strspn(s + length, " \t");
    if (at < n) {
        if (strncmp(s + at, until, strlen(until)) || n - at != strlen(until) + 10 ||
            !rules_is_date(s + at + strlen(until)))
            return err_set(e, ERR_USAGE, 0, "'%.*s' is not until=YYYY-MM-DD", rules_shown(n - at), s + at);
        date = s + at + strlen(until);
    }
    if (!comment || !*comment)
        return err_set(e, ERR_USAGE, 0, "an accepted change needs a reason after '#'");
    if (!rules_add_one(r, s, length, e))
        return false;
    struct gate_rule *rule = &r->v[r->n - 1];
    rule->reason = arena_names_intern(&r->texts, comment);
    if (date) {
        char *copy = mem_copy(date, 10);
        rule->until = arena_names_intern(&r->texts, copy);
        free(copy);
    }
    return true;
}

bool rules_add_accepted(struct rules *r, const char *path, struct err *e)
{
    return each_line(path, r, take_accepted, e);
}

void rules_free(struct rules *r)
{
    free(r->v);
    arena_names_free(&r->texts);
    *r = (struct rules){ 0 };
}

bool rule_pattern_matches(const char *pattern, const char *name)
{
    return !pattern || (name && (!strcmp(pattern, name) || glob_match(pattern, name)));
}

/* Whether a pattern matches a name, or another name that a guess joined with it. `object`: the object of a
   function; NULL for other names. */
static bool fits_any(const char *pattern, const char *what, const char *object, const char *name,
                     const struct replicates *r)
{
    bool any = rule_pattern_matches(pattern, name);
    for (size_t i = 0; !any && name && i < r->nguesses; i++) {
        const struct guess *g = &r->guesses[i];
        any = !strcmp(g->what, what) && !strcmp(g->joined, name) &&
              (!object || !g->object || !strcmp(g->object, object)) &&
              (rule_pattern_matches(pattern, g->before) || rule_pattern_matches(pattern, g->after));
    }
    return any;
}

/* The guess about a step of a path, given by n characters. The step is a function, or in brackets an
   object without names. A path does not say in which object a function is, so functions that are joined by
   the same two names are treated as one. */
static const struct guess *guess_of(const char *s, size_t n, const struct replicates *r)
{
    for (size_t i = 0; i < r->nguesses; i++) {
        const struct guess *g = &r->guesses[i];
        const size_t length = strlen(g->joined);
        bool is = false;
        if (!strcmp(g->what, "function"))
            is = length == n && !strncmp(s, g->joined, n);
        else if (!strcmp(g->what, "object") && length + 2 == n)
            is = *s == '[' && s[n - 1] == ']' && !strncmp(s + 1, g->joined, length);
        if (is)
            return g;
    }
    return NULL;
}

/* A path with the guessed names replaced by those of one side. malloc'ed. */
static char *path_on(const char *path, const struct replicates *r, bool after)
{
    struct text t = { 0 };
    text_add(&t, "");
    for (const char *s = path; *s;) {
        size_t n = strcspn(s, ";");
        const struct guess *g = guess_of(s, n, r);
        const bool of_object = g && !g->object;
        if (of_object)
            text_add(&t, "[");
        if (g)
            text_add(&t, after ? g->after : g->before);
        else
            text_add_n(&t, s, n);
        if (of_object)
            text_add(&t, "]");
        s += n;
        if (*s)
            text_char(&t, *s++, 1);
    }
    return t.s;
}

static bool fits_path(const char *pattern, const char *path, const struct replicates *r)
{
    bool any = rule_pattern_matches(pattern, path);
    for (int side = 0; pattern && !any && r->nguesses && side < 2; side++) {
        char *on = path_on(path, r, side);
        any = rule_pattern_matches(pattern, on);
        free(on);
    }
    return any;
}

double rule_excess(const struct gate_rule *rule, double percent)
{
    if (rule->shrinks)
        return rule->percent - percent;
    return percent - rule->percent;
}

uint32_t rules_default_event(const struct replicates *r)
{
    uint32_t e = 0;
    while (e < r->nevents && r->events[e].runs != r->n)
        e++;
    return e;
}

bool rule_matches_row(const struct gate_rule *rule, const struct replicates *r, const struct run_row *row)
{
    const bool of_event = rule->event ? rule_pattern_matches(rule->event, r->events[row->event].name)
                                      : row->event == rules_default_event(r);
    return row->section == rule->section && of_event &&
           fits_any(rule->command, "command", NULL, row->command, r) &&
           fits_any(rule->object, "object", NULL, row->object, r) &&
           fits_any(rule->function, "function", row->object, row->function, r) &&
           fits_path(rule->path, row->function, r);
}
