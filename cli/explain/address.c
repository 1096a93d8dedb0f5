#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/provenance/lookup_trace.h"
#include "cli/explain/reason.h"
#include "cli/provenance/mapping_hits.h"
#include "core/base/date.h"

enum { SHOWN_HOLDERS = 8, SHOWN_OTHERS = 8 }; /* without -v */

/* ---- text ---- */

static void show_holders(const struct explain *x, const struct mapping_hit *s, FILE *out)
{
    struct text t = { 0 };
    size_t most = x->common.verbose ? s->nholders : SHOWN_HOLDERS;
    for (size_t i = 0; i < s->nholders && i < most; i++) {
        text_add(&t, i ? ", " : "");
        mapping_hits_holder_text(x->session.timeline, &s->holders[i], s->machine, x->when, &t);
        text_add(&t, " ");
        mapping_hits_since_text(s->holders[i].map->from, x->session.capture->timed, &t);
    }
    if (s->nholders > most)
        text_printf(&t, " and %zu more", s->nholders - most);
    fprintf(out, "\n%s\n", t.s);
    text_free(&t);
}

static void show_map(const struct map *m, FILE *out)
{
    struct text t = { 0 };
    text_printf(&t, "0x%" PRIx64 "-0x%" PRIx64, m->start, m->end);
    if (m->ref_symbol)
        text_printf(&t, ", %s at 0x%" PRIx64, m->ref_symbol, m->pgoff);
    else
        text_printf(&t, ", offset 0x%" PRIx64, m->pgoff);
    text_printf(&t, ", %c%c%c%c", m->prot & 1 ? 'r' : '-', m->prot & 2 ? 'w' : '-', m->prot & 4 ? 'x' : '-',
                m->flags & 1 ? 's' : 'p');
    explain_line(out, "map", &t);
    text_free(&t);
}

static void key_show_symbol(const struct explain *x, const struct place *p, FILE *out)
{
    struct text t = { 0 };
    const struct symbol *s;
    size_t i = 0;
    if (!p->symbol) {
        reason_gap(x, p, &t);
        explain_line(out, "symbol", &t);
        text_free(&t);
        return;
    }
    explain_name(x, p->symbol, &t);
    text_printf(&t, "+0x%" PRIx64 ", ", p->at - p->symbol->start);
    explain_range(p->symbol, &t);
    explain_line(out, "symbol", &t);
    reason_rule(p, &t);
    explain_line(out, "because", &t);
    while ((s = reason_next_covering(p, &i)) != NULL) {
        explain_name(x, s, &t);
        text_add(&t, " ");
        explain_range(s, &t);
        text_add(&t, s->start < p->symbol->start ? ": covers it too, but starts earlier"
                                                 : ": covers it too, but was added earlier");
        explain_line(out, "not", &t);
    }
    for (i = 0; (s = reason_next_loser(p, &i)) != NULL;) {
        explain_name(x, s, &t);
        text_add(&t, " ");
        explain_range(s, &t);
        text_printf(&t, ": starts there too and gave way: %s",
                    symtab_alias_rule_text(symtab_alias_rule(p->table, p->symbol, s)));
        explain_line(out, "not", &t);
    }
    text_free(&t);
}

/* The name of a function in the source as reports show names; NULL: unknown. */
static const char *function_name(const struct explain *x, const struct place *p, const struct line_frame *f,
                                 struct text *t)
{
    t->n = 0;
    if (f->function)
        symtab_symbol_name(p->table->demangle ? x->session.demangle : NULL,
                           &(struct symbol){ .name = f->function }, t);
    return t->n ? t->s : NULL;
}

/* Who is asked about a place, for its lines, too, whose files may be others. */
static struct lookup_answer *ask(const struct explain *x, const struct place *p, size_t *n)
{
    struct line_frame f;
    const char *why;
    resolver_lines(x->session.resolver, p, &f, 1, &why);
    return lookup_trace_of(&x->session, p->object, n);
}

static void show_source(const struct explain *x, const struct place *p, FILE *out)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct text t = { 0 }, name = { 0 };
    const char *why;
    size_t n = resolver_lines(x->session.resolver, p, frames, LINE_FRAMES_MOST, &why);
    if (!n && p->table) {
        text_add(&t, "none: ");
        text_add_clean(&t, why);
        explain_line(out, "source", &t);
    }
    for (size_t i = 0; i < n; i++) {
        const struct line_frame *f = &frames[i];
        const char *function = function_name(x, p, f, &name);
        text_add_clean(&t, f->file ? f->file : "no file");
        text_printf(&t, f->line ? ":%" PRIu32 : ", no line", f->line);
        if (f->line && f->column)
            text_printf(&t, ":%" PRIu32, f->column);
        text_add(&t, function ? " in " : "");
        text_add_clean(&t, function);
        explain_line(out, i ? "called at" : "source", &t);
        if (f->text) {
            text_add_clean(&t, f->text);
            explain_line(out, "", &t);
        }
    }
    text_free(&name);
    text_free(&t);
}

static void show_mapping_hit(const struct explain *x, const struct mapping_hit *s, FILE *out)
{
    struct text t = { 0 };
    struct place p = resolver_place(x->session.resolver, s->map, x->avma);
    size_t n;
    struct lookup_answer *asked = ask(x, &p, &n);
    show_holders(x, s, out);
    show_map(s->map, out);
    explain_object(p.object, out);
    reason_arithmetic(&p, x->avma, &t);
    explain_line(out, "address", &t);
    for (size_t i = 0; i < n; i++) {
        lookup_trace_text(&asked[i], &t);
        explain_line(out, "asked", &t);
    }
    explain_table(x, p.object, out);
    key_show_symbol(x, &p, out);
    show_source(x, &p, out);
    free(asked);
    text_free(&t);
}

static void show_others(const struct explain *x, FILE *out)
{
    struct text t = { 0 };
    struct holder h;
    int32_t machine;
    size_t at = 0, n = 0;
    while (mapping_hits_other(x->session.timeline, x->avma, x->pid, &at, &h, &machine)) {
        if (n++ >= SHOWN_OTHERS && !x->common.verbose)
            continue;
        text_add(&t, "at another time: ");
        mapping_hits_holder_text(x->session.timeline, &h, machine, h.map->from, &t);
        text_add(&t, ", ");
        text_add_clean(&t, h.map->object->path);
        text_add(&t, " ");
        mapping_hits_since_text(h.map->from, x->session.capture->timed, &t);
        fprintf(out, "%s\n", t.s);
        t.n = 0;
    }
    if (n > SHOWN_OTHERS && !x->common.verbose)
        fprintf(out, "and %zu more\n", n - SHOWN_OTHERS);
    text_free(&t);
}

static void show(const struct explain *x, const struct mapping_hits *found, FILE *out)
{
    struct text t = { 0 };
    text_printf(&t, "0x%" PRIx64 " at ", x->avma);
    text_add(&t, x->time ? "" : "the end of the recording");
    if (x->time)
        text_printf(&t, "%" PRIu64 ".%09" PRIu64, x->when.time / NSEC_PER_SEC, x->when.time % NSEC_PER_SEC);
    text_add(&t, found->n      ? ""
                 : x->pid >= 0 ? ": neither the process nor the kernel maps it"
                               : ": no process maps it, nor the kernel");
    fprintf(out, "%s\n", t.s);
    text_free(&t);
    for (size_t i = 0; i < found->n; i++)
        show_mapping_hit(x, &found->v[i], out);
    if (!found->n)
        show_others(x, out);
}

/* ---- JSON ---- */

static void holder_json(const struct explain *x, const struct holder *h, int32_t machine, struct when when,
                        struct json *j)
{
    struct when from, until;
    const struct timeline *t = x->session.timeline;
    if (h->pid >= 0)
        json_signed(j, "pid", h->pid);
    else
        json_text(j, "pid", NULL);
    json_text(j, "comm", h->pid < 0 ? NULL : timeline_comm(t, h->pid, when, &from, &until));
    if (machine >= 0)
        json_signed(j, "guest", machine);
    else
        json_text(j, "guest", NULL);
    json_seconds(j, "since", h->map->from.time);
}

static void name_json(const struct explain *x, const struct place *p, struct json *j)
{
    struct text t = { 0 };
    const struct symbol *s;
    size_t i = 0;
    if (p->symbol) {
        json_object_line(j, "found");
        explain_symbol_json(x, p->symbol, j);
        json_hex(j, "offset", p->at - p->symbol->start);
        json_end(j);
        reason_rule(p, &t);
    } else {
        json_text(j, "found", NULL);
        reason_gap(x, p, &t);
    }
    json_text(j, "because", t.s);
    text_free(&t);
    json_array(j, "covering");
    while ((s = reason_next_covering(p, &i)) != NULL) {
        json_object_line(j, NULL);
        explain_symbol_json(x, s, j);
        json_end(j);
    }
    json_end(j);
    json_array(j, "aliases");
    for (i = 0; (s = reason_next_loser(p, &i)) != NULL;) {
        json_object_line(j, NULL);
        explain_symbol_json(x, s, j);
        json_text(j, "gave_way", symtab_alias_rule_text(symtab_alias_rule(p->table, p->symbol, s)));
        json_end(j);
    }
    json_end(j);
}

static void number_json(uint32_t n, const char *key, struct json *j)
{
    if (n)
        json_count(j, key, n);
    else
        json_text(j, key, NULL);
}

static void source_json(const struct explain *x, const struct place *p, struct json *j)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct text name = { 0 };
    const char *why;
    size_t n = resolver_lines(x->session.resolver, p, frames, LINE_FRAMES_MOST, &why);
    json_array(j, "source");
    for (size_t i = 0; i < n; i++) {
        json_object_line(j, NULL);
        json_text(j, "function", function_name(x, p, &frames[i], &name));
        json_text(j, "in_file", frames[i].function);
        json_text(j, "file", frames[i].file);
        number_json(frames[i].line, "line", j);
        number_json(frames[i].column, "column", j);
        json_text(j, "text", frames[i].text);
        json_end(j);
    }
    json_end(j);
    json_text(j, "no_source", n ? NULL : why);
    text_free(&name);
}

static void mapping_hit_json(const struct explain *x, const struct mapping_hit *s, struct json *j)
{
    struct place p = resolver_place(x->session.resolver, s->map, x->avma);
    struct text t = { 0 };
    size_t n;
    struct lookup_answer *asked = ask(x, &p, &n);
    const char *ref = s->map->ref_symbol;
    json_object(j, NULL);
    json_array(j, "holders");
    for (size_t i = 0; i < s->nholders; i++) {
        json_object_line(j, NULL);
        holder_json(x, &s->holders[i], s->machine, x->when, j);
        json_end(j);
    }
    json_end(j);
    json_object_line(j, "map");
    json_hex(j, "start", s->map->start);
    json_hex(j, "end", s->map->end);
    json_text(j, "reference_symbol", ref);
    if (ref)
        json_hex(j, "reference_address", s->map->pgoff);
    else
        json_text(j, "reference_address", NULL);
    if (ref)
        json_text(j, "offset", NULL);
    else
        json_hex(j, "offset", s->map->pgoff);
    json_count(j, "prot", s->map->prot);
    json_end(j);
    reason_arithmetic(&p, x->avma, &t);
    json_hex(j, "table_address", p.at);
    json_text(j, "arithmetic", t.s);
    lookup_trace_json(j, asked, n);
    explain_object_json(x, p.object, j);
    name_json(x, &p, j);
    source_json(x, &p, j);
    json_end(j);
    free(asked);
    text_free(&t);
}

static void show_json(const struct explain *x, const struct mapping_hits *found, FILE *out)
{
    struct json j = answer_begin(out, "explain");
    struct holder h;
    int32_t machine;
    size_t at = 0;
    json_hex(&j, "address", x->avma);
    if (x->time)
        json_seconds(&j, "time", x->when.time);
    else
        json_text(&j, "time", NULL);
    json_array(&j, "mappings");
    for (size_t i = 0; i < found->n; i++)
        mapping_hit_json(x, &found->v[i], &j);
    json_end(&j);
    json_array(&j, "at_other_times");
    while (!found->n && mapping_hits_other(x->session.timeline, x->avma, x->pid, &at, &h, &machine)) {
        json_object_line(&j, NULL);
        holder_json(x, &h, machine, h.map->from, &j);
        json_text(&j, "path", h.map->object->path);
        json_end(&j);
    }
    json_end(&j);
    answer_end(&j, &x->session, NULL);
}

int explain_address(const struct explain *x, FILE *out, FILE *err)
{
    struct mapping_hits found = { 0 };
    mapping_hits_add(&found, x->session.timeline, x->avma, x->pid, x->when);
    (x->common.json ? show_json : show)(x, &found, out);
    if (!x->common.json)
        session_problems_show(&x->session, NULL, 0, err);
    int status = found.n ? 0 : 2;
    mapping_hits_free(&found);
    return status;
}
