#include "archive/folio/folio_lines.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/resolve_lines.h"

static bool same_frame(const struct folio_frame *a, const struct folio_frame *b)
{
    return a->function == b->function && a->file == b->file && a->line == b->line && a->column == b->column;
}

/* The index + 1 of a node, which is added if it is new. */
static uint32_t folio_runs_node_of(struct folio_runs *r, const struct folio_frame *f, uint32_t outer)
{
    assert(outer <= r->nnodes);
    uint64_t names = (uint64_t)f->function << 32 | f->file, place = (uint64_t)f->line << 32 | f->column;
    for (uint64_t key = hash_u64(hash_u64(hash_u64(names) ^ place) ^ outer);; key++) {
        uint32_t *at = idmap_find_or_add(&r->of, key);
        if (*at) {
            const struct folio_node *known = &r->nodes[*at - 1];
            if (known->outer == outer && same_frame(&known->frame, f))
                return *at;
            continue;
        }
        struct folio_node node = { .frame = *f, .outer = outer, .depth = 1 };
        if (outer)
            node.depth = r->nodes[outer - 1].depth + 1;
        *MEM_ADD(r->nodes, r->nnodes, r->cap_nodes) = node;
        return *at = (uint32_t)r->nnodes;
    }
}

void folio_runs_add(struct folio_runs *r, uint64_t start, uint64_t end, const struct folio_frame *frames,
                    size_t n)
{
    uint32_t node = 0;
    for (size_t i = n; i; i--)
        node = folio_runs_node_of(r, &frames[i - 1], node);
    if (!node || start >= end)
        return;
    *MEM_ADD(r->v, r->n, r->cap) = (struct folio_run){ start, end, node - 1 };
}

/* Sorts runs by address, removes from each run the addresses that earlier runs cover, and merges
   neighbours with the same node. */
static void settle_runs(struct folio_runs *r)
{
    struct numbered *order = mem_new(r->n, sizeof(*order));
    struct folio_run *v = mem_new(r->n, sizeof(*v));
    uint64_t covered = 0;
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        order[i] = (struct numbered){ r->v[i].start, (uint32_t)i };
    sort_by_number(order, r->n);
    for (size_t i = 0; i < r->n; i++) {
        struct folio_run run = r->v[order[i].at];
        if (run.start < covered)
            run.start = covered;
        if (run.start >= run.end)
            continue;
        covered = run.end;
        if (n && v[n - 1].end == run.start && v[n - 1].node == run.node)
            v[n - 1].end = run.end;
        else
            v[n++] = run;
    }
    free(order);
    free(r->v);
    r->v = v;
    r->n = n;
}

/* Numbers the nodes in the order in which runs use them, outer ones first. Drops unused nodes. */
static void settle_nodes(struct folio_runs *r)
{
    struct folio_node *v = mem_new(r->nnodes, sizeof(*v));
    uint32_t *number = mem_new(r->nnodes + 1, sizeof(*number)), path[LINE_FRAMES_MOST + 1];
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        size_t depth = 0;
        for (uint32_t at = r->v[i].node + 1; at && !number[at]; at = r->nodes[at - 1].outer)
            path[depth++] = at;
        while (depth--) {
            v[n] = r->nodes[path[depth] - 1];
            v[n].outer = number[v[n].outer];
            number[path[depth]] = (uint32_t)++n;
        }
        r->v[i].node = number[r->v[i].node + 1] - 1;
    }
    free(number);
    free(r->nodes);
    r->nodes = v;
    r->nnodes = n;
}

void folio_runs_settle(struct folio_runs *r)
{
    idmap_free(&r->of);
    r->of = (struct idmap){ 0 };
    settle_runs(r);
    settle_nodes(r);
}

void folio_runs_put(const struct folio_runs *r, const uint32_t *text_of, struct text *out)
{
    text_uleb(out, r->nnodes);
    for (size_t i = 0; i < r->nnodes; i++)
        text_uleb(out, text_of[r->nodes[i].frame.function]);
    for (size_t i = 0; i < r->nnodes; i++)
        text_uleb(out, text_of[r->nodes[i].frame.file]);
    for (size_t i = 0; i < r->nnodes; i++)
        text_uleb(out, r->nodes[i].frame.line);
    for (size_t i = 0; i < r->nnodes; i++)
        text_uleb(out, r->nodes[i].frame.column);
    for (size_t i = 0; i < r->nnodes; i++) {
        const uint32_t outer = r->nodes[i].outer;
        text_uleb(out, outer ? i + 1 - outer : 0);
    }
    text_uleb(out, r->n);
    uint64_t before = 0;
    for (size_t i = 0; i < r->n; i++) {
        text_uleb(out, r->v[i].start - before);
        before = r->v[i].end;
    }
    for (size_t i = 0; i < r->n; i++)
        text_uleb(out, r->v[i].end - r->v[i].start);
    for (size_t i = 0; i < r->n; i++)
        text_uleb(out, r->v[i].node);
}

static bool folio_runs_take_column(struct folio_runs *r, struct cur *c, size_t at, uint64_t most)
{
    for (size_t i = 0; i < r->nnodes && !c->bad; i++) {
        uint64_t v = cur_uleb(c);
        uint32_t number = (uint32_t)v;
        if (v > most)
            return false;
        memcpy((uint8_t *)&r->nodes[i] + at, &number, sizeof(number));
    }
    return !c->bad;
}

static bool take_nodes(struct folio_runs *r, struct cur *c, uint64_t ntexts)
{
    uint64_t n = cur_uleb(c);
    if (n > c->left / 5)
        return false;
    r->nodes = mem_new((size_t)n, sizeof(*r->nodes));
    r->nnodes = (size_t)n;
    if (!folio_runs_take_column(r, c, offsetof(struct folio_node, frame.function), ntexts) ||
        !folio_runs_take_column(r, c, offsetof(struct folio_node, frame.file), ntexts) ||
        !folio_runs_take_column(r, c, offsetof(struct folio_node, frame.line), UINT32_MAX) ||
        !folio_runs_take_column(r, c, offsetof(struct folio_node, frame.column), UINT32_MAX))
        return false;
    for (size_t i = 0; i < r->nnodes; i++) {
        uint64_t back = cur_uleb(c);
        if (back > i)
            return false;
        r->nodes[i].outer = 0;
        r->nodes[i].depth = 1;
        if (back) {
            r->nodes[i].outer = (uint32_t)(i + 1 - back);
            r->nodes[i].depth = r->nodes[i - back].depth + 1;
        }
        if (r->nodes[i].depth > LINE_FRAMES_MOST)
            return false;
    }
    return !c->bad;
}

static bool take_runs(struct folio_runs *r, struct cur *c)
{
    uint64_t n = cur_uleb(c), end = 0;
    if (n > c->left / 3)
        return false;
    r->v = mem_new((size_t)n, sizeof(*r->v));
    r->n = (size_t)n;
    for (size_t i = 0; i < r->n; i++)
        r->v[i].start = cur_uleb(c);
    for (size_t i = 0; i < r->n; i++) {
        uint64_t size = cur_uleb(c);
        if (!size || r->v[i].start > UINT64_MAX - end || size > UINT64_MAX - end - r->v[i].start)
            return false;
        r->v[i].start += end;
        end = r->v[i].end = r->v[i].start + size;
    }
    for (size_t i = 0; i < r->n; i++) {
        uint64_t node = cur_uleb(c);
        if (node >= r->nnodes)
            return false;
        r->v[i].node = (uint32_t)node;
    }
    return !c->bad;
}

bool folio_runs_take(struct folio_runs *r, struct span section, uint64_t ntexts)
{
    struct cur c = cur_of(section, ORDER_LITTLE);
    return take_nodes(r, &c, ntexts) && take_runs(r, &c) && !c.left;
}

const struct folio_node *folio_runs_find(const struct folio_runs *r, uint64_t addr, uint64_t *end)
{
    size_t low = sort_count_up_to(r->v, r->n, sizeof(*r->v), addr);
    if (low && addr < r->v[low - 1].end) {
        *end = r->v[low - 1].end;
        return &r->nodes[r->v[low - 1].node];
    }
    *end = UINT64_MAX;
    if (low < r->n)
        *end = r->v[low].start;
    return NULL;
}

void folio_runs_free(struct folio_runs *r)
{
    idmap_free(&r->of);
    free(r->nodes);
    free(r->v);
    *r = (struct folio_runs){ 0 };
}
