/*
 * The text of perf annotate --stdio (6.1): a heading, then a line per instruction with a column of
 * percentages for each event. Between them, when they change, come the function and the source line. perf
 * numbers source lines by counting on from the last line that objdump named. Here they have their real
 * numbers, and lines without a number have none (docs/differences.md).
 */
#include "lib/question/annotate/annotate_view.h"

#include <inttypes.h>
#include <string.h>

enum { TAB = 8, RAW = 24, MNEMONIC = 6, RULE = 1024 };

/* Adds a text in a colour. */
static void colored(const struct annotate_view *v, struct text *t, enum style_color color, const char *s)
{
    const size_t from = t->n;
    text_add(t, s);
    style_paint(v->style, t, from, color);
}

/* The width of the columns of all events. */
static size_t width(const struct annotate_view *v)
{
    return (v->o->period ? 12u : 8u) * v->columns;
}

static void annotate_text_add_events(const struct annotate_view *v, struct text *t)
{
    const struct event *e = &v->s->capture->events.v[v->first];
    if (v->grouped) {
        text_add_clean(t, e->group_name && *e->group_name ? e->group_name : "anon group");
        text_add(t, " { ");
    }
    for (uint32_t i = 0; i < v->n; i++) {
        if (i)
            text_add(t, ", ");
        text_add_clean(t, e[i].name);
    }
    if (v->grouped)
        text_add(t, " }");
}

const char *annotate_heading(const struct annotate_opts *o)
{
    if (o->period)
        return "Period";
    return o->samples ? "Samples" : "Percent";
}

static void heading(const struct annotate_view *v)
{
    static const char *const types[] = { "local period", "global period", "local hits", "global hits" };
    const struct object *o = v->l->function->object;
    struct text t = { 0 };
    text_printf(&t, " %-*.*s|\tSource code & Disassembly of ", (int)width(v), (int)width(v),
                annotate_heading(v->o));
    text_add_clean(&t, v->o->full_paths ? o->path : text_base_name(o->path));
    text_add(&t, " for ");
    annotate_text_add_events(v, &t);
    text_printf(&t, " (%" PRIu64 " samples, percent: %s)", v->of[0].samples, types[v->o->percent_type]);
    size_t n = t.n + 5; /* as in perf 6.1 */
    text_char(&t, '\n', 1);
    text_char(&t, '-', n);
    rows_print(v->rows, "%s\n", t.s);
    text_free(&t);
}

/* Prints a line that is not an instruction, with its source line number. */
static void annotate_note(const struct annotate_view *v, uint32_t number, int digits, const char *s, size_t n)
{
    struct text t = { 0 };
    text_printf(&t, " %*s:", (int)width(v), " ");
    if (number)
        text_printf(&t, " %-*" PRIu32 " ", digits, number);
    else if (n)
        text_printf(&t, " %*s ", digits, "");
    text_add_untabbed(&t, s, n);
    rows_print(v->rows, "%s\n", t.s);
    text_free(&t);
}

static void note_text(const struct annotate_view *v, int digits, const struct text *t)
{
    annotate_note(v, 0, digits, t->s, t->n);
}

/* Prints the section and the function's name, as objdump prints them. */
static void introduce(const struct annotate_view *v, int digits)
{
    const struct arch *arch = v->l->arch ? v->l->arch : v->s->capture->env.arch;
    struct text t = { 0 };
    for (int i = 0; i < 3; i++)
        annotate_note(v, 0, digits, "", 0);
    if (*v->l->section) {
        text_printf(&t, "Disassembly of section %s:", v->l->section);
        note_text(v, digits, &t);
        annotate_note(v, 0, digits, "", 0);
        t.n = 0;
    }
    if (v->l->n) {
        text_printf(&t, "%0*" PRIx64 " <", arch && arch->bits == 32 ? 8 : 16, v->l->rows[0].svma);
        annotate_name(v, v->l->function->symbol, &t);
        text_add(&t, ">:");
        note_text(v, digits, &t);
    }
    text_free(&t);
}

static void say_function(const struct annotate_view *v, struct annotate_said *s, const struct line_frame *f,
                         int digits)
{
    const char *name = "";
    struct text t = { 0 };
    if (f && f->function)
        name = f->function;
    if (s->function && !strcmp(s->function, name))
        return;
    if (*name)
        annotate_function(v, name, &t);
    else
        annotate_name(v, v->l->function->symbol, &t);
    text_add(&t, "():");
    note_text(v, digits, &t);
    text_free(&t);
    *s = (struct annotate_said){ .function = name };
}

static void say_line(const struct annotate_view *v, struct annotate_said *s, const struct line_frame *f,
                     int digits)
{
    if (!f->file || !f->line || (s->file && s->line == f->line && !strcmp(s->file, f->file)))
        return;
    s->file = f->file;
    s->line = f->line;
    if (!v->o->source)
        return;
    size_t n;
    struct text t = { 0 };
    const char *text = sources_line(v->sources, v->l->function->object, f, &n);
    if (!text) {
        annotate_line(v, f, &t);
        text = t.s;
        n = t.n;
    }
    annotate_note(v, f->line, digits, text, n);
    text_free(&t);
}

void annotate_print_source(const struct annotate_view *v, struct annotate_said *s,
                           const struct listing_row *row, int digits)
{
    const struct line_frame *f = row->nframes ? &row->frames[0] : NULL;
    say_function(v, s, f, digits);
    if (f)
        say_line(v, s, f, digits);
}

void annotate_columns(const struct annotate_view *v, const struct listing_row *row, struct text *t)
{
    char number[32];
    for (uint32_t i = 0; i < v->n; i++) {
        const struct weight w = listing_weight(v->w, row, v->first + i);
        double percent = annotate_percent(v, i, &w);
        if (v->o->period)
            snprintf(number, sizeof(number), " %11" PRIu64, w.period);
        else if (v->o->samples)
            snprintf(number, sizeof(number), " %7" PRIu64, w.samples);
        else
            snprintf(number, sizeof(number), " %7.2f", percent);
        colored(v, t, style_heat(percent), number);
    }
}

void annotate_code(const struct annotate_view *v, const struct listing_row *row, struct text *t)
{
    const struct insn *insn = row->insn;
    size_t from = t->n;
    if (!insn) {
        text_printf(t, "(the code of %" PRIu64 " byte%s is missing)", row->size, text_plural(row->size));
        return;
    }
    if (v->o->raw) {
        for (uint32_t i = 0; i < insn->length && i < row->size; i++)
            text_printf(t, "%02x ", row->bytes[i]);
        if (t->n - from < RAW)
            text_char(t, ' ', RAW - (t->n - from));
        from = t->n;
    }
    text_add_clean(t, insn->mnemonic);
    if (!*insn->operands)
        return;
    if (t->n - from < MNEMONIC)
        text_char(t, ' ', MNEMONIC - (t->n - from));
    text_char(t, ' ', 1);
    annotate_operands(v, insn, t);
}

double annotate_highest_percent(const struct annotate_view *v, const struct listing_row *row)
{
    double most = 0;
    for (uint32_t i = 0; i < v->n; i++) {
        const struct weight w = listing_weight(v->w, row, v->first + i);
        double percent = annotate_percent(v, i, &w);
        if (percent > most)
            most = percent;
    }
    return most;
}

void annotate_add_hot_path(const struct annotate_view *v, const struct listing_row *row, double most,
                           struct text *last, struct text *t)
{
    struct text path = { 0 };
    if (!v->o->print_line || most <= 0.5)
        return;
    annotate_line(v, row->nframes ? &row->frames[0] : NULL, &path);
    if (!last->n || strcmp(last->s, path.s) != 0)
        text_printf(t, " // %s", path.s);
    text_free(last);
    *last = path;
}

/* Appends the columns and the address of a row. */
static void annotate_text_begin_line(const struct annotate_view *v, const struct listing_row *row, int digits,
                                     struct text *t)
{
    char address[32];
    annotate_columns(v, row, t);
    text_add(t, " : ");
    snprintf(address, sizeof(address), "  %*" PRIx64 ":", digits, row->svma);
    colored(v, t, COLOR_MAGENTA, address); /* perf, annotate__address_color() */
}

/* Appends the text between the address and the code of n rows: a tab as in objdump's output, and the
   arrows. */
static void add_gap(const struct annotate_view *v, size_t row, size_t n, int digits, struct text *t)
{
    text_char(t, ' ', (size_t)(TAB - (digits + 1) % TAB));
    if (v->arrows)
        flow_draw(v->flow, row, n, t);
}

static void instruction(const struct annotate_view *v, size_t i, int digits, struct text *path)
{
    const struct listing_row *row = &v->l->rows[i];
    struct text t = { 0 }, code = { 0 };
    annotate_text_begin_line(v, row, digits, &t);
    add_gap(v, i, 1, digits, &code);
    annotate_code(v, row, &code);
    annotate_add_hot_path(v, row, annotate_highest_percent(v, row), path, &code);
    colored(v, &t, COLOR_BLUE, code.s); /* perf, annotate__asm_color() */
    rows_print(v->rows, "%s\n", t.s);
    text_free(&t);
    text_free(&code);
}

/* Prints the n rows from i on, which belong to one inlined call, as one line. */
static void folded(const struct annotate_view *v, size_t i, size_t n, int digits)
{
    const struct listing_row *row = &v->l->rows[i];
    const struct line_frame *f = &row->frames[row->nframes - 2];
    struct listing_row all = *row;
    struct text t = { 0 };
    all.end = row[n - 1].end;
    annotate_text_begin_line(v, &all, digits, &t);
    add_gap(v, i, n, digits, &t);
    text_char(&t, '[', 1);
    annotate_function(v, f->function ? f->function : "?", &t);
    text_printf(&t, ": %zu instruction%s, inlined at ", n, n == 1 ? "" : "s");
    annotate_line(v, &f[1], &t);
    rows_print(v->rows, "%s]\n", t.s);
    text_free(&t);
}

void annotate_text(const struct annotate_view *v)
{
    const struct listing *l = v->l;
    struct annotate_said said = { 0 };
    struct text path = { 0 };
    int digits = l->n ? snprintf(NULL, 0, "%" PRIx64, l->rows[l->n - 1].svma) : 0;
    heading(v);
    introduce(v, digits);
    for (size_t i = 0, n; i < l->n; i += n) {
        n = v->o->inlines ? inlined_count_rows(l, i) : 0;
        if (n) {
            folded(v, i, n, digits);
            continue;
        }
        n = 1;
        annotate_print_source(v, &said, &l->rows[i], digits);
        instruction(v, i, digits, &path);
    }
    text_free(&path);
}
