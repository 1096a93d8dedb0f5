#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/explain/show.h"
#include "lib/question/provenance/lookup_trace.h"
#include "lib/question/common/answer.h"

enum { SHOWN_HOLDERS = 8, SHOWN_OTHERS = 8 }; /* in text without -v */

static void add_holders(const struct explain *x, const struct mapping_hit *s, struct rows *r)
{
    struct text t = { 0 };
    size_t most = x->common.verbose ? s->nholders : SHOWN_HOLDERS;
    rows_table(r, &explain_holders);
    for (size_t i = 0; i < s->nholders; i++) {
        explain_holder(x, &s->holders[i], s->machine, x->when, r);
        if (i >= most)
            continue;
        text_add(&t, i ? ", " : "");
        mapping_hits_holder_text(x->session->timeline, &s->holders[i], s->machine, x->when, &t);
        text_add(&t, " ");
        mapping_hits_since_text(s->holders[i].map->from, x->session->capture->timed, &t);
    }
    rows_table_end(r);
    if (s->nholders > most)
        text_printf(&t, " and %zu more", s->nholders - most);
    rows_print(r, "\n%s\n", t.s);
    text_free(&t);
}

static void add_map(const struct map *m, struct rows *r)
{
    const char *ref = m->how->ref_symbol;
    const struct value at = value_hex(m->how->pgoff);
    const char prot[] = { m->how->prot & 1 ? 'r' : '-', m->how->prot & 2 ? 'w' : '-',
                          m->how->prot & 4 ? 'x' : '-', m->how->flags & 1 ? 's' : 'p', 0 };
    rows_object(r, "map");
    rows_say(r, "start", value_hex(m->start), "  map       %s-");
    rows_say(r, "end", value_hex(map_end(m)), "%s");
    rows_say(r, "reference_symbol", value_text(ref), ", %s");
    rows_say(r, "reference_address", ref ? at : value_unknown(), " at %s");
    rows_say(r, "offset", ref ? value_unknown() : at, ", offset %s");
    rows_say_as(r, "prot", value_count(m->how->prot), prot, ", %s");
    rows_say(r, "assumed", value_yes_no(m->how->is_assumed),
             m->how->is_assumed ? ", anonymous memory over the object's code, which it is assumed to have\n"
                                : "\n");
    rows_close(r);
}

/* Another symbol that the address might have been of, and why it is not; `rule`: why it gave way, where it
   starts where the symbol does. */
static void add_rival(const struct explain *x, const struct symbol *s, const char *why, const char *rule,
                      struct rows *r)
{
    struct text t = { 0 };
    rows_object(r, NULL);
    explain_symbol_members(x, s, r);
    if (rule)
        rows_fact(r, "gave_way", value_text(rule));
    rows_close(r);
    explain_name(x, s, &t);
    text_add(&t, " ");
    explain_range(s, &t);
    text_printf(&t, ": %s%s", why, rule ? rule : "");
    rows_line(r, "not", &t);
    text_free(&t);
}

static void add_symbol(const struct explain *x, const struct place *p, struct rows *r)
{
    const struct symbol *won = p->symbol, *s;
    struct text t = { 0 };
    if (won) {
        rows_object(r, "found");
        explain_symbol_members(x, won, r);
        rows_fact(r, "offset", value_hex(p->at - won->start));
        rows_close(r);
        explain_name(x, won, &t);
        text_printf(&t, "+0x%" PRIx64 ", ", p->at - won->start);
        explain_range(won, &t);
        rows_line(r, "symbol", &t);
        explain_rule(p, &t);
    } else {
        rows_fact(r, "found", value_unknown());
        explain_gap(x, p, &t);
    }
    rows_say(r, "because", value_text(t.s), won ? "  because   %s\n" : "  symbol    %s\n");
    text_free(&t);
    rows_list(r, "covering");
    for (size_t i = 0; (s = explain_next_covering(p, &i)) != NULL;)
        add_rival(x, s,
                  s->start < won->start ? "covers it too, but starts earlier"
                                        : "covers it too, but was added earlier",
                  NULL, r);
    rows_close(r);
    rows_list(r, "aliases");
    for (size_t i = 0; (s = explain_next_loser(p, &i)) != NULL;)
        add_rival(x, s, "starts there too and gave way: ",
                  symtab_alias_rule_text(symtab_alias_rule(p->table, won, s)), r);
    rows_close(r);
}

/* Who is asked about a place, for its lines, too, whose files may be others. */
static struct lookup_answer *ask(const struct explain *x, const struct place *p, size_t *n)
{
    struct line_frame f;
    const char *why;
    resolver_lines(x->session->resolver, p, &f, 1, &why);
    return lookup_trace_of(x->session, p->object, n);
}

static struct value number(uint32_t n)
{
    return n ? value_count(n) : value_unknown();
}

/* A function that was inlined is called at the line of the one behind it. */
static void add_frame(const struct explain *x, const struct place *p, const struct line_frame *f,
                      const char *what, struct rows *r)
{
    struct text text = { 0 }, function = { 0 };
    if (f->function) /* as reports show names */
        symtab_symbol_name(p->table->demangle ? x->session->o.demangle : NULL,
                           &(struct symbol){ .name = f->function }, &function);
    if (f->text)
        text_add_untabbed(&text, f->text, strlen(f->text));
    rows_print(r, "  %-9s ", what);
    rows_object(r, NULL);
    rows_say_as(r, "file", value_text(f->file), f->file ? NULL : "no file", "%s");
    rows_say(r, "line", number(f->line), f->line ? ":%s" : NULL);
    rows_print(r, f->line ? "" : ", no line");
    rows_say(r, "column", number(f->column), f->line ? ":%s" : NULL);
    rows_say(r, "function", value_text(function.n ? function.s : NULL), " in %s");
    rows_print(r, "\n");
    rows_fact(r, "in_file", value_text(f->function));
    rows_say_as(r, "text", value_text(f->text), text.n ? text.s : NULL, "            %s\n");
    rows_close(r);
    text_free(&function);
    text_free(&text);
}

static void add_source(const struct explain *x, const struct place *p, struct rows *r)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    const char *why;
    size_t n = resolver_lines(x->session->resolver, p, frames, LINE_FRAMES_MOST, &why);
    rows_list(r, "source");
    for (size_t i = 0; i < n; i++)
        add_frame(x, p, &frames[i], i ? "called at" : "source", r);
    rows_close(r);
    rows_say(r, "no_source", value_text(n ? NULL : why), p->table ? "  source    none: %s\n" : NULL);
}

static void add_hit(const struct explain *x, const struct mapping_hit *s, struct rows *r)
{
    struct text t = { 0 };
    struct place p = resolver_place(x->session->resolver, s->map, x->avma);
    size_t n;
    struct lookup_answer *asked = ask(x, &p, &n);
    rows_row_begin(r, NULL);
    add_holders(x, s, r);
    add_map(s->map, r);
    explain_object(p.object, r);
    explain_arithmetic(&p, x->avma, &t);
    rows_fact(r, "table_address", value_hex(p.at));
    rows_say(r, "arithmetic", value_text(t.s), "  address   %s\n");
    t.n = 0;
    lookup_trace_rows(r, asked, n);
    for (size_t i = 0; i < n; i++) {
        lookup_trace_text(&asked[i], &t);
        rows_line(r, "asked", &t);
    }
    explain_table(x, p.object, r);
    for (size_t i = 0; i < n; i++) {
        text_add(&t, asked[i].taken ? asked[i].note->evidence : "");
        if (t.n)
            rows_line(r, "evidence", &t);
    }
    add_symbol(x, &p, r);
    add_source(x, &p, r);
    explain_code(x, &p, r);
    rows_row_end(r);
    free(asked);
    text_free(&t);
}

/* Who had the address mapped, where it is not mapped at the moment. */
static void add_others(const struct explain *x, const struct mapping_hits *found, struct rows *r)
{
    static const struct rows_table others = { .name = "at_other_times",
                                              .columns = explain_holder_columns,
                                              .n = HOLDER_COLUMNS };
    const size_t most = x->common.verbose ? SIZE_MAX : SHOWN_OTHERS;
    struct text t = { 0 };
    size_t nspaces, n = 0;
    struct space_view *spaces = mapping_hits_spaces(x->session->timeline, &nspaces);
    rows_table(r, &others);
    for (size_t i = 0; i < nspaces && !found->n; i++) {
        const struct space_view *v = &spaces[i];
        const bool asked = x->pid < 0 || v->pid < 0 || v->pid == x->pid;
        const struct holder h = { v->pid, asked ? mapping_hits_ever(v->space, x->avma) : NULL };
        if (!h.map)
            continue;
        explain_holder(x, &h, v->machine, h.map->from, r);
        if (n++ >= most)
            continue;
        text_add(&t, "at another time: ");
        mapping_hits_holder_text(x->session->timeline, &h, v->machine, h.map->from, &t);
        text_add(&t, ", ");
        text_add_clean(&t, h.map->how->object->path);
        text_add(&t, " ");
        mapping_hits_since_text(h.map->from, x->session->capture->timed, &t);
        text_add(&t, "\n");
    }
    free(spaces);
    rows_table_end(r);
    if (n > most)
        text_printf(&t, "and %zu more\n", n - most);
    if (!n && !found->n)
        text_printf(&t, "an address of a file is asked about with its name: OBJECT+0x%" PRIx64 "\n", x->avma);
    rows_print(r, "%s", text_str(&t));
    text_free(&t);
}

int explain_address(const struct explain *x, struct outlet *out, struct outlet *err)
{
    static const struct rows_table mappings = { .name = "mappings" };
    struct mapping_hits found = { 0 };
    struct rows r;
    mapping_hits_add(&found, x->session->timeline, x->avma, x->pid, x->when);
    answer_rows(&r, &x->common, NULL, "explain", out);
    rows_say(&r, "address", value_hex(x->avma), "%s at ");
    rows_say_as(&r, "time", x->time ? value_time(x->when.time) : value_unknown(),
                x->time ? NULL : "the end of the recording", "%s");
    rows_print(&r, found.n       ? "\n"
                   : x->pid >= 0 ? ": neither the process nor the kernel maps it\n"
                                 : ": no process maps it, nor the kernel\n");
    rows_table(&r, &mappings);
    for (size_t i = 0; i < found.n; i++)
        add_hit(x, &found.v[i], &r);
    rows_table_end(&r);
    add_others(x, &found, &r);
    answer_rows_end(&r, x->session, NULL, 0, err);
    int status = found.n ? 0 : 2;
    mapping_hits_free(&found);
    return status;
}
