/* annotate_page: the code of a function with the share of each instruction; jumps and calls are followed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/view/screen/grid.h"
#include "cli/view/dialog.h"
#include "cli/view/pages/pages.h"
#include "cli/view/pages/scroll.h"
#include "core/base/mem.h"

enum { PERCENT_ROOM = 8, EVENT_ROOM = 14, ADDRESS_ROOM = 18, EVENTS_MOST = 4, JUMP_ROOM = 2 };

/* A line of the page: an instruction, or the source line that those below it are of. */
struct code_line {
    uint64_t row;
    bool is_source;
    uint64_t address, target; /* target 0: none */
    double share;             /* the highest of the events */
};

struct code_page {
    struct scroll scroll;
    struct code_line *lines;
    size_t cap;
    size_t table; /* instructions of a function */
    size_t address, mnemonic, operands, target, target_symbol, refers_symbol, source, source_text;
    size_t percents[EVENTS_MOST], events[EVENTS_MOST], npercents; /* events: their names */
    char *object; /* the one whose function is shown; NULL: any */
    bool no_source;
    size_t came_from[16]; /* lines that jumps were followed from */
    size_t ncame;
};

static struct code_page *code_of(const struct page *p)
{
    return p->own;
}

static bool code_cell(const struct page *p, uint64_t row, size_t column, pf_value *v)
{
    return column != GRID_NONE && pf_cell_of(p->view, code_of(p)->table, row, column, v, sizeof(*v)) &&
           v->text;
}

static bool is_code_table(const char *name)
{
    static const char end[] = ".instructions";
    const size_t n = strlen(name);
    return n > strlen(end) && !strcmp(name + n - strlen(end), end);
}

/* The next table of instructions from number `at` on; pf_tables(): there is none. */
static size_t code_table_from(pf_view *v, size_t at)
{
    pf_table t;
    while (pf_table_of(v, at, &t, sizeof(t)) && !is_code_table(t.name))
        at++;
    return at;
}

static void find_columns(struct page *p)
{
    struct code_page *c = code_of(p);
    pf_column column;
    c->address = grid_column_named(p->view, c->table, "address");
    c->mnemonic = grid_column_named(p->view, c->table, "mnemonic");
    c->operands = grid_column_named(p->view, c->table, "operands");
    c->target = grid_column_named(p->view, c->table, "target");
    c->target_symbol = grid_column_named(p->view, c->table, "target_symbol");
    c->refers_symbol = grid_column_named(p->view, c->table, "refers_symbol");
    c->source = grid_column_named(p->view, c->table, "source");
    c->source_text = GRID_NONE;
    c->npercents = 0;
    size_t event = GRID_NONE;
    for (size_t i = 0; pf_column_of(p->view, c->table, i, &column, sizeof(column)); i++)
        if (!column.name && column.type == PF_TEXT)
            c->source_text = i;
        else if (column.of && column.name && !strcmp(column.name, "event"))
            event = i;
        else if (column.of && column.name && !strcmp(column.name, "percent") && c->npercents < EVENTS_MOST) {
            c->events[c->npercents] = event;
            c->percents[c->npercents++] = i;
        }
    c->scroll.head = c->npercents > 1;
}

static void code_add_line(struct code_page *c, struct code_line line)
{
    c->lines = mem_room(c->lines, c->scroll.n, &c->cap, sizeof(*c->lines));
    c->lines[c->scroll.n++] = line;
}

static double highest_share(const struct page *p, uint64_t row)
{
    const struct code_page *c = code_of(p);
    double highest = 0;
    pf_value v;
    for (size_t i = 0; i < c->npercents; i++)
        if (code_cell(p, row, c->percents[i], &v) && v.share > highest)
            highest = v.share;
    return highest;
}

/* Lists the lines: a line for each instruction, and one where another source line begins. */
static void list_lines(struct page *p)
{
    struct code_page *c = code_of(p);
    struct text before = { 0 };
    pf_table t;
    pf_value v;
    c->scroll.n = 0;
    pf_table_of(p->view, c->table, &t, sizeof(t));
    for (uint64_t row = 0; row < t.rows; row++) {
        struct code_line line = { .row = row, .share = highest_share(p, row) };
        if (!c->no_source && code_cell(p, row, c->source, &v) && strcmp(v.text, text_str(&before)) != 0) {
            before.n = 0;
            text_add(&before, v.text);
            code_add_line(c, (struct code_line){ .row = row, .is_source = true });
        }
        if (code_cell(p, row, c->address, &v))
            line.address = v.count;
        if (code_cell(p, row, c->target, &v))
            line.target = v.count;
        code_add_line(c, line);
    }
    text_free(&before);
}

static void go_to_hottest(struct code_page *c)
{
    for (size_t i = 0; i < c->scroll.n; i++)
        if (c->lines[i].share > c->lines[c->scroll.cursor].share)
            c->scroll.cursor = i;
}

static bool code_has(struct page *p, size_t line, const struct matcher *m)
{
    const struct code_page *c = code_of(p);
    const size_t columns[] = { c->mnemonic,      c->operands, c->target_symbol,
                               c->refers_symbol, c->source,   c->source_text };
    pf_value v;
    for (size_t i = 0; i < COUNT(columns); i++)
        if (c->lines[line].is_source == (columns[i] == c->source || columns[i] == c->source_text))
            if (code_cell(p, c->lines[line].row, columns[i], &v) && matcher_fits(m, v.text))
                return true;
    return false;
}

/* A fact of the function that a table has the instructions of; NULL: there is none. */
static const char *code_fact(const struct page *p, size_t table, const char *member, pf_value *v)
{
    pf_table t;
    struct text name = { 0 };
    const char *found;
    bool has = false;
    pf_table_of(p->view, table, &t, sizeof(t));
    text_add_n(&name, t.name, strlen(t.name) - strlen("instructions"));
    text_add(&name, member);
    for (size_t i = 0; !has && (found = pf_fact_name(p->view, i)) != NULL; i++)
        has = !strcmp(found, name.s) && pf_fact_of(p->view, i, v, sizeof(*v));
    text_free(&name);
    return has ? v->text : NULL;
}

/* The table of the function in the object; of any if the object has none of that name. pf_tables(): there is none. */
static size_t code_table_of(const struct page *p, const char *object)
{
    const size_t first = code_table_from(p->view, 0);
    pf_value v;
    for (size_t at = first; object && at < pf_tables(p->view); at = code_table_from(p->view, at + 1)) {
        const char *dso = code_fact(p, at, "dso", &v);
        if (dso && !strcmp(text_base_name(dso), text_base_name(object)))
            return at;
    }
    return first;
}

static bool code_take(struct workbench *w, struct page *p)
{
    const size_t table = code_table_of(p, p->own ? code_of(p)->object : NULL);
    if (table == pf_tables(p->view)) {
        workbench_alert_said(w, pf_view_said(p->view));
        return false;
    }
    if (!p->own)
        p->own = mem_new(1, sizeof(struct code_page));
    struct code_page *c = code_of(p);
    c->table = table;
    c->ncame = 0;
    c->scroll = (struct scroll){ .has = code_has };
    find_columns(p);
    list_lines(p);
    go_to_hottest(c);
    return true;
}

static void code_title(struct workbench *w, struct page *p, struct text *out)
{
    const struct code_page *c = code_of(p);
    pf_value v;
    (void)w;
    text_add(out, code_fact(p, c->table, "symbol", &v));
    text_add(out, "  ");
    text_add(out, code_fact(p, c->table, "dso", &v));
    text_printf(out, "   line %zu of %zu", c->scroll.n ? c->scroll.cursor + 1 : 0, c->scroll.n);
}

/* The columns of the screen for an event, whose name stands above them if there are several. */
static int event_room(const struct screen *s, const struct page *p, size_t event)
{
    const struct code_page *c = code_of(p);
    pf_value v;
    int room = PERCENT_ROOM;
    if (c->npercents > 1 && code_cell(p, 0, c->events[event], &v))
        room = screen_columns_of(s, v.text, EVENT_ROOM - 1) + 1;
    return room > PERCENT_ROOM ? room : PERCENT_ROOM;
}

static void draw_event_names(struct screen *s, const struct page *p, int y)
{
    const struct code_page *c = code_of(p);
    pf_value v;
    int x = 0;
    screen_fill(s, y, 0, s->columns, STYLE_HEAD);
    for (size_t i = 0; i < c->npercents; i++) {
        const int room = event_room(s, p, i);
        if (code_cell(p, 0, c->events[i], &v))
            screen_put_right(s, y, x + 1, room - 1, STYLE_HEAD, v.text);
        x += room;
    }
}

static void draw_source(struct workbench *w, struct page *p, int y, const struct code_line *line,
                        unsigned chosen)
{
    const struct code_page *c = code_of(p);
    struct screen *s = &w->screen;
    int x = 1;
    pf_value v;
    for (size_t i = 0; i < c->npercents; i++)
        x += event_room(s, p, i);
    screen_put(s, y, x, 1, STYLE_DIM | chosen, s->glyphs->separator);
    if (!code_cell(p, line->row, c->source, &v))
        return;
    x += 2 + screen_put(s, y, x + 2, s->columns / 3, STYLE_DIM | chosen, text_base_name(v.text)) + 2;
    if (code_cell(p, line->row, c->source_text, &v))
        screen_put(s, y, x, s->columns - x, STYLE_COMMAND | chosen, scroll_shifted(&c->scroll, v.text));
}

/* Adds what people wrote about a line: an instruction, or a line of source. */
static void add_notes_of_line(struct workbench *w, const struct page *p, const struct code_line *line,
                              struct text *out)
{
    const struct code_page *c = code_of(p);
    const struct notes *notes = opened_notes(workbench_file(w));
    pf_value v, start;
    if (!notes->n)
        return;
    if (line->is_source && code_cell(p, line->row, c->source, &v))
        notes_of_line(notes, v.text, out);
    else if (!line->is_source && code_cell(p, 0, c->address, &start) && code_fact(p, c->table, "symbol", &v))
        notes_of_instruction(notes, v.name ? v.name : v.text, line->address - start.count, out);
}

static void code_note(struct workbench *w, struct page *p, struct text *out)
{
    const struct code_page *c = code_of(p);
    if (c->scroll.n)
        add_notes_of_line(w, p, &c->lines[c->scroll.cursor], out);
}

static void draw_code_note_mark(struct workbench *w, const struct page *p, int y,
                                const struct code_line *line, unsigned chosen)
{
    struct screen *s = &w->screen;
    struct text note = { 0 };
    add_notes_of_line(w, p, line, &note);
    if (note.n)
        screen_put(s, y, s->columns - 2, 2, STYLE_ALERT | chosen, s->glyphs->note);
    text_free(&note);
}

/* The mark of a jump inside of the function, seen from the line under the cursor: it comes from it, or goes to it. */
static const char *jump_mark(const struct screen *s, const struct code_page *c, const struct code_line *line)
{
    const struct code_line *at = &c->lines[c->scroll.cursor];
    if (!at->is_source && at->target && at->target == line->address && !line->is_source)
        return s->glyphs->arrow;
    if (!at->is_source && line->target && line->target == at->address)
        return "*";
    return NULL;
}

static void add_name(struct text *to, const char *before, const char *name)
{
    text_add(to, before);
    text_add(to, name);
    text_add(to, ">");
}

static void add_operands(const struct page *p, uint64_t row, struct text *to)
{
    const struct code_page *c = code_of(p);
    pf_value v;
    if (code_cell(p, row, c->mnemonic, &v))
        text_printf(to, "%-8s ", v.text);
    if (code_cell(p, row, c->operands, &v))
        text_add(to, v.text);
    if (code_cell(p, row, c->target_symbol, &v))
        add_name(to, "   <", v.text);
    if (code_cell(p, row, c->refers_symbol, &v))
        add_name(to, "   # <", v.text);
}

static void draw_instruction(struct workbench *w, struct page *p, int y, const struct code_line *line,
                             unsigned chosen)
{
    const struct code_page *c = code_of(p);
    struct screen *s = &w->screen;
    struct text text = { 0 };
    pf_value v;
    int x = 0;
    for (size_t i = 0; i < c->npercents; i++) {
        const int room = event_room(s, p, i);
        if (code_cell(p, line->row, c->percents[i], &v) && v.share > 0)
            screen_put_right(s, y, x, room, grid_heat(v.share) | chosen, v.text);
        x += room;
    }
    screen_put(s, y, ++x, 1, STYLE_DIM | chosen, s->glyphs->separator);
    screen_put(s, y, x + 2, 1, STYLE_ALERT | chosen, jump_mark(s, c, line));
    x += 2 + JUMP_ROOM;
    text_printf(&text, "%" PRIx64 ":", line->address);
    const int room = screen_columns_of(s, text.s, ADDRESS_ROOM) + 2;
    screen_put(s, y, x, room, STYLE_DIM | chosen, text.s);
    text.n = 0;
    add_operands(p, line->row, &text);
    screen_put(s, y, x + room, s->columns - x - room, STYLE_PLAIN | chosen,
               scroll_shifted(&c->scroll, text_str(&text)));
    text_free(&text);
}

static void code_draw(struct workbench *w, struct page *p)
{
    struct code_page *c = code_of(p);
    struct screen *s = &w->screen;
    const int top = w->body_top + c->scroll.head;
    if (c->scroll.head)
        draw_event_names(s, p, w->body_top);
    scroll_follow(&c->scroll, w);
    for (int i = 0; i < scroll_rows(w, &c->scroll) && c->scroll.first + (size_t)i < c->scroll.n; i++) {
        const size_t at = c->scroll.first + (size_t)i;
        const struct code_line *line = &c->lines[at];
        const unsigned chosen = at == c->scroll.cursor ? STYLE_CHOSEN : 0;
        if (chosen)
            screen_fill(s, top + i, 0, s->columns, chosen);
        if (line->is_source)
            draw_source(w, p, top + i, line, chosen);
        else
            draw_instruction(w, p, top + i, line, chosen);
        draw_code_note_mark(w, p, top + i, line, chosen);
    }
}

static void page_code_free(struct page *p)
{
    if (p->own) {
        free(code_of(p)->lines);
        free(code_of(p)->object);
    }
    free(p->own);
}

static void code_hottest(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)w;
    (void)e;
    go_to_hottest(code_of(p));
}

/* The next line in the order of heat, which is that of the lines where shares are equal. */
static void code_cooler(struct workbench *w, struct page *p, struct screen_event e)
{
    struct code_page *c = code_of(p);
    const size_t at = c->scroll.cursor;
    const double share = c->lines[at].share;
    size_t found = c->scroll.n;
    (void)e;
    for (size_t i = 0; i < c->scroll.n; i++) {
        const struct code_line *line = &c->lines[i];
        const bool is_behind = line->share < share || (line->share == share && i > at);
        if (line->share > 0 && is_behind && (found == c->scroll.n || line->share > c->lines[found].share))
            found = i;
    }
    if (found < c->scroll.n)
        c->scroll.cursor = found;
    else
        workbench_say(w, "no other line has samples");
}

static void code_toggle_source(struct workbench *w, struct page *p, struct screen_event e)
{
    struct code_page *c = code_of(p);
    const uint64_t row = c->lines[c->scroll.cursor].row;
    (void)w;
    (void)e;
    c->no_source = !c->no_source;
    list_lines(p);
    c->scroll.cursor = 0;
    c->ncame = 0;
    while (c->lines[c->scroll.cursor].row < row || c->lines[c->scroll.cursor].is_source)
        c->scroll.cursor++;
}

static bool jump_to(struct code_page *c, uint64_t address)
{
    for (size_t i = 0; i < c->scroll.n; i++) {
        const struct code_line *line = &c->lines[i];
        if (line->is_source || line->address != address)
            continue;
        if (c->ncame == COUNT(c->came_from)) {
            memmove(c->came_from, c->came_from + 1, sizeof(c->came_from) - sizeof(*c->came_from));
            c->ncame--;
        }
        c->came_from[c->ncame++] = c->scroll.cursor;
        c->scroll.cursor = i;
        return true;
    }
    return false;
}

/* The name in "fib+0x37". */
static void add_function(struct text *to, const char *place)
{
    const char *plus = strrchr(place, '+');
    if (plus && !strncmp(plus, "+0x", 3))
        text_add_n(to, place, (size_t)(plus - place));
    else
        text_add(to, place);
}

static void code_follow_jump(struct workbench *w, struct page *p, struct screen_event e)
{
    struct code_page *c = code_of(p);
    const struct code_line *line = &c->lines[c->scroll.cursor];
    struct text symbol = { 0 };
    pf_value v;
    (void)e;
    if (!line->is_source && line->target && jump_to(c, line->target))
        return;
    if (!line->is_source && code_cell(p, line->row, c->target_symbol, &v)) {
        add_function(&symbol, v.name ? v.name : v.text);
        annotate_page_open(w, &p->question, symbol.s, NULL);
    } else {
        workbench_say(w, "this line jumps nowhere");
    }
    text_free(&symbol);
}

static bool code_back(struct workbench *w, struct page *p)
{
    struct code_page *c = code_of(p);
    (void)w;
    if (!c->ncame)
        return false;
    c->scroll.cursor = c->came_from[--c->ncame];
    return true;
}

/* The next function of the answer, if several have the name. */
static void code_next_function(struct workbench *w, struct page *p, struct screen_event e)
{
    struct code_page *c = code_of(p);
    (void)e;
    size_t next = code_table_from(p->view, c->table + 1);
    if (next == pf_tables(p->view))
        next = code_table_from(p->view, 0);
    if (next == c->table)
        workbench_say(w, "no other function has this name");
    c->table = next;
    c->scroll = (struct scroll){ .has = code_has };
    c->ncame = 0;
    find_columns(p);
    list_lines(p);
    go_to_hottest(c);
}

/* Percentages are of the function or of all samples, to which --dsos would limit them: the page chooses the object's
   function itself. */
static void code_percentages(struct workbench *w, struct page *p, struct screen_event e)
{
    struct question q = question_copy(&p->question);
    const bool was_global = question_value(&q, "--percent-type");
    const char *of = "percentages of the function";
    (void)e;
    question_set(&q, "--percent-type", was_global ? NULL : "global-period");
    question_set(&q, "--dsos", was_global ? code_of(p)->object : NULL);
    if (!was_global)
        of = "percentages of all samples";
    if (!was_global && q.nfilters)
        of = "percentages of all samples that the filters above leave";
    if (workbench_ask_again(w, p, q))
        workbench_say(w, "%s", of);
}

static void code_prefix(struct workbench *w, struct page *p, struct screen_event e)
{
    struct question q = question_copy(&p->question);
    struct text line = { 0 };
    (void)e;
    text_add(&line, question_value(&q, "--source-prefix"));
    if (dialog_line(w, "Source files named OLD... are below NEW (OLD=NEW): ", &line)) {
        question_set(&q, "--source-prefix", line.n ? line.s : NULL);
        workbench_ask_again(w, p, q);
    } else {
        question_free(&q);
    }
    text_free(&line);
}

static const struct key_row code_keys[] = {
    { SCREEN_ENTER, "Enter", "follow the jump, or show the function that is called", code_follow_jump },
    { SCREEN_RIGHT, "", NULL, code_follow_jump },
    { 'H', "H", "the hottest line", code_hottest },
    { SCREEN_TAB, "Tab", "the next line in the order of heat", code_cooler },
    { 'o', "o", "show or hide source lines", code_toggle_source },
    { 'O', "O", "where source files are: OLD=NEW (--source-prefix)", code_prefix },
    { 'p', "p", "percentages of the function, or of all samples", code_percentages },
    { 'N', "N", "the next function of this name", code_next_function },
    { 0, NULL, NULL, NULL },
};

static const struct page_kind code_kind = {
    .name = "annotate",
    .hint = "h: all keys  Enter: follow  H: hottest  Tab: next hot line  o: source  Esc: back",
    .keys = code_keys,
    .moves = scroll_moves,
    .take = code_take,
    .title = code_title,
    .draw = code_draw,
    .note = code_note,
    .free = page_code_free,
    .back = code_back,
};

struct page *annotate_page_open(struct workbench *w, const struct question *of, const char *symbol,
                                const char *object)
{
    struct question q = question_of((const char *const[]){ "annotate", NULL });
    static const char *const taken[] = { "--comms",
                                         "--tid",
                                         "--pid",
                                         "--cpu",
                                         "--time",
                                         "--focus",
                                         "--callers-of",
                                         "--drop",
                                         "--merge",
                                         "--hide-object",
                                         "--collapse-recursion" };
    if (*symbol == '-') /* a name that a file may choose, and that would be an option */
        question_set(&q, "--symbol", symbol);
    else
        question_add(&q, symbol);
    const bool is_one = object && *object && !strchr(object, ','); /* or --dsos would take it for several */
    if (is_one)
        question_set(&q, "--dsos", object);
    if (question_value(of, "--source-prefix"))
        question_set(&q, "--source-prefix", question_value(of, "--source-prefix"));
    for (size_t i = 0; i < of->nfilters; i++)
        for (size_t k = 0; k < COUNT(taken); k++)
            if (!strcmp(of->filters[i].option, taken[k]))
                question_take_filter(&q, &of->filters[i]);
    struct page *p = workbench_open(w, &code_kind, q, 0);
    if (p && is_one)
        code_of(p)->object = mem_copy(object, strlen(object));
    return p;
}
