/* The features of Android's recorder: the symbols of files (FILE, FILE2) and facts as text (META_INFO). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/base/mem.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/features/feature_rows.h"
#include "formats/perf/file/file_simpleperf.h"

enum { FILE_FEATURE = 128 };

static enum simpleperf_form form_of(unsigned bit)
{
    if (bit == FILE_FEATURE)
        return SIMPLEPERF_STRUCT;
    return SIMPLEPERF_MESSAGE;
}

void read_simpleperf_files(struct perfdata *p, unsigned bit, struct cur *c)
{
    uint64_t end = p->features[bit].at + c->left;
    while (c->left && !c->bad) {
        struct span entry = cur_take(c, cur_u32(c));
        if (!c->bad)
            simpleperf_add(p, entry, form_of(bit), end - c->left - entry.n);
    }
}

void show_simpleperf_files(const struct perfdata *p UNUSED, unsigned bit, struct cur *c, struct text *out)
{
    const enum simpleperf_form form = form_of(bit);
    size_t files = 0, symbols = 0;
    while (c->left && !c->bad) {
        struct span entry = cur_take(c, cur_u32(c));
        struct simpleperf_file f;
        struct simpleperf_symbol s;
        if (c->bad || !simpleperf_file_read(entry, form, &f))
            continue;
        files++;
        while (simpleperf_symbol(&f, &s))
            symbols++;
    }
    text_printf(out, "# symbols that simpleperf kept : %zu of %zu files\n", symbols, files);
}

void show_simpleperf_bytes(const struct perfdata *p UNUSED, unsigned bit, struct cur *c, struct text *out)
{
    text_printf(out, "# simpleperf feature %u %s: %zu bytes\n", bit, feature_name(bit), c->left);
}

/* ---- META_INFO: keys and values, each with its NUL ---- */

static const char event_types[] = "event_type_info"; /* "NAME,TYPE,CONFIG" in lines */

/* Removes the last comma of `line` and the number after it. False: there is none. */
static bool features_simpleperf_take_number(struct span *line, uint64_t *v)
{
    size_t at = line->n;
    *v = 0;
    while (at && line->p[at - 1] >= '0' && line->p[at - 1] <= '9')
        at--;
    for (size_t i = at; i < line->n; i++)
        *v = *v * 10 + (line->p[i] - '0');
    if (at == line->n || !at || line->p[at - 1] != ',')
        return false;
    line->n = at - 1;
    return true;
}

/* Names of events by "TYPE,CONFIG"; of two lines for one event the last one is used. */
struct type_names {
    struct names keys;
    const char **v; /* by id of the key; owned by the capture */
    size_t cap;
};

static void take_line(struct perfdata *p, struct type_names *t, struct span line)
{
    uint64_t config, type;
    char key[48];
    if (!features_simpleperf_take_number(&line, &config) || !features_simpleperf_take_number(&line, &type) ||
        !line.n)
        return;
    snprintf(key, sizeof(key), "%" PRIu64 ",%" PRIu64, type, config);
    uint32_t id = arena_names_id(&t->keys, key);
    t->v = mem_room(t->v, id, &t->cap, sizeof(*t->v));
    t->v[id] = arena_text(&p->arena, (const char *)line.p, line.n);
}

static void take_lines(struct perfdata *p, struct type_names *t, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        take_line(p, t, (struct span){ (const uint8_t *)text, n });
        text += n + (text[n] == '\n');
    }
}

/* Names the events of types for which only the recorder has names. perf has names for other types. */
static void name_events(struct events *es, const struct type_names *t)
{
    char key[48];
    for (uint32_t i = 0; t->keys.n && i < es->n; i++) {
        const struct attr *a = &es->v[i].attr;
        if (a->type == PERF_TYPE_HARDWARE || a->type == PERF_TYPE_SOFTWARE || a->type == PERF_TYPE_HW_CACHE)
            continue;
        snprintf(key, sizeof(key), "%" PRIu32 ",%" PRIu64, a->type, a->config);
        uint32_t id = arena_names_find(&t->keys, key);
        if (id)
            es->v[i].name = t->v[id];
    }
}

static void add_fact(struct env *env, const char *key, const char *value)
{
    *MEM_ADD(env->facts, env->nfacts, env->cap_facts) = (struct env_fact){ key, value };
}

void read_meta_info(struct perfdata *p, unsigned bit UNUSED, struct cur *c)
{
    struct type_names t = { 0 };
    while (c->left && !c->bad) {
        const char *key = cur_cstr(c), *value = cur_cstr(c);
        if (!c->bad && !strcmp(key, event_types))
            take_lines(p, &t, value);
        else if (!c->bad)
            add_fact(&p->capture.env, key, value);
    }
    name_events(&p->capture.events, &t);
    arena_names_free(&t.keys);
    free(t.v);
}
