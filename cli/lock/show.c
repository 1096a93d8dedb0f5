/* lock: rows and lists, as text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/lock/lock.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key.h"

static const char *const fault_names[LOCK_FAULTS] = {
    [LOCK_ACQUIRE] = "acquire",
    [LOCK_ACQUIRED] = "acquired",
    [LOCK_CONTENDED] = "contended",
    [LOCK_RELEASE] = "release",
};

/* In three digits before the point and a unit; perf counts in float, whose rounding is seen in the last
 * digit. */
static void show_time(FILE *out, uint64_t ns, int width)
{
    static const struct {
        float ns;
        const char *name;
    } units[] = {
        { 1e9F * 3600, "h " }, { 1e9F * 60, "m " }, { 1e9F, "s " }, { 1e6F, "ms" }, { 1e3F, "us" }
    };
    for (size_t i = 0; i < COUNT(units); i++)
        if ((float)ns >= units[i].ns) {
            float value = (float)ns / units[i].ns;
            fprintf(out, "%*.2f %s", width - 3, (double)value, units[i].name);
            return;
        }
    fprintf(out, "%*" PRIu64 " ns", width - 3, ns);
}

static void show_numbers(const struct lock_sheet *h, const struct lock_row *r)
{
    for (size_t i = 0; i < h->o->columns.n; i++) {
        const struct lock_column *c = h->o->columns.v[i];
        if (c->is_time)
            show_time(h->out, c->value(r), c->width);
        else
            fprintf(h->out, "%*" PRIu64, c->width, c->value(r));
        fputc(' ', h->out);
    }
}

static void add_comm(const struct lock_sheet *h, int32_t tid, struct text *t)
{
    const struct when last = WHEN_NEVER;
    struct when from, until;
    struct text comm = { 0 };
    key_comm_text(timeline_comm(h->s->timeline, tid, last, &from, &until), tid, &comm);
    text_add_clean(t, comm.n ? comm.s : "");
    text_free(&comm);
}

/* What a row is of: a thread, or what locks or callers are called. */
static void add_name(const struct lock_sheet *h, const struct lock_row *r, struct text *t)
{
    text_add(t, "");
    if (h->l->by == LOCK_BY_THREAD)
        add_comm(h, (int32_t)r->key, t);
    else
        text_add_clean(t, arena_names_text(&h->l->names, r->name));
}

/* ---- rows ---- */

static void show_lock(const struct lock_sheet *h, const struct lock_row *r)
{
    enum { WIDE = 20, CUT = 16 };
    struct text name = { 0 };
    add_name(h, r, &name);
    if (name.n < WIDE)
        fprintf(h->out, "%*s ", WIDE, name.s);
    else
        fprintf(h->out, " %.*s... ", CUT, name.s);
    show_numbers(h, r);
    fputc('\n', h->out);
    text_free(&name);
}

static void show_chain(const struct lock_sheet *h, const struct lock_row *r)
{
    for (uint32_t i = 0; i < r->nchain && r->chain[i]; i++) {
        struct place p = session_kernel_place(h->s, r->chain[i]);
        struct text name = { 0 };
        text_add(&name, "");
        if (p.symbol)
            text_add_clean(&name, p.symbol->name);
        if (p.symbol && p.at != p.symbol->start)
            text_printf(&name, "+%#" PRIx64, p.at - p.symbol->start);
        fprintf(h->out, "\t\t\t%#" PRIx64 "  %s\n", r->chain[i], name.s);
        text_free(&name);
    }
}

static void show_wait(const struct lock_sheet *h, const struct lock_row *r)
{
    const char *type = lock_type(r->flags);
    struct text name = { 0 };
    add_name(h, r, &name);
    show_numbers(h, r);
    if (h->l->by == LOCK_BY_THREAD)
        fprintf(h->out, "  %10d   %s\n", (int)r->key, name.s);
    else if (h->l->by == LOCK_BY_ADDRESS)
        fprintf(h->out, "  %016" PRIx64 "   %s (%s)\n", r->key, name.s, type ? type : "unknown");
    else
        fprintf(h->out, "  %10s   %s\n", type ? type : "unknown", name.s);
    if (h->l->by == LOCK_BY_CALLER && h->o->common.verbose)
        show_chain(h, r);
    text_free(&name);
}

static void show_faults(const struct lock_sheet *h, uint64_t bad, uint64_t total)
{
    uint64_t faults = 0;
    for (int i = 0; i < LOCK_FAULTS; i++)
        faults += h->l->faults[i];
    if (h->o->quiet || (!faults && !h->o->common.verbose))
        return;
    fprintf(h->out, "\n=== output for debug===\n\nbad: %" PRIu64 ", total: %" PRIu64 "\n", bad, total);
    fprintf(h->out, "bad rate: %.2f %%\n", total ? 100.0 * (double)bad / (double)total : 0);
    fprintf(h->out, "histogram of events caused bad sequence\n");
    for (int i = 0; i < LOCK_FAULTS; i++)
        fprintf(h->out, " %10s: %" PRIu64 "\n", fault_names[i], h->l->faults[i]);
}

static void show_heading(const struct lock_sheet *h)
{
    static const struct {
        int width;
        const char *key, *name;
    } ends[] = { [LOCK_BY_ADDRESS] = { 16, "address", "symbol" },
                 [LOCK_BY_THREAD] = { 10, "pid", "comm" },
                 [LOCK_BY_CALLER] = { 10, "type", "caller" } };
    if (h->o->quiet)
        return;
    if (!h->o->view->contention)
        fprintf(h->out, "%20s ", "Name");
    for (size_t i = 0; i < h->o->columns.n; i++)
        fprintf(h->out, "%*s ", h->o->columns.v[i]->width, h->o->columns.v[i]->header);
    if (h->o->view->contention)
        fprintf(h->out, "  %*s   %s", ends[h->l->by].width, ends[h->l->by].key, ends[h->l->by].name);
    fputs("\n\n", h->out);
}

/* A lock that nobody got to have is in no table, but its faults count. */
static bool is_listed(const struct lock_sheet *h, const struct lock_row *r)
{
    return h->o->view->contention || r->acquired;
}

void lock_show(const struct lock_sheet *h)
{
    size_t n;
    uint32_t *order = lock_sorted(h->l, h->o, &n);
    uint64_t bad = 0, total = 0, shown = 0;
    show_heading(h);
    for (size_t i = 0; i < n && shown < h->o->entries; i++) {
        const struct lock_row *r = &h->l->v[order[i]];
        total++;
        bad += r->broken;
        if (!is_listed(h, r))
            continue;
        (h->o->view->contention ? show_wait : show_lock)(h, r);
        shown++;
    }
    show_faults(h, bad, total);
    free(order);
}

/* ---- lists ---- */

/* The threads that had to do with locks, as they are in l->tids; malloc'ed. */
static struct numbered *threads_in_order(const struct locks *l)
{
    struct numbered *order = mem_new(l->ntids, sizeof(*order));
    for (size_t i = 0; i < l->ntids; i++)
        order[i] = (struct numbered){ (uint32_t)l->tids[i], (uint32_t)i };
    sort_by_number(order, l->ntids);
    return order;
}

void lock_show_threads(const struct lock_sheet *h)
{
    struct numbered *order = threads_in_order(h->l);
    fprintf(h->out, "%10s: comm\n", "Thread ID");
    for (size_t i = 0; i < h->l->ntids; i++) {
        struct text comm = { 0 };
        add_comm(h, h->l->tids[order[i].at], &comm);
        fprintf(h->out, "%10d: %s\n", h->l->tids[order[i].at], comm.s);
        text_free(&comm);
    }
    free(order);
}

static int by_name(const void *a, const void *b, const void *arg)
{
    const struct locks *l = arg;
    const struct lock_row *left = &l->v[*(const uint32_t *)a], *right = &l->v[*(const uint32_t *)b];
    int c = strcmp(arena_names_text(&l->names, left->name), arena_names_text(&l->names, right->name));
    return c ? c : (left->key > right->key) - (left->key < right->key);
}

static uint32_t *sorted_by_name(const struct locks *l)
{
    uint32_t *order = mem_new(l->n, sizeof(*order));
    for (size_t i = 0; i < l->n; i++)
        order[i] = (uint32_t)i;
    sort_by(order, l->n, sizeof(*order), by_name, l);
    return order;
}

void lock_show_map(const struct lock_sheet *h)
{
    uint32_t *order = sorted_by_name(h->l);
    fprintf(h->out, "Address of instance: name of class\n");
    for (size_t i = 0; i < h->l->n; i++) {
        const struct lock_row *r = &h->l->v[order[i]];
        struct text name = { 0 };
        add_name(h, r, &name);
        fprintf(h->out, " 0x%" PRIx64 ": %s\n", r->key, name.s);
        text_free(&name);
    }
    free(order);
}

/* ---- JSON ---- */

static void chain_json(const struct lock_sheet *h, const struct lock_row *r, struct json *j)
{
    json_array(j, "chain");
    for (uint32_t i = 0; i < r->nchain; i++) {
        struct place p = session_kernel_place(h->s, r->chain[i]);
        json_object_line(j, NULL);
        json_hex(j, "address", r->chain[i]);
        json_text(j, "symbol", p.symbol ? p.symbol->name : NULL);
        json_end(j);
    }
    json_end(j);
}

static void row_json(const struct lock_sheet *h, const struct lock_row *r, struct json *j)
{
    const bool by_thread = h->l->by == LOCK_BY_THREAD;
    struct text name = { 0 };
    add_name(h, r, &name);
    json_object_line(j, NULL);
    json_text(j, by_thread ? "comm" : "name", name.s);
    if (by_thread)
        json_signed(j, "tid", (int32_t)r->key);
    if (h->l->by == LOCK_BY_ADDRESS)
        json_hex(j, "address", r->key);
    json_text(j, "type", h->o->view->contention && !by_thread ? lock_type(r->flags) : NULL);
    json_count(j, "acquired", r->acquired);
    json_count(j, "contended", r->contended);
    json_seconds(j, "wait_total", r->waited);
    json_seconds(j, "wait_max", r->longest);
    json_seconds(j, "wait_min", r->shortest == UINT64_MAX ? 0 : r->shortest);
    json_seconds(j, "avg_wait", r->average);
    json_bool(j, "broken", r->broken);
    if (h->l->by == LOCK_BY_CALLER)
        chain_json(h, r, j);
    json_end(j);
    text_free(&name);
}

static void threads_json(const struct lock_sheet *h, struct json *j)
{
    struct numbered *order = threads_in_order(h->l);
    json_array(j, "threads");
    for (size_t i = 0; i < h->l->ntids; i++) {
        struct text comm = { 0 };
        add_comm(h, h->l->tids[order[i].at], &comm);
        json_object_line(j, NULL);
        json_signed(j, "tid", h->l->tids[order[i].at]);
        json_text(j, "comm", comm.s);
        json_end(j);
        text_free(&comm);
    }
    json_end(j);
    free(order);
}

void lock_json(const struct lock_sheet *h, const struct problems *problems)
{
    struct json j = answer_begin(h->out, "lock");
    size_t n;
    uint32_t *order = lock_sorted(h->l, h->o, &n);
    json_array(&j, "rows");
    for (size_t i = 0, shown = 0; i < n && shown < h->o->entries; i++) {
        const struct lock_row *r = &h->l->v[order[i]];
        if (!is_listed(h, r))
            continue;
        row_json(h, r, &j);
        shown++;
    }
    json_end(&j);
    json_object_line(&j, "faults");
    for (int i = 0; i < LOCK_FAULTS; i++)
        json_count(&j, fault_names[i], h->l->faults[i]);
    json_end(&j);
    threads_json(h, &j);
    answer_end(&j, h->s, problems);
    free(order);
}
