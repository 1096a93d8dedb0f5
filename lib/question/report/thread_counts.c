#include "lib/question/report/thread_counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/model/ordered.h"
#include "core/profile/keys/reads.h"

/* Finds threads and events by their ids, while records are read. */
struct numbers {
    struct idmap threads, events, counts;
};

static uint32_t number_of_thread(struct thread_counts *t, struct numbers *known, const struct record *r)
{
    const uint64_t who = (uint64_t)(uint32_t)r->read.pid << 32 | (uint32_t)r->read.tid;
    const uint32_t number = idmap_number_key(&known->threads, who) - 1;
    if (number == t->n) {
        MEM_ADD(t->v, t->n, t->cap);
        t->v[number].pid = r->read.pid;
        t->v[number].tid = r->read.tid;
    }
    return number;
}

static uint32_t number_of_event(struct thread_counts *t, struct numbers *known, const struct events *es,
                                const struct event *ev)
{
    const uint32_t number = idmap_number_key(&known->events, (uint64_t)(ev - es->v)) - 1;
    if (number == t->nevents)
        *MEM_ADD(t->events, t->nevents, t->cap_events) = ev;
    return number;
}

static struct thread_count *count_of(struct thread_counts *t, struct numbers *known, uint32_t thread,
                                     uint32_t event)
{
    const uint32_t number = idmap_number_key(&known->counts, (uint64_t)thread << 32 | event) - 1;
    if (number == t->ncounts)
        *MEM_ADD(t->counts, t->ncounts, t->cap_counts) =
            (struct thread_count){ .thread = thread, .event = event };
    return &t->counts[number];
}

/* Adds the values of a READ record, which are laid out like those of a sample of the event (PERF_SAMPLE_READ). */
static void see_read(struct thread_counts *t, struct numbers *known, const struct record *r,
                     const struct events *es, struct problems *problems)
{
    const struct event *ev = es->n == 1 ? es->v : events_find(es, r->id.id);
    if (!ev) {
        problem_add(problems, PROBLEM_UNKNOWN_EVENT, 1, "READ at offset %" PRIu64, r->at);
        return;
    }
    const struct sample s = { .event = ev, .id = r->id.id, .read = r->read.values, .order = r->order };
    struct reads since_nothing = { 0 };
    struct reading at = reading_of(&s);
    const uint32_t thread = number_of_thread(t, known, r);
    const struct event *counted;
    for (uint64_t value; reads_next(&since_nothing, &at, es, &counted, &value);)
        count_of(t, known, thread, number_of_event(t, known, es, counted))->value += value;
    reads_free(&since_nothing);
}

static int by_thread_and_event(const void *a, const void *b)
{
    const struct thread_count *x = a, *y = b;
    if (x->thread != y->thread) {
        if (x->thread < y->thread)
            return -1;
        return 1;
    }
    return (x->event > y->event) - (x->event < y->event);
}

bool thread_counts_read(struct thread_counts *t, struct capture *c, struct problems *problems, struct err *e)
{
    struct ordered *all = ordered_new(c, e);
    struct numbers known = { 0 };
    const struct block *in;
    const struct record_head *head, *end;
    struct record r;
    while (all && (head = ordered_next(all, &in, &end, e)) != NULL)
        for (; head < end; head++)
            if (head->type == PERF_RECORD_READ && c->ops->read_record(c, in, head->at, &r))
                see_read(t, &known, &r, &c->events, problems);
    ordered_free(all);
    idmap_free(&known.threads);
    idmap_free(&known.events);
    idmap_free(&known.counts);
    if (t->ncounts)
        qsort(t->counts, t->ncounts, sizeof(*t->counts), by_thread_and_event);
    return e->kind == ERR_NONE;
}

void thread_counts_free(struct thread_counts *t)
{
    free(t->events);
    free(t->v);
    free(t->counts);
    arena_free(&t->arena);
    *t = (struct thread_counts){ 0 };
}

static size_t wider(size_t a, size_t b)
{
    if (a > b)
        return a;
    return b;
}

static size_t digits(int64_t v)
{
    return (size_t)snprintf(NULL, 0, "%" PRId64, v);
}

/* The width of each event's values; malloc'ed. */
static size_t *widths_of_values(const struct thread_counts *t)
{
    size_t *widths = mem_new(t->nevents, sizeof(*widths));
    for (size_t i = 0; i < t->nevents; i++)
        widths[i] = 1;
    for (size_t i = 0; i < t->ncounts; i++) {
        size_t *width = &widths[t->counts[i].event];
        *width = wider(*width, (size_t)snprintf(NULL, 0, "%" PRIu64, t->counts[i].value));
    }
    return widths;
}

/* The count of a thread and an event; 0: it was not recorded. `*next`: index into t->counts, which is sorted; calls
   must come in the same order. */
static uint64_t value_at(const struct thread_counts *t, size_t *next, size_t thread, size_t event)
{
    const struct thread_count *c = t->counts + *next;
    if (*next == t->ncounts || c->thread != thread || c->event != event)
        return 0;
    ++*next;
    return c->value;
}

/* A column that is as wide as its widest cell and its header (perf, util/values.c). */
static struct rows_column thread_counts_column_of(const char *header, size_t width, enum value_type type)
{
    return (struct rows_column){
        .header = header, .width = wider(width, strlen(header)), .type = type, .right = true
    };
}

enum { PID, TID, FIRST_EVENT, NAME = FIRST_EVENT, NUMBER, VALUE, RAW_COLUMNS };

static void put_who(const struct thread_counts *t, struct rows_column *columns)
{
    size_t pid = 0, tid = 0;
    for (size_t i = 0; i < t->n; i++) {
        pid = wider(pid, digits(t->v[i].pid));
        tid = wider(tid, digits(t->v[i].tid));
    }
    columns[PID] = thread_counts_column_of("PID", pid, VALUE_SIGNED);
    columns[TID] = thread_counts_column_of("TID", tid, VALUE_SIGNED);
    columns[PID].name = "pid";
    columns[TID].name = "tid";
}

static void begin_table(struct rows *r, const struct rows_table *table)
{
    struct rows_table heading = *table;
    heading.front = "# ";
    rows_headings(r, &heading);
    rows_table(r, table);
}

static void thread_counts_show_table(struct thread_counts *t, struct rows *r)
{
    const size_t n = FIRST_EVENT + t->nevents;
    struct rows_column *columns = mem_new(n, sizeof(*columns));
    struct value *cells = mem_new(n, sizeof(*cells));
    const struct rows_table table = {
        .name = "threads", .columns = columns, .n = n, .front = "  ", .gap = "  "
    };
    size_t *widths = widths_of_values(t), next = 0;
    put_who(t, columns);
    for (size_t k = 0; k < t->nevents; k++) {
        const char *name = t->events[k]->name;
        struct text clean = { 0 };
        text_add_clean(&clean, name);
        const char *header = arena_text(&t->arena, text_str(&clean), clean.n);
        columns[FIRST_EVENT + k] = thread_counts_column_of(header, widths[k], VALUE_COUNT);
        columns[FIRST_EVENT + k].name = name;
        columns[FIRST_EVENT + k].of = "counts";
        text_free(&clean);
    }
    begin_table(r, &table);
    for (size_t i = 0; i < t->n; i++) {
        cells[PID] = value_signed(t->v[i].pid);
        cells[TID] = value_signed(t->v[i].tid);
        for (size_t k = 0; k < t->nevents; k++)
            cells[FIRST_EVENT + k] = value_count(value_at(t, &next, i, k));
        rows_row(r, cells);
    }
    rows_table_end(r);
    free(widths);
    free(columns);
    free(cells);
}

/* Shows the counts as tables. Events are values, not names of members, since several events may have the same name. */
static void show_json(const struct thread_counts *t, struct rows *r)
{
    ROWS_TABLE(threads, "threads", { .name = "pid", .type = VALUE_SIGNED },
               { .name = "tid", .type = VALUE_SIGNED });
    ROWS_TABLE(counts, "counts", { .name = "event", .type = VALUE_TEXT },
               { .name = "count", .type = VALUE_COUNT });
    size_t next = 0;
    rows_table(r, &threads);
    for (size_t i = 0; i < t->n; i++) {
        rows_row_begin(r, (const struct value[]){ value_signed(t->v[i].pid), value_signed(t->v[i].tid) });
        rows_table(r, &counts);
        for (; next < t->ncounts && t->counts[next].thread == i; next++) {
            const struct thread_count *c = &t->counts[next];
            rows_row(r,
                     (const struct value[]){ value_text(t->events[c->event]->name), value_count(c->value) });
        }
        rows_table_end(r);
        rows_row_end(r);
    }
    rows_table_end(r);
}

static void show_raw(const struct thread_counts *t, const struct events *es, struct rows *r)
{
    struct rows_column columns[RAW_COLUMNS];
    const struct rows_table table = { .columns = columns, .n = RAW_COLUMNS, .front = "  ", .gap = "  " };
    size_t *widths = widths_of_values(t), name = 0, value = 0, next = 0;
    for (size_t k = 0; k < t->nevents; k++) {
        name = wider(name, strlen(t->events[k]->name));
        value = wider(value, widths[k]);
    }
    put_who(t, columns);
    columns[NAME] = thread_counts_column_of("Name", name, VALUE_TEXT);
    columns[NUMBER] = thread_counts_column_of("Raw", digits((int64_t)es->n - 1), VALUE_COUNT);
    columns[VALUE] = thread_counts_column_of("Count", value, VALUE_COUNT);
    begin_table(r, &table);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->nevents; k++) {
            const size_t event = (size_t)(t->events[k] - es->v);
            rows_row(r, (const struct value[]){ value_signed(t->v[i].pid), value_signed(t->v[i].tid),
                                                value_text(t->events[k]->name), value_count(event),
                                                value_count(value_at(t, &next, i, k)) });
        }
    rows_table_end(r);
    free(widths);
}

void thread_counts_show(struct thread_counts *t, const struct events *es, bool raw, struct rows *r)
{
    if (rows_includes(r, false))
        show_json(t, r);
    else if (!t->n)
        return;
    else if (raw && rows_prints_text(r))
        show_raw(t, es, r);
    else
        thread_counts_show_table(t, r);
}
