#include "lib/question/report/lists.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/report/layout.h"
#include "lib/question/common/protection.h"
#include "lib/question/provenance/map_pieces.h"
#include "core/base/mem.h"
#include "core/profile/keys/keys.h"
#include "formats/perf/records/record_table.h"

ROWS_TABLE(
    records, "records", { .name = "type", .header = "", .width = 16, .right = true, .type = VALUE_TEXT },
    { .name = "count", .header = "", .width = 10, .right = true, .before = " events: ", .type = VALUE_COUNT },
    { .header = "", .width = 4, .right = true, .before = "  (", .after = "%)", .type = VALUE_DECIMAL });

/* For JSON and CSV; text prints such headings itself. */
ROWS_TABLE(events, "events", { .name = "name", .type = VALUE_TEXT },
           { .name = "samples", .type = VALUE_COUNT }, { .name = "lost", .type = VALUE_COUNT });

static void event_stats(const char *name, uint64_t samples, uint64_t lost, struct rows *r)
{
    struct text clean = { 0 };
    rows_row(r, (const struct value[]){ value_text(name), value_count(samples), value_count(lost) });
    text_add_clean(&clean, name);
    if (samples || lost)
        rows_print(r, "%s stats:\n", text_str(&clean));
    if (samples)
        rows_print(r, "%16s events: %10" PRIu64 "\n", "SAMPLE", samples);
    if (lost)
        rows_print(r, "%16s events: %10" PRIu64 "\n", "LOST_SAMPLES", lost);
    text_free(&clean);
}

void report_stats(const struct session *s, const struct profile *p, struct rows *r)
{
    const struct capture *c = s->capture;
    uint64_t total = 0;
    for (size_t i = 0; i < RECORD_KINDS; i++)
        total += c->counts[i];
    rows_print(r, "\nAggregated stats:\n%16s events: %10" PRIu64 "\n", "TOTAL", total);
    rows_table(r, &records);
    for (size_t i = 0; i < RECORD_KINDS; i++) {
        const struct rec_desc *d = record_desc_at(i);
        double share = total ? 100.0 * (double)c->counts[i] / (double)total : 0;
        if (c->counts[i])
            rows_row(r, (const struct value[]){ value_text(d ? d->name : "UNKNOWN"),
                                                value_count(c->counts[i]), value_decimal(share, 1) });
    }
    rows_table_end(r);
    rows_table(r, &events);
    for (uint32_t i = 0; i < c->events.n; i++)
        event_stats(c->events.v[i].name, p->totals[i].samples, c->events.v[i].lost, r);
    rows_table_end(r);
}

static void show_mask(const struct value *v, struct text *out)
{
    text_printf(out, "%08" PRIx64, v->count);
}

static void show_maps(const struct space *space, const char *indent, struct rows *r)
{
    static const struct rows_column columns[] = {
        { .name = "start", .header = "", .type = VALUE_HEX, .show = rows_show_bare },
        { .name = "end", .header = "", .before = "-", .type = VALUE_HEX, .show = rows_show_bare },
        { .name = "prot", .header = "", .type = VALUE_TEXT },
        { .name = "offset", .header = "", .type = VALUE_HEX, .show = show_mask },
        { .name = "inode", .header = "", .type = VALUE_COUNT },
        { .name = "path", .header = "", .type = VALUE_TEXT },
        ROWS_UNSEEN("build_id", TEXT),
    };
    const struct rows_table maps = {
        .name = "maps", .columns = columns, .n = COUNT(columns), .front = indent
    };
    size_t n;
    struct map_piece *pieces = map_pieces(space, &n);
    rows_table(r, &maps);
    for (size_t i = 0; i < n; i++) {
        const struct map *m = pieces[i].map;
        char letters[PROTECTION_LETTERS], hex[BUILD_ID_HEX];
        const char *prot = protection_letters(m->how->prot, m->how->flags, letters);
        rows_row(r, (const struct value[]){ value_hex(pieces[i].start), value_hex(pieces[i].end),
                                            value_text(prot), value_hex(pieces[i].pgoff),
                                            value_count(m->how->ino), value_text(m->how->object->path),
                                            value_build_id(&m->how->object->build_id, hex) });
    }
    rows_table_end(r);
    free(pieces);
}

#define IDLE "swapper"

enum { DEEPEST = 100 }; /* most blanks of indentation, since a chain of forks may be as long as the file */

/* Threads as a tree. Numbers are index + 1; 0 is the root, whose children are the threads without a parent. Every
   machine has idle threads, which are one task; if no record names it, it is added as the first thread. */
struct lineage {
    const struct timeline *t;
    uint32_t *parent, *child, *sibling;
    size_t n;
    bool adds_idle;
};

static struct task_view task_at(const struct lineage *tree, size_t i)
{
    if (tree->adds_idle && !i)
        return (struct task_view){ .ppid = -1, .comm = IDLE };
    struct task_view k = timeline_task(tree->t, i - tree->adds_idle);
    k.comm = k.comm || k.tid ? k.comm : IDLE;
    return k;
}

static bool has_idle(const struct timeline *t)
{
    const size_t n = timeline_count_tasks(t);
    for (size_t i = 0; i < n; i++)
        if (!timeline_task(t, i).tid)
            return true;
    return false;
}

static void link_tree(struct lineage *tree)
{
    struct idmap last = { 0 }; /* pid -> its main thread */
    uint32_t *parent = tree->parent, *seen = mem_new(tree->n + 1, sizeof(*seen));
    for (size_t i = 0; i < tree->n; i++) {
        struct task_view k = task_at(tree, i);
        if (k.pid == k.tid)
            *idmap_find_or_add(&last, (uint32_t)k.pid) = (uint32_t)i + 1;
    }
    for (uint32_t i = 1; i <= tree->n; i++) {
        struct task_view k = task_at(tree, i - 1);
        if (k.ppid < 0)
            parent[i] = 0;
        else
            parent[i] = idmap_get(&last, (uint32_t)k.ppid);
    }
    /* pids are reused, so a thread may be its own ancestor: it then becomes a root */
    for (uint32_t i = 1; i <= tree->n; i++)
        for (uint32_t at = i; at && seen[at] != i; at = parent[at]) {
            if (parent[at] && seen[parent[at]] == i)
                parent[at] = 0;
            else if (seen[at])
                break;
            seen[at] = i;
        }
    /* backwards, so that the lists of children are in ascending order */
    for (uint32_t i = (uint32_t)tree->n; i; i--) {
        tree->sibling[i] = tree->child[parent[i]];
        tree->child[parent[i]] = i;
    }
    free(seen);
    idmap_free(&last);
}

static const struct rows_column task_columns[] = {
    { .name = "pid", .type = VALUE_SIGNED },
    { .name = "tid", .type = VALUE_SIGNED },
    { .name = "ppid", .type = VALUE_SIGNED },
    { .name = "comm", .type = VALUE_TEXT },
};
static const struct rows_table tasks = { .name = "tasks", .columns = task_columns, .n = 4 };

/* Shows a task. With `maps` it is an object that contains the table of its maps. */
static void show_task(const struct task_view *k, int level, bool maps, struct rows *r)
{
    const struct value cells[] = { value_signed(k->pid), value_signed(k->tid),
                                   value_if(k->ppid >= 0, value_signed(k->ppid)), value_text(k->comm) };
    struct text line = { 0 }, front = { 0 };
    text_printf(&line, "  %8d %8d %8d |%*s", k->pid, k->tid, k->ppid, level, "");
    text_char(&front, ' ', line.n + 2);
    if (k->comm)
        text_add_clean(&line, k->comm);
    else
        text_printf(&line, ":%d", k->tid);
    rows_print(r, "%s\n", line.s);
    if (maps) {
        rows_object(r, NULL);
        for (size_t i = 0; i < tasks.n; i++)
            rows_add_table_label(r, task_columns[i].name, cells[i]);
        show_maps(k->space, text_str(&front), r);
        rows_close(r);
    } else {
        rows_row(r, cells);
    }
    text_free(&line);
    text_free(&front);
}

void report_tasks(const struct session *s, bool maps, struct rows *r)
{
    struct lineage tree = { .t = s->timeline, .adds_idle = !has_idle(s->timeline) };
    tree.n = timeline_count_tasks(s->timeline) + tree.adds_idle;
    uint32_t *links = mem_new(3 * (tree.n + 1), sizeof(*links));
    int depth = 0;
    tree.parent = links;
    tree.child = tree.parent + tree.n + 1;
    tree.sibling = tree.child + tree.n + 1;
    link_tree(&tree);
    rows_print(r, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
    if (maps)
        rows_list(r, "tasks");
    else
        rows_table(r, &tasks);
    for (uint32_t at = tree.child[0]; at;) { /* not recursive: a file may have a million nested forks */
        struct task_view k = task_at(&tree, at - 1);
        show_task(&k, depth < DEEPEST ? depth : DEEPEST, maps, r);
        if (tree.child[at]) {
            at = tree.child[at];
            depth++;
            continue;
        }
        for (; at && !tree.sibling[at]; depth--)
            at = tree.parent[at];
        at = tree.sibling[at];
    }
    (maps ? rows_close : rows_table_end)(r);
    free(links);
}

void report_keys(struct rows *r)
{
    static const struct rows_column columns[] = {
        { .name = "name", .header = "", .width = 18, .type = VALUE_TEXT },
        { .name = "help", .header = "", .type = VALUE_TEXT },
    };
    static const struct rows_table keys = { .name = "keys", .columns = columns, .n = 2, .gap = "  " };
    rows_table(r, &keys);
    for (size_t i = 0; key_at(i); i++)
        rows_row(r, (const struct value[]){ value_text(key_at(i)->name), value_text(key_at(i)->help) });
    for (const struct layout_number *n = layout_numbers; n < layout_numbers + NUMBERS; n++)
        rows_row(r, (const struct value[]){ value_text(n->name), value_text(n->help) });
    rows_table_end(r);
}
