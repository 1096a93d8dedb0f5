#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/explain/explain_show.h"
#include "lib/question/provenance/lookup_trace.h"
#include "lib/question/common/common_answer.h"

enum { SHOWN_HOLDERS = 8, SHOWN_OTHERS = 8 }; /* most rows in text without -v */

static void add_holders(const struct explain *x, const struct mapping_hit *s, struct rows *r)
{
    struct text t = { 0 };
    const size_t most = explain_most(x, SHOWN_HOLDERS);
    rows_table(r, &explain_holders);
    for (size_t i = 0; i < s->nholders; i++) {
        explain_holder(x, &s->holders[i], s->machine, x->when, r);
        if (i >= most)
            continue;
        if (i)
            text_add(&t, ", ");
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
    char prot[] = "---p";
    for (unsigned i = 0; i < 3; i++) {
        if (m->how->prot & 1u << i)
            prot[i] = "rwx"[i];
    }
    if (m->how->flags & 1)
        prot[3] = 's';
    rows_object(r, "map");
    rows_say(r, "start", value_hex(m->start), "  map       %s-");
    rows_say(r, "end", value_hex(map_end(m)), "%s");
    rows_say(r, "reference_symbol", value_text(ref), ", %s");
    if (ref) {
        rows_say(r, "reference_address", at, " at %s");
        rows_say(r, "offset", value_unknown(), ", offset %s");
    } else {
        rows_say(r, "reference_address", value_unknown(), " at %s");
        rows_say(r, "offset", at, ", offset %s");
    }
    rows_add_fact_with_text(r, "prot", value_count(m->how->prot), prot, ", %s");
    const char *assumed = "\n";
    if (m->how->is_assumed)
        assumed = ", anonymous memory, assumed to hold the code of the object below it\n";
    rows_say(r, "assumed", value_yes_no(m->how->is_assumed), assumed);
    rows_close(r);
}

/* Adds another symbol that may have been chosen for the address, and why it was not. `rule`: if it starts
   at the same address as the chosen symbol, the rule by which it lost. */
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
    text_printf(&t, ": %s", why);
    if (rule)
        text_add(&t, rule);
    rows_line(r, "not", &t);
    text_free(&t);
}

static void explain_address_add_symbol(const struct explain *x, const struct place *p, struct rows *r)
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
    if (won)
        rows_say(r, "because", value_text(t.s), "  because   %s\n");
    else
        rows_say(r, "because", value_text(t.s), "  symbol    %s\n");
    text_free(&t);
    rows_list(r, "covering");
    for (size_t i = 0; (s = explain_next_covering(p, &i)) != NULL;) {
        if (s->start < won->start)
            add_rival(x, s, "covers it too, but starts earlier", NULL, r);
        else
            add_rival(x, s, "covers it too, but was added earlier", NULL, r);
    }
    rows_close(r);
    rows_list(r, "aliases");
    for (size_t i = 0; (s = explain_next_loser(p, &i)) != NULL;)
        add_rival(x, s, "starts there, too, but was not chosen: ",
                  symtab_alias_rule_text(symtab_alias_rule(p->table, won, s)), r);
    rows_close(r);
}

/* Finds which sources were asked about a place, including those for its lines, whose files may differ. */
static struct lookup_answer *explain_address_ask(const struct explain *x, const struct place *p, size_t *n)
{
    struct line_frame f;
    const char *why;
    resolver_lines(x->session->resolver, p, &f, 1, &why);
    return lookup_trace_of(x->session, p->object, NULL, n);
}

static struct value number(uint32_t n)
{
    if (n)
        return value_count(n);
    return value_unknown();
}

/* Adds a frame. An inlined function is called at the line of the next frame. */
static void add_frame(const struct explain *x, const struct place *p, const struct line_frame *f,
                      const char *what, struct rows *r)
{
    struct text text = { 0 }, function = { 0 };
    if (f->function) /* printed as in reports */
        symtab_symbol_name(p->table->demangle ? x->session->o.demangle : NULL,
                           &(struct symbol){ .name = f->function }, &function);
    const char *if_line = f->line ? ":%s" : NULL;
    if (f->text)
        text_add_untabbed(&text, f->text, strlen(f->text));
    rows_print(r, "  %-9s ", what);
    rows_object(r, NULL);
    if (f->file)
        rows_say(r, "file", value_text(f->file), "%s");
    else
        rows_add_fact_with_text(r, "file", value_unknown(), "no file", "%s");
    rows_say(r, "line", number(f->line), if_line);
    if (!f->line)
        rows_print(r, ", no line");
    rows_say(r, "column", number(f->column), if_line);
    rows_say(r, "function", value_text_unless_empty(text_str(&function)), " in %s");
    rows_print(r, "\n");
    rows_fact(r, "in_file", value_text(f->function));
    rows_add_fact_with_text(r, "text", value_text(f->text), text.n ? text.s : NULL, "            %s\n");
    rows_close(r);
    text_free(&function);
    text_free(&text);
}

static void explain_address_add_source(const struct explain *x, const struct place *p, struct rows *r)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    const char *why;
    size_t n = resolver_lines(x->session->resolver, p, frames, LINE_FRAMES_MOST, &why);
    rows_list(r, "source");
    const char *what = "source";
    for (size_t i = 0; i < n; i++) {
        add_frame(x, p, &frames[i], what, r);
        what = "called at";
    }
    rows_close(r);
    if (n)
        why = NULL;
    rows_say(r, "no_source", value_text(why), p->table ? "  source    none: %s\n" : NULL);
}

static void add_hit(const struct explain *x, const struct mapping_hit *s, struct rows *r)
{
    struct text t = { 0 };
    struct place p = resolver_place(x->session->resolver, s->map, x->avma);
    size_t n;
    struct lookup_answer *asked = explain_address_ask(x, &p, &n);
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
        if (asked[i].taken)
            text_add(&t, asked[i].note->evidence);
        if (t.n)
            rows_line(r, "evidence", &t);
    }
    explain_address_add_symbol(x, &p, r);
    explain_address_add_source(x, &p, r);
    explain_code(x, &p, r);
    rows_row_end(r);
    free(asked);
    text_free(&t);
}

/* Adds the processes that had the address mapped at other times, if it is not mapped at the moment. */
static void add_others(const struct explain *x, const struct mapping_hits *found, struct rows *r)
{
    static const struct rows_table others = { .name = "at_other_times",
                                              .columns = explain_holder_columns,
                                              .n = HOLDER_COLUMNS };
    const size_t most = explain_most(x, SHOWN_OTHERS);
    struct text t = { 0 };
    size_t nspaces, n = 0;
    struct space_view *spaces = mapping_hits_spaces(x->session->timeline, &nspaces);
    rows_table(r, &others);
    for (size_t i = 0; i < nspaces && !found->n; i++) {
        const struct space_view *v = &spaces[i];
        const bool asked = x->pid < 0 || v->pid < 0 || v->pid == x->pid;
        struct holder h = { .pid = v->pid };
        if (asked)
            h.map = mapping_hits_first_map(v->space, x->avma);
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
        text_printf(&t, "for an address of a file, name the file: OBJECT+0x%" PRIx64 "\n", x->avma);
    rows_print(r, "%s", text_str(&t));
    text_free(&t);
}

int explain_address(const struct explain *x, struct outlet *out, struct outlet *err)
{
    static const struct rows_table mappings = { .name = "mappings" };
    struct mapping_hits found = { 0 };
    struct rows r;
    mapping_hits_add(&found, x->session->timeline, x->avma, x->pid, x->when);
    answer_begin_rows(&r, &x->common, NULL, "explain", out);
    rows_say(&r, "address", value_hex(x->avma), "%s at ");
    if (x->time)
        rows_say(&r, "time", value_time(x->when.time), "%s");
    else
        rows_add_fact_with_text(&r, "time", value_unknown(), "the end of the recording", "%s");
    if (found.n)
        rows_print(&r, "\n");
    else if (x->pid >= 0)
        rows_print(&r, ": neither the process nor the kernel maps it\n");
    else
        rows_print(&r, ": no process maps it, nor the kernel\n");
    rows_table(&r, &mappings);
    for (size_t i = 0; i < found.n; i++)
        add_hit(x, &found.v[i], &r);
    rows_table_end(&r);
    add_others(x, &found, &r);
    answer_rows_end(&r, x->session, NULL, 0, err);
    const bool is_mapped = found.n;
    mapping_hits_free(&found);
    return is_mapped ? 0 : 2;
}
