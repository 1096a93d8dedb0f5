/* The lists of report that are not profiles: --stats, --tasks, --mmaps. */
#include "cli/report/report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/report/map_pieces.h"
#include "core/base/mem.h"
#include "formats/perf/records/records.h"

void report_stats(const struct session *s, const struct profile *p, FILE *out)
{
    const struct capture *c = s->capture;
    uint64_t total = 0;
    for (size_t i = 0; i < RECORD_KINDS; i++)
        total += c->counts[i];
    fprintf(out, "\nAggregated stats:\n%16s events: %10" PRIu64 "\n", "TOTAL", total);
    for (size_t i = 0; i < RECORD_KINDS; i++) {
        const struct rec_desc *d = record_desc_at(i);
        if (c->counts[i])
            fprintf(out, "%16s events: %10" PRIu64 "  (%4.1f%%)\n", d ? d->name : "UNKNOWN", c->counts[i],
                    100.0 * (double)c->counts[i] / (double)total);
    }
    for (uint32_t i = 0; i < c->events.n; i++) {
        if (!p->totals[i].samples && !c->events.v[i].lost)
            continue;
        struct text name = { 0 };
        text_add_clean(&name, c->events.v[i].name);
        fprintf(out, "%s stats:\n", text_str(&name));
        text_free(&name);
        if (p->totals[i].samples)
            fprintf(out, "%16s events: %10" PRIu64 "\n", "SAMPLE", p->totals[i].samples);
        if (c->events.v[i].lost)
            fprintf(out, "%16s events: %10" PRIu64 "\n", "LOST_SAMPLES", c->events.v[i].lost);
    }
}

static void show_maps(const struct space *space, int indent, FILE *out)
{
    size_t n;
    struct map_piece *pieces = map_pieces(space, &n);
    for (size_t i = 0; i < n; i++) {
        const struct map *m = pieces[i].map;
        struct text path = { 0 };
        text_add_clean(&path, m->object->path);
        fprintf(out, "%*s  %" PRIx64 "-%" PRIx64 " %c%c%c%c %08" PRIx64 " %" PRIu64 " %s\n", indent, "",
                pieces[i].start, pieces[i].end, m->prot & 1 ? 'r' : '-', m->prot & 2 ? 'w' : '-',
                m->prot & 4 ? 'x' : '-', m->flags & 1 ? 's' : 'p', pieces[i].pgoff, m->ino, text_str(&path));
        text_free(&path);
    }
    free(pieces);
}

enum { DEEPEST = 100 }; /* blanks of indentation; a chain of forks may be as long as the file */

/* Threads as a tree: child[i] and sibling[i] are 1 + index, 0 ends; index 0 of child is the list of roots. */
struct lineage {
    const struct timeline *t;
    uint32_t *child, *sibling;
    size_t n;
};

static void link_tree(struct lineage *tree)
{
    struct idmap last = { 0 }; /* pid -> its main thread + 1 */
    for (size_t i = 0; i < tree->n; i++) {
        struct task_view k = timeline_task(tree->t, i);
        if (k.pid == k.tid)
            *idmap_at(&last, (uint32_t)k.pid) = (uint32_t)i + 1;
    }
    uint32_t *parent = mem_new(tree->n + 1, sizeof(*parent)), *seen = mem_new(tree->n + 1, sizeof(*seen));
    for (uint32_t i = 1; i <= tree->n; i++) {
        struct task_view k = timeline_task(tree->t, i - 1);
        parent[i] = k.ppid < 0 ? 0 : idmap_get(&last, (uint32_t)k.ppid);
    }
    for (uint32_t i = 1; i <= tree->n; i++) /* pids are used again: what is its own forebear becomes a root */
        for (uint32_t at = i; at && seen[at] != i; at = parent[at]) {
            if (parent[at] && seen[parent[at]] == i)
                parent[at] = 0;
            else if (seen[at])
                break;
            seen[at] = i;
        }
    for (uint32_t i = (uint32_t)tree->n; i; i--) { /* backwards, so that lists come out in order */
        tree->sibling[i - 1] = tree->child[parent[i]];
        tree->child[parent[i]] = i;
    }
    free(parent);
    free(seen);
    idmap_free(&last);
}

static void show_task(const struct lineage *tree, size_t i, int level, bool maps, FILE *out)
{
    struct task_view k = timeline_task(tree->t, i);
    int indent = fprintf(out, "  %8d %8d %8d |%*s", k.pid, k.tid, k.ppid, level, "");
    struct text comm = { 0 };
    if (k.comm)
        text_add_clean(&comm, k.comm);
    else
        text_printf(&comm, ":%d", k.tid);
    fprintf(out, "%s\n", text_str(&comm));
    text_free(&comm);
    if (maps && k.space)
        show_maps(k.space, indent, out);
}

void report_tasks(const struct session *s, bool maps, FILE *out)
{
    struct lineage tree = { .t = s->timeline, .n = timeline_tasks(s->timeline) };
    tree.child = mem_new(tree.n + 1, sizeof(*tree.child));
    tree.sibling = mem_new(tree.n + 1, sizeof(*tree.sibling));
    link_tree(&tree);
    fprintf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
    uint32_t *path =
        mem_new(tree.n + 1, sizeof(*path)); /* instead of recursion: a file may fork a million deep */
    size_t depth = 0;
    path[0] = tree.child[0];
    for (;;) {
        uint32_t at = path[depth];
        if (!at) {
            if (!depth)
                break;
            depth--;
            path[depth] = tree.sibling[path[depth] - 1];
            continue;
        }
        show_task(&tree, at - 1, depth < DEEPEST ? (int)depth : DEEPEST, maps, out);
        path[++depth] = tree.child[at];
    }
    free(path);
    free(tree.child);
    free(tree.sibling);
}
