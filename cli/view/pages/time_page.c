/* time_page: samples per thread, CPU or command along the time, from which a range is chosen. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/view/pages/pages.h"
#include "cli/view/screen/grid.h"
#include "cli/view/pages/zoom.h"
#include "core/base/mem.h"

enum { NAME_COLUMNS = 22, SLOTS_MOST = 100, LANES_MOST = 2000, CHUNK = 256, NS = 1000000000, TIME_ROOM = 64 };

/* Samples of a thread (CPU, command) in each slot of time. */
struct lane {
    char *name;
    uint64_t samples;
    uint64_t slots[SLOTS_MOST];
};

struct time_page {
    struct lane *lanes; /* those with most samples first */
    size_t n, cap;
    size_t table;            /* of the event */
    uint64_t begin, quantum; /* ns; begin: of the first slot, a multiple of the quantum */
    size_t nslots;
    uint64_t highest; /* samples of a slot of a lane */
    size_t first, lane, slot;
    size_t mark; /* where the range begins; SIZE_MAX: not marked */
};

static struct time_page *time_of(const struct page *p)
{
    return p->own;
}

static struct lane *lane_named(struct time_page *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (!strcmp(t->lanes[i].name, name))
            return &t->lanes[i];
    if (t->n == LANES_MOST) /* the last one has the rest */
        return &t->lanes[LANES_MOST - 1];
    if (t->n + 1 == LANES_MOST)
        name = "[others]";
    t->lanes = mem_room(t->lanes, t->n, &t->cap, sizeof(*t->lanes));
    struct lane *lane = &t->lanes[t->n++];
    *lane = (struct lane){ .name = mem_copy(name, strlen(name)) };
    return lane;
}

static void free_lanes(struct time_page *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->lanes[i].name);
    free(t->lanes);
    t->lanes = NULL;
    t->n = 0;
    t->cap = 0;
}

static int lane_order(const void *a, const void *b)
{
    const struct lane *x = a, *y = b;
    if (x->samples != y->samples)
        return x->samples < y->samples ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* The column that lanes are of: the second key of --sort. */
static const char *lane_key(const struct page *p)
{
    const char *sort = question_value(&p->question, "--sort"), *comma = sort ? strchr(sort, ',') : NULL;
    if (comma)
        return comma + 1;
    return "tid";
}

static void take_row(struct page *p, uint64_t row, size_t time, size_t key, size_t samples)
{
    struct time_page *t = time_of(p);
    pf_value v;
    uint64_t at, n;
    if (!pf_cell_of(p->view, time_of(p)->table, row, time, &v, sizeof(v)) || v.type != PF_TIME ||
        v.count < t->begin)
        return;
    at = (v.count - t->begin) / t->quantum;
    if (at >= SLOTS_MOST || !pf_cell_of(p->view, time_of(p)->table, row, samples, &v, sizeof(v)))
        return;
    n = v.count;
    const bool has_name = pf_cell_of(p->view, time_of(p)->table, row, key, &v, sizeof(v)) && v.text;
    struct lane *lane = lane_named(t, has_name ? v.text : "[not recorded]");
    lane->slots[at] += n;
    lane->samples += n;
    if (lane->slots[at] > t->highest)
        t->highest = lane->slots[at];
}

static bool time_take(struct workbench *w, struct page *p)
{
    uint64_t rows[CHUNK], at = 0;
    size_t n;
    if (!p->own) {
        p->own = mem_new(1, sizeof(struct time_page));
        return true; /* time_page_open() says which time it is, and calls again */
    }
    struct time_page *t = time_of(p);
    if (pf_tables(p->view) <= t->table) {
        workbench_alert(w, "there are no samples");
        return false;
    }
    free_lanes(t);
    t->highest = 0;
    t->mark = SIZE_MAX;
    t->first = 0;
    t->lane = 0;
    const size_t time = grid_column_named(p->view, time_of(p)->table, "time"),
                 key = grid_column_named(p->view, time_of(p)->table, lane_key(p)),
                 samples = grid_column_named(p->view, time_of(p)->table, "samples");
    while ((n = pf_rows(p->view, time_of(p)->table, PF_TOP, at, CHUNK, rows)) != 0) {
        for (size_t i = 0; i < n; i++)
            take_row(p, rows[i], time, key, samples);
        at += n;
    }
    mem_sort(t->lanes, t->n, sizeof(*t->lanes), lane_order);
    return true;
}

/* A range of slots as --time has it: from the first to before the one behind the last. */
static void time_add_range(const struct time_page *t, size_t from, size_t to, struct text *out)
{
    const uint64_t begin = t->begin + from * t->quantum, end = t->begin + (to + 1) * t->quantum - 1;
    text_printf(out, "%" PRIu64 ".%09" PRIu64 ",%" PRIu64 ".%09" PRIu64, begin / NS, begin % NS, end / NS,
                end % NS);
}

static void marked_range(const struct time_page *t, size_t *from, size_t *to)
{
    *from = t->slot;
    *to = t->slot;
    if (t->mark == SIZE_MAX)
        return;
    if (t->mark < t->slot)
        *from = t->mark;
    else
        *to = t->mark;
}

static void time_title(struct workbench *w, struct page *p, struct text *out)
{
    const struct time_page *t = time_of(p);
    size_t from, to;
    (void)w;
    marked_range(t, &from, &to);
    text_add(out, "Time ");
    time_add_range(t, from, to, out);
    if (t->n)
        text_printf(out, "  %" PRIu64 " sample%s in this slot", t->lanes[t->lane].slots[t->slot],
                    text_plural(t->lanes[t->lane].slots[t->slot]));
}

/* Adds what people wrote about the time of a slot. */
static void add_notes_of_slot(struct workbench *w, const struct time_page *t, size_t slot, struct text *out)
{
    const uint64_t begin = t->begin + slot * t->quantum;
    notes_of_time(opened_notes(workbench_file(w)), begin, begin + t->quantum - 1, out);
}

static void time_note(struct workbench *w, struct page *p, struct text *out)
{
    add_notes_of_slot(w, time_of(p), time_of(p)->slot, out);
}

/* The line above the lanes, with the chosen range, and marks where people wrote about the time. */
static void draw_axis(struct workbench *w, const struct time_page *t, int y)
{
    struct screen *s = &w->screen;
    size_t from, to;
    marked_range(t, &from, &to);
    struct text note = { 0 };
    for (size_t i = 0; i < t->nslots; i++) {
        note.n = 0;
        add_notes_of_slot(w, t, i, &note);
        if (note.n)
            screen_put(s, y, NAME_COLUMNS + (int)i, 1, STYLE_ALERT, s->glyphs->note);
        else if (i >= from && i <= to)
            screen_put(s, y, NAME_COLUMNS + (int)i, 1, STYLE_ALERT, s->glyphs->block);
        else
            screen_put(s, y, NAME_COLUMNS + (int)i, 1, STYLE_DIM, s->glyphs->rule);
    }
    text_free(&note);
}

static void draw_lane(struct workbench *w, const struct time_page *t, int y, size_t at)
{
    struct screen *s = &w->screen;
    const struct lane *lane = &t->lanes[at];
    size_t from, to;
    marked_range(t, &from, &to);
    screen_put(s, y, 0, NAME_COLUMNS - 1, at == t->lane ? STYLE_HEAD : STYLE_PLAIN, lane->name);
    for (size_t i = 0; i < t->nslots; i++) {
        const uint64_t n = lane->slots[i];
        size_t shade = 0;
        unsigned style = STYLE_WARM;
        if (n)
            shade = 1 + (size_t)(7 * n / t->highest);
        if (n * 4 > t->highest * 3)
            style = STYLE_HOT;
        if (i >= from && i <= to)
            style = STYLE_ALERT;
        screen_put(s, y, NAME_COLUMNS + (int)i, 1, style, s->glyphs->shades[shade]);
    }
}

static void time_draw(struct workbench *w, struct page *p)
{
    struct time_page *t = time_of(p);
    const size_t rows = w->body_rows > 1 ? (size_t)w->body_rows - 1 : 1;
    if (t->lane < t->first)
        t->first = t->lane;
    if (t->lane >= t->first + rows)
        t->first = t->lane - rows + 1;
    draw_axis(w, t, w->body_top);
    for (size_t i = 0; i < rows && t->first + i < t->n; i++)
        draw_lane(w, t, w->body_top + 1 + (int)i, t->first + i);
}

static void time_free(struct page *p)
{
    if (!p->own)
        return;
    free_lanes(time_of(p));
    free(p->own);
}

static void time_move(struct workbench *w, struct page *p, struct screen_event e)
{
    struct time_page *t = time_of(p);
    (void)w;
    if (e.key == SCREEN_LEFT)
        t->slot -= t->slot > 0;
    else if (e.key == SCREEN_RIGHT)
        t->slot += t->slot + 1 < t->nslots;
    else if (e.key == SCREEN_UP || e.key == SCREEN_WHEEL_UP)
        t->lane -= t->lane > 0;
    else if (e.key == SCREEN_HOME)
        t->slot = 0;
    else if (e.key == SCREEN_END)
        t->slot = t->nslots - 1;
    else
        t->lane += t->lane + 1 < t->n;
}

static void time_mark(struct workbench *w, struct page *p, struct screen_event e)
{
    struct time_page *t = time_of(p);
    (void)e;
    t->mark = t->mark == SIZE_MAX ? t->slot : SIZE_MAX;
    if (t->mark != SIZE_MAX)
        workbench_say(w, "Left and Right choose the end; Enter shows these samples alone");
}

/* The page before shows the samples of the chosen range. */
static void time_choose(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text range = { 0 };
    size_t from, to;
    (void)e;
    marked_range(time_of(p), &from, &to);
    time_add_range(time_of(p), from, to, &range);
    workbench_back(w);
    zoom_by(w, workbench_page(w), "--time", "time", range.s);
    text_free(&range);
}

/* A range is drawn with the mouse: the button goes down at its beginning and up at its end. */
static void time_click(struct workbench *w, struct page *p, struct screen_event e)
{
    struct time_page *t = time_of(p);
    const int slot = e.x - NAME_COLUMNS, lane = e.y - w->body_top - 1;
    if (slot < 0 || (size_t)slot >= t->nslots || lane < -1)
        return;
    if (e.key == SCREEN_RELEASED) {
        if (t->mark != SIZE_MAX && t->mark != (size_t)slot)
            t->slot = (size_t)slot;
        return;
    }
    if (e.key == SCREEN_DOUBLE) {
        time_choose(w, p, e);
        return;
    }
    t->slot = (size_t)slot;
    t->mark = t->slot;
    if (lane >= 0 && t->first + (size_t)lane < t->n)
        t->lane = t->first + (size_t)lane;
}

static void time_by(struct workbench *w, struct page *p, struct screen_event e)
{
    static const struct {
        int key;
        const char *sort;
    } sorts[] = { { 't', "time,tid" }, { 'u', "time,cpu" }, { 'c', "time,comm" }, { 'd', "time,dso" } };
    struct question q = question_copy(&p->question);
    for (size_t i = 0; i < COUNT(sorts); i++)
        if (sorts[i].key == e.key)
            question_set(&q, "--sort", sorts[i].sort);
    workbench_ask_again(w, p, q);
}

static const struct key_row time_keys[] = {
    { SCREEN_ENTER, "Enter", "show only the samples of the chosen time", time_choose },
    { 'v', "v, Space", "mark where the range begins, or unmark it", time_mark },
    { ' ', "", NULL, time_mark },
    { 't', "t", "lanes are threads", time_by },
    { 'u', "u", "lanes are CPUs", time_by },
    { 'c', "c", "lanes are commands", time_by },
    { 'd', "d", "lanes are objects", time_by },
    { 0, NULL, NULL, NULL },
};

static const struct key_row time_moves[] = {
    { SCREEN_LEFT, "Left", "earlier", time_move },
    { SCREEN_RIGHT, "Right", "later", time_move },
    { SCREEN_UP, "Up", "the lane above", time_move },
    { SCREEN_DOWN, "Down", "the lane below", time_move },
    { SCREEN_HOME, "Home", "the beginning", time_move },
    { SCREEN_END, "End", "the end", time_move },
    { SCREEN_WHEEL_UP, "wheel", "lanes", time_move },
    { SCREEN_WHEEL_DOWN, "", NULL, time_move },
    { SCREEN_CLICK, "mouse", "draw a range; twice: as Enter", time_click },
    { SCREEN_RELEASED, "", NULL, time_click },
    { SCREEN_DOUBLE, "", NULL, time_click },
    { 0, NULL, NULL, NULL },
};

static const struct page_kind time_kind = {
    .name = "time line",
    .hint = "h: all keys  v: mark  Enter: only this time  t/u/c/d: lanes  q: back",
    .keys = time_keys,
    .moves = time_moves,
    .take = time_take,
    .title = time_title,
    .draw = time_draw,
    .note = time_note,
    .free = time_free,
};

struct page *time_page_open(struct workbench *w, const struct question *of, size_t event)
{
    struct question q = question_of(
        (const char *const[]){ "report", "--no-children", "--sort", "time,tid", "-g", "none", NULL });
    uint64_t first, last;
    char quantum[TIME_ROOM];
    int slots = w->screen.columns - NAME_COLUMNS;
    if (slots > SLOTS_MOST)
        slots = SLOTS_MOST;
    if (slots < 2)
        slots = 2;
    if (!opened_time(workbench_file(w), &first, &last)) {
        workbench_alert(w, "the samples have no time");
        question_free(&q);
        return NULL;
    }
    const uint64_t us = (last - first) / 1000 / (uint64_t)(slots - 1) + 1;
    snprintf(quantum, sizeof(quantum), "%" PRIu64 "us", us);
    question_set(&q, "--time-quantum", quantum);
    question_take_filters(&q, of);
    struct page *p = workbench_open(w, &time_kind, q, 0);
    if (!p)
        return NULL;
    struct time_page *t = time_of(p);
    t->table = event;
    t->quantum = us * 1000;
    t->begin = first / t->quantum * t->quantum;
    t->nslots = (size_t)((last - t->begin) / t->quantum + 1);
    if (t->nslots > SLOTS_MOST)
        t->nslots = SLOTS_MOST;
    if (time_take(w, p))
        return p;
    workbench_back(w);
    return NULL;
}
