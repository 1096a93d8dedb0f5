/* fields: selects the fields of a line by -F, the defaults and the recorded data. */
#include <string.h>

#include "lib/question/script/scribe.h"

enum { SOFTWARE_DUMMY = 9 }; /* PERF_COUNT_SW_DUMMY: it has no samples */

/* PERF_TYPE_SYNTH (tools/perf/util/event.h): events that perf inject makes from a trace; no kernel records
   them. */
#define TYPE_SYNTH (INT32_MAX + UINT32_C(1))

enum script_type script_type_of(const struct attr *a)
{
    if (a->type == TYPE_SYNTH)
        return SCRIPT_SYNTH;
    if (a->type <= PERF_TYPE_BREAKPOINT)
        return (enum script_type)a->type;
    return SCRIPT_OTHER;
}

/* Sets the default fields, unless -F came before. */
static void fields_begin(struct script_choice *c)
{
    if (c->begun)
        return;
    c->begun = true;
    for (unsigned f = 0; f < FIELDS; f++)
        for (unsigned t = 0; t < SCRIPT_TYPES; t++)
            if (script_rows[f].defaults >> t & 1)
                c->of[t].fields |= UINT64_C(1) << f;
}

/* Reads the type of event before a colon; SCRIPT_TYPES: there is none. */
static bool read_type(const char **arg, unsigned *type, struct err *e)
{
    static const struct {
        const char *name;
        unsigned type;
    } types[] = { { "hw", PERF_TYPE_HARDWARE },      { "sw", PERF_TYPE_SOFTWARE },
                  { "trace", PERF_TYPE_TRACEPOINT }, { "raw", PERF_TYPE_RAW },
                  { "break", PERF_TYPE_BREAKPOINT }, { "synth", SCRIPT_SYNTH } };
    const char *colon = strchr(*arg, ':');
    *type = SCRIPT_TYPES;
    if (!colon)
        return true;
    size_t n = (size_t)(colon - *arg);
    for (size_t i = 0; i < COUNT(types); i++)
        if (strlen(types[i].name) == n && !strncmp(types[i].name, *arg, n))
            *type = types[i].type;
    if (*type == SCRIPT_TYPES)
        return err_set(e, ERR_USAGE, 0,
                       "-F: '%.*s' is not a type of events; there are hw, sw, trace, raw, break and synth",
                       (int)n, *arg);
    *arg = colon + 1;
    return true;
}

/* Fields that perf has and Perfolio does not. */
static const struct {
    const char *name, *why;
} absent[] = {
    { "brstackinsn", "branch stacks are not disassembled; brstack and brstacksym have the addresses" },
    { "brstackinsnlen", "branch stacks are not disassembled; brstack and brstacksym have the addresses" },
    { "insn", "code is not disassembled, and captures do not contain it" },
    { "insnlen", "code is not disassembled, and captures do not contain it" },
    { "ipc", "only decoders of hardware traces can tell" },
    { "metric", "perfolio stat report has metrics of what perf stat record counted" },
    { "srccode", "srcline has the place, perfolio explain the line's text" },
};

static bool no_field(const char *word, size_t n, struct err *e)
{
    struct text known = { 0 };
    struct text_nearest meant = text_nearest_to(word, n);
    char but[TEXT_NEAREST_ROOM];
    for (size_t i = 0; i < COUNT(absent); i++)
        if (strlen(absent[i].name) == n && !strncmp(absent[i].name, word, n))
            return err_set(e, ERR_USAGE, 0, "-F: %s: perf has it, Perfolio does not: %s", absent[i].name,
                           absent[i].why);
    for (unsigned f = 0; f < FIELDS; f++) {
        text_printf(&known, " %s", script_rows[f].name);
        text_nearest_try(&meant, script_rows[f].name);
    }
    err_set(e, ERR_USAGE, 0, "-F: there is no field '%.*s'%s; there are:%s", (int)n, word,
            text_nearest_hint(&meant, but), known.s);
    text_free(&known);
    return false;
}

static bool field_named(const char *word, size_t n, unsigned *field)
{
    for (*field = 0; *field < FIELDS; ++*field)
        if (strlen(script_rows[*field].name) == n && !strncmp(script_rows[*field].name, word, n))
            return true;
    return false;
}

static void change(struct script_choice *c, unsigned type, unsigned field, char how, bool every)
{
    uint64_t bit = UINT64_C(1) << field;
    c->of[type].by_user = true;
    c->of[type].by_type = !every;
    if (how == '-') {
        c->of[type].fields &= ~bit;
        c->of[type].asked &= ~bit;
    } else {
        c->of[type].fields |= bit;
        if (every)
            c->of[type].asked |= bit;
    }
}

const char *script_field_name(size_t i)
{
    if (i < FIELDS)
        return script_rows[i].name;
    return NULL;
}

bool script_choice_read(void *target, const struct option_row *row UNUSED, const char *arg, struct err *e)
{
    struct script_choice *c = target;
    fields_begin(c);
    unsigned type, field;
    if (!read_type(&arg, &type, e))
        return false;
    bool every = type == SCRIPT_TYPES, edits = strchr("+-", *arg) && *arg;
    if (!*arg && every)
        return err_set(e, ERR_USAGE, 0, "-F: no field is named");
    for (unsigned t = 0; t < SCRIPT_TYPES && !edits; t++)
        if (every || t == type) {
            c->of[t].fields = c->of[t].asked = 0;
            c->of[t].by_user = true;
            c->of[t].by_type = !every;
        }
    for (const char *s = arg; *s;) {
        size_t n = strcspn(s, ",");
        char how = 0;
        const char *word = s;
        if (*word == '+' || *word == '-')
            how = *word++;
        if ((how != 0) != edits)
            return err_set(e, ERR_USAGE, 0,
                           "-F: '%s' mixes names of fields with changes (+, -) of the default", arg);
        size_t length = n - (size_t)(word - s);
        if (!field_named(word, length, &field))
            return no_field(word, length, e);
        if (!every && script_rows[field].invalid >> type & 1)
            return err_set(e, ERR_USAGE, 0, "-F: events of this type have no '%.*s'", (int)length, word);
        for (unsigned t = 0; t < SCRIPT_TYPES; t++)
            if ((every || t == type) && !(script_rows[field].invalid >> t & 1))
                change(c, t, field, how, every);
        s += n + (s[n] != 0);
    }
    return true;
}

/* Removes fields that an event did not record. Fails if the user selected one of them. */
static bool check_event(struct script_choice *c, unsigned type, const struct event *ev, struct err *e)
{
    uint64_t *fields = &c->of[type].fields;
    for (unsigned f = 0; f < FIELDS; f++) {
        const struct script_row *row = &script_rows[f];
        if (!(*fields >> f & 1) || !row->sample || ev->attr.sample_type & row->sample)
            continue;
        if (c->of[type].asked >> f & 1)
            return err_set(e, ERR_USAGE, 0,
                           "Samples for '%s' event do not have %s attribute set. Cannot print '%s' field.",
                           ev->name, row->label, row->name);
        *fields &= ~(UINT64_C(1) << f);
    }
    bool has_address = ev->attr.sample_type & (PERF_SAMPLE_IP | PERF_SAMPLE_ADDR);
    if (*fields & (FIELD(SYM) | FIELD(DSO)) && !has_address)
        return err_set(e, ERR_USAGE, 0, "-F: samples of '%s' have no address to look up", ev->name);
    if (*fields & FIELD(SYMOFF) && !(*fields & FIELD(SYM)))
        return err_set(e, ERR_USAGE, 0, "-F: symoff needs sym");
    if (*fields & FIELD(SRCLINE) && !(*fields & FIELD(IP)))
        return err_set(e, ERR_USAGE, 0, "-F: srcline needs ip");
    return true;
}

static bool is_dummy(const struct attr *a)
{
    return a->type == PERF_TYPE_SOFTWARE && a->config == SOFTWARE_DUMMY;
}

bool script_choice_check(struct script_choice *c, const struct capture *capture, bool chains, struct err *e)
{
    fields_begin(c);
    const struct events *es = &capture->events;
    uint64_t all = 0;
    for (unsigned type = 0; type < SCRIPT_TYPES; type++) {
        /* the first event of the type; it is checked in place of all of them */
        const struct event *first = NULL;
        for (uint32_t i = 0; i < es->n && !first; i++)
            if (script_type_of(&es->v[i].attr) == type && !is_dummy(&es->v[i].attr))
                first = &es->v[i];
        if (!first && c->of[type].by_type && type != SCRIPT_SYNTH)
            return err_set(e, ERR_USAGE, 0,
                           "-F: the capture has no event of the type for which fields are named");
        /* Without samples (perf stat record), the attributes do not tell which fields the records have. */
        bool says = capture->nsamples || (first && first->attr.sample_type & PERF_SAMPLE_TID);
        if (first && c->of[type].fields && says && !check_event(c, type, first, e))
            return false;
        if (first)
            all |= c->of[type].fields;
    }
    const enum env_wall_source wall = env_wall_clock(&capture->env, es).source;
    if (all & FIELD(TOD) && wall != ENV_WALL_CLOCK_DATA && wall != ENV_WALL_CLOCK)
        return err_set(e, ERR_USAGE, 0,
                       "-F: tod: the time of day was not recorded; perf record -k records it");
    /* a tracepoint's sample shows an address only if it has a call chain */
    for (uint32_t i = 0; i < es->n; i++) {
        const struct attr *a = &es->v[i].attr;
        if (chains && a->type == PERF_TYPE_TRACEPOINT && a->sample_type & PERF_SAMPLE_CALLCHAIN &&
            !c->of[PERF_TYPE_TRACEPOINT].by_user)
            c->of[PERF_TYPE_TRACEPOINT].fields |= FIELD(IP) | FIELD(SYM) | FIELD(SYMOFF) | FIELD(DSO);
    }
    return true;
}
