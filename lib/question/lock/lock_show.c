/* lock_show: writes the counts to the answer. */
#include "core/base/text.h"
#include "lib/question/lock/lock_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key.h"

/* The name is the first column of `report`, and the last of `contention`. */
enum {
    LEFT,
    NUMBERS,
    TASK = NUMBERS + LOCK_COLUMNS,
    ADDRESS,
    TYPE,
    SHOWN_TYPE,
    NAME,
    SHOWN_NAME,
    BROKEN,
    COLUMNS
};

static void show_left(const struct value *v, struct text *out)
{
    enum { WIDE = 20, CUT = 16 };
    if (strlen(v->text) < WIDE) {
        text_add(out, v->text);
        return;
    }
    text_add_n(out, v->text, CUT);
    text_add(out, "...");
}

static void show_tid(const struct value *v, struct text *out)
{
    text_printf(out, "%" PRId32, v->task.tid);
}

// clang-format off
static const struct rows_column nothing, columns[COLUMNS] = {
    [LEFT] = { .header = "Name", .width = 20, .right = true, .after = " ", .show = show_left, .type = VALUE_TEXT },
    [TASK] = { .name = "task", .header = "pid", .before = "  ", .width = 10, .right = true, .show = show_tid,
               .type = VALUE_TASK },
    [ADDRESS] = { .name = "address", .header = "address", .before = "  ", .width = 16, .right = true, .show = rows_show_address,
                  .type = VALUE_HEX },
    [TYPE] = ROWS_UNSEEN("type", TEXT),
    [SHOWN_TYPE] = { .header = "type", .before = "  ", .width = 10, .right = true, .type = VALUE_TEXT, .says = true },
    [NAME] = ROWS_UNSEEN("name", TEXT),
    [SHOWN_NAME] = { .header = "caller", .before = "   ", .type = VALUE_TEXT, .says = true },
    [BROKEN] = ROWS_UNSEEN("broken", YES_NO),
};
// clang-format on

static void choose_columns(const struct lock_sheet *h, struct rows_column v[COLUMNS])
{
    const bool waits = h->o->view->contention, names = h->o->view->names;
    const bool by_thread = h->l->by == LOCK_BY_THREAD, by_address = h->l->by == LOCK_BY_ADDRESS;
    memcpy(v, columns, sizeof(columns));
    for (size_t i = 0; i < LOCK_COLUMNS; i++) {
        v[NUMBERS + i] = h->o->columns.v[i]->column;
        if (names || i >= h->o->columns.n)
            v[NUMBERS + i].header = NULL;
    }
    if (waits || names)
        v[LEFT] = nothing;
    else
        v[TASK].header = v[ADDRESS].header = v[SHOWN_NAME].header = NULL;
    if (!waits || by_thread)
        v[TYPE] = v[SHOWN_TYPE] = nothing;
    if (!by_thread)
        v[TASK] = nothing;
    if (!by_address)
        v[ADDRESS] = nothing;
    if (by_address && waits)
        v[SHOWN_TYPE].header = NULL; /* the type is shown after the name, without a header */
    if (names)
        v[ADDRESS] = (struct rows_column){
            .name = "address", .header = "", .before = " ", .after = ": ", .type = VALUE_HEX
        };
    if (names)
        v[SHOWN_NAME].before = "";
    if (waits && !names) {
        if (by_thread)
            v[SHOWN_NAME].header = "comm";
        else
            v[SHOWN_NAME].header = by_address ? "symbol" : "caller";
    }
    if (by_thread)
        v[NAME].name = NULL;
}

/* ---- rows ---- */

static const char *comm_of(const struct lock_sheet *h, int32_t tid)
{
    struct when from, until, last = WHEN_NEVER;
    const char *comm = timeline_comm(h->s->timeline, tid, last, false, &from, &until);
    if (comm || tid)
        return comm;
    return "swapper";
}

/* Adds the call chain; text shows it only with -v. */
static void add_chain(struct lock_sheet *h, const struct lock_row *r)
{
    const char *seen = h->o->common.verbose ? "" : NULL;
    const struct rows_column v[] = {
        { .name = "address", .header = seen, .before = "\t\t\t", .after = "  ", .type = VALUE_HEX },
        ROWS_UNSEEN("symbol", SYMBOL),
        { .header = seen, .before = "", .type = VALUE_TEXT, .says = true },
    };
    const struct rows_table table = { .name = "chain", .columns = v, .n = COUNT(v) };
    rows_table(&h->rows, &table);
    for (uint32_t i = 0; i < r->nchain && r->chain[i]; i++) {
        struct place p = session_kernel_place(h->s, r->chain[i]);
        struct value symbol = value_unknown();
        struct text shown = { 0 };
        if (p.symbol) {
            symbol =
                (struct value){ .type = VALUE_SYMBOL, .symbol = { .name = p.symbol->name, .level = 'k' } };
            text_add_clean(&shown, p.symbol->name);
            if (p.at != p.symbol->start)
                text_printf(&shown, "+%#" PRIx64, p.at - p.symbol->start);
        }
        ROWS_ROW(&h->rows, value_hex(r->chain[i]), symbol, value_text(text_str(&shown)));
        text_free(&shown);
    }
    rows_table_end(&h->rows);
}

static void lock_show_add_row(struct lock_sheet *h, const struct lock_row *r)
{
    const bool by_thread = h->l->by == LOCK_BY_THREAD;
    const char *type = lock_type(r->flags), *typed = text_or(type, "unknown");
    const char *name = by_thread ? comm_of(h, (int32_t)r->key) : arena_names_text(&h->l->names, r->name);
    struct text left = { 0 }, right = { 0 };
    key_comm_text(name, (int32_t)r->key, &left);
    text_add(&right, text_str(&left));
    if (h->l->by == LOCK_BY_ADDRESS && h->o->view->contention)
        text_printf(&right, " (%s)", typed);
    struct value c[COLUMNS] = {
        [LEFT] = value_text(text_str(&left)), [TASK] = value_task((int32_t)r->key, name),
        [ADDRESS] = value_hex(r->key),        [TYPE] = value_text(type),
        [SHOWN_TYPE] = value_text(typed),     [NAME] = value_text(name),
        [SHOWN_NAME] = value_text(right.s),   [BROKEN] = value_yes_no(r->broken),
    };
    for (size_t i = 0; i < LOCK_COLUMNS; i++)
        c[NUMBERS + i] = (struct value){ .type = h->o->columns.v[i]->column.type,
                                         .count = lock_number(h->o->columns.v[i], r) };
    if (h->l->by == LOCK_BY_CALLER) {
        rows_row_begin(&h->rows, c);
        add_chain(h, r);
        rows_row_end(&h->rows);
    } else {
        rows_row(&h->rows, c);
    }
    text_free(&left);
    text_free(&right);
}

/* Whether a row is listed. Tables of numbers omit a lock that was never acquired, but count its faults. */
static bool is_listed(const struct lock_sheet *h, const struct lock_row *r)
{
    return h->o->view->contention || h->o->view->names || r->acquired;
}

static int lock_show_by_name(const void *a, const void *b, const void *arg)
{
    const struct locks *l = arg;
    const struct lock_row *left = &l->v[*(const uint32_t *)a], *right = &l->v[*(const uint32_t *)b];
    int c = strcmp(arena_names_text(&l->names, left->name), arena_names_text(&l->names, right->name));
    if (c)
        return c;
    return (left->key > right->key) - (left->key < right->key);
}

static void lock_show_add_heading(struct lock_sheet *h, const struct rows_table *t)
{
    if (h->o->view->names) {
        rows_print(&h->rows, "Address of instance: name of class\n");
    } else if (!h->o->quiet) {
        rows_headings(&h->rows, t);
        rows_print(&h->rows, "\n");
    }
}

static void lock_show_add_rows(struct lock_sheet *h, uint64_t *bad, uint64_t *total)
{
    struct rows_column v[COLUMNS];
    const struct rows_table table = { .name = "rows", .columns = v, .n = COLUMNS, .gap = "" };
    size_t n;
    uint64_t shown = 0;
    uint32_t *order = lock_sorted(h->l, h->o, &n);
    if (h->o->view->names)
        sort_by(order, n, sizeof(*order), lock_show_by_name, h->l);
    choose_columns(h, v);
    lock_show_add_heading(h, &table);
    rows_table(&h->rows, &table);
    for (size_t i = 0; i < n && shown < h->o->entries; i++) {
        const struct lock_row *r = &h->l->v[order[i]];
        ++*total;
        *bad += r->broken;
        if (!is_listed(h, r))
            continue;
        lock_show_add_row(h, r);
        shown++;
    }
    rows_table_end(&h->rows);
    free(order);
}

static void add_faults(struct lock_sheet *h, uint64_t bad, uint64_t total)
{
    static const char *const names[LOCK_FAULTS] = {
        [LOCK_ACQUIRE] = "acquire",
        [LOCK_ACQUIRED] = "acquired",
        [LOCK_CONTENDED] = "contended",
        [LOCK_RELEASE] = "release",
    };
    bool shown = h->o->common.verbose;
    for (int i = 0; i < LOCK_FAULTS; i++)
        shown = shown || h->l->faults[i];
    shown = shown && !h->o->view->names && !h->o->quiet;
    if (shown)
        rows_print(&h->rows,
                   "\n=== output for debug===\n\nbad: %" PRIu64 ", total: %" PRIu64 "\nbad rate: %.2f %%\n"
                   "histogram of events caused bad sequence\n",
                   bad, total, total ? 100.0 * (double)bad / (double)total : 0);
    rows_object(&h->rows, "faults");
    for (int i = 0; i < LOCK_FAULTS; i++) {
        if (shown)
            rows_print(&h->rows, "%11s: ", names[i]);
        rows_say_if(&h->rows, names[i], value_count(h->l->faults[i]), shown, "%s\n");
    }
    rows_close(&h->rows);
}

/* Shows the threads that used locks. */
static void lock_show_add_threads(struct lock_sheet *h)
{
    ROWS_TABLE(table, "threads",
               { .name = "tid",
                 .header = "Thread ID",
                 .width = 10,
                 .right = true,
                 .after = ":",
                 .type = VALUE_SIGNED },
               ROWS_UNSEEN("comm", TEXT), { .header = "comm", .type = VALUE_TEXT, .says = true });
    const struct locks *l = h->l;
    struct numbered *order = mem_new(l->ntids, sizeof(*order));
    for (size_t i = 0; i < l->ntids; i++)
        order[i] = (struct numbered){ (uint32_t)l->tids[i], (uint32_t)i };
    sort_by_number(order, l->ntids);
    rows_headings(&h->rows, &table);
    rows_table(&h->rows, &table);
    for (size_t i = 0; i < l->ntids; i++) {
        int32_t tid = l->tids[order[i].at];
        const char *comm = comm_of(h, tid);
        struct text shown = { 0 };
        key_comm_text(comm, tid, &shown);
        ROWS_ROW(&h->rows, value_signed(tid), value_text(comm), value_text(shown.s));
        text_free(&shown);
    }
    rows_table_end(&h->rows);
    free(order);
}

void lock_show(struct lock_sheet *h)
{
    const bool threads = h->o->view->names && h->o->threads;
    uint64_t bad = 0, total = 0;
    if (rows_includes(&h->rows, !threads))
        lock_show_add_rows(h, &bad, &total);
    add_faults(h, bad, total);
    if (rows_includes(&h->rows, threads))
        lock_show_add_threads(h);
}
