/* Page allocations by page and by caller, counted as perf 6.1 counts them (builtin-kmem.c). */
#include "core/replay/kernel/pages.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { PAGE, PAGE_ORDER, PAGE_GFP, PAGE_TYPE };

static uint32_t pages_row_of(struct page_rows *t, uint32_t id, uint32_t kind, const struct page_row *fresh)
{
    uint32_t number = idmap_number_key(&t->by_id, (uint64_t)id << 32 | kind);
    if (number > t->n) {
        *MEM_ADD(t->v, t->n, t->cap) = *fresh;
    }
    return number - 1;
}

/* ---- callers ---- */

/* Whether a function is part of the page allocator, judged by its name (mm/page_alloc.c, mm/mempolicy.c).
   The names are perf's pattern ^_?_?(alloc|get_free|get_zeroed)_pages?, and the frozen pages of Linux
   6.14, which perf does not know. */
static bool is_allocator(const char *name)
{
    static const char *const verbs[] = { "alloc_", "get_free_", "get_zeroed_" };
    for (int i = 0; i < 2 && *name == '_'; i++)
        name++;
    for (size_t i = 0; i < COUNT(verbs); i++) {
        size_t n = strlen(verbs[i]);
        if (strncmp(name, verbs[i], n) != 0)
            continue;
        if (!strncmp(name + n, "frozen_", 7))
            n += 7;
        return !strncmp(name + n, "page", 4);
    }
    return false;
}

static bool is_of_allocator(struct pages *p, const struct symbol *symbol)
{
    uint32_t *known = idmap_find_or_add(&p->allocators, (uintptr_t)symbol);
    if (!*known)
        *known = is_allocator(symbol->name) ? 1 : 2;
    return *known == 1;
}

static uint64_t caller_of(struct pages *p, const struct moment *m)
{
    struct stacks *k = p->stacks;
    struct task_slot *task = address_cache_task_of(k->addresses, m->sample);
    stack_find_frames(k, m->sample, task);
    for (size_t i = 0; i < k->n; i++) {
        const struct frame *f = &k->frames[i];
        struct resolved_addr resolved =
            address_cache_find(k->addresses, task, f->mode, f->avma, m->sample->when, 0);
        if (!resolved.place.symbol || !is_of_allocator(p, resolved.place.symbol))
            return f->avma;
    }
    return m->sample->ip;
}

/* ---- kinds ---- */

/* The names of the GFP flags, from the text that the recorded kernel prints for the event; NULL: none.
   malloc'ed. */
static char *gfp_text(const struct pages *p, const struct sample *s)
{
    static const char field[] = "gfp_flags=";
    const struct replay *r = p->replay;
    struct text line = { 0 };
    char *text = NULL;
    if (r->reader->print(r->traces, s->event->attr.config, s->raw, &line) && line.n) {
        const char *at = strstr(line.s, field);
        if (at)
            text = mem_copy(at + strlen(field), strcspn(at + strlen(field), " "));
    }
    text_free(&line);
    return text;
}

static uint32_t pages_kind_of(struct pages *p, const struct page_kind *k, const struct sample *s)
{
    uint32_t gfp = idmap_number_key(&p->gfp, k->gfp);
    if (gfp > p->nnames) {
        *MEM_ADD(p->names, p->nnames, p->cap_names) = (struct gfp_name){ k->gfp, gfp_text(p, s) };
    }
    return idmap_number_key(&p->kinds, (uint64_t)gfp << 16 | (uint64_t)k->order << 8 | k->type);
}

/* ---- events ---- */

/* Events that the filter drops are not counted at all. So a page is live if counted events allocate it and
   do not free it. A counted free whose allocation was dropped is an unknown free. */

/* Whether the order is below PAGE_ORDERS; if not, count a problem. */
static bool order_is_sound(struct pages *p, const struct moment *m)
{
    int64_t order = m->number[PAGE_ORDER];
    bool ok = order >= 0 && order < PAGE_ORDERS;
    if (!ok)
        problem_add(&p->problems, PROBLEM_BAD_RECORD, 1, "order %" PRId64 " of pages at offset %" PRIu64,
                    order, m->sample->at);
    return ok;
}

static uint64_t pages_bytes_of(const struct pages *p, const struct moment *m)
{
    return (uint64_t)p->replay->reader->page_size(p->replay->traces) << m->number[PAGE_ORDER];
}

/* Whether the event has page frame numbers. Until Linux 4.1 it has the address of the struct page instead. */
static bool pages_has_number(const struct moment *m)
{
    return !strcmp(m->fields[PAGE]->name, "pfn");
}

static uint64_t page_of(struct pages *p, const struct moment *m)
{
    p->by_number = p->by_number || pages_has_number(m);
    return (uint64_t)m->number[PAGE];
}

/* Whether the allocation succeeded. A failed one has page number -1, in as many bits as the field has, or
   address 0. */
static bool has_page(const struct moment *m, uint64_t page)
{
    bool narrow = m->fields[PAGE]->size == 4;
    if (pages_has_number(m))
        return page != (narrow ? UINT32_MAX : UINT64_MAX);
    return page != 0;
}

static void pages_leave(struct pages *p, struct page_now *now)
{
    assert(now->live);
    struct page_row *caller = &p->callers.v[now->caller];
    const struct page_kind *k = &caller->kind;
    now->live = false;
    if (!p->live)
        return;
    p->rows.v[now->row].hits = p->rows.v[now->row].bytes = 0;
    caller->bytes -= caller->bytes / caller->hits;
    caller->hits--;
    p->count[k->order][k->type]--;
}

static void see_alloc(void *arg, const struct moment *m)
{
    struct pages *p = arg;
    if (m->outside || !order_is_sound(p, m))
        return;
    uint64_t bytes = pages_bytes_of(p, m), page = page_of(p, m), type = (uint64_t)m->number[PAGE_TYPE];
    p->allocs++;
    p->alloc_bytes += bytes;
    if (!has_page(m, page)) {
        p->failures++;
        p->failed_bytes += bytes;
        return;
    }
    struct page_kind k = { .gfp = (uint64_t)m->number[PAGE_GFP],
                           .order = (uint8_t)m->number[PAGE_ORDER],
                           .type = (uint8_t)(type < PAGE_TYPES ? type : PAGE_TYPES - 1) };
    uint32_t kind = pages_kind_of(p, &k, m->sample), number = idmap_number_key(&p->pages, page);
    if (number > p->nnow) {
        *MEM_ADD(p->now, p->nnow, p->cap_now) = (struct page_now){ 0 };
    }
    struct page_now *now = &p->now[number - 1];
    if (now->live)
        pages_leave(p, now); /* the page was freed, but the event of its free was lost */
    uint64_t caller = caller_of(p, m);
    now->live = true;
    now->row = pages_row_of(&p->rows, number, kind, &(struct page_row){ .page = page, .kind = k });
    now->caller = pages_row_of(&p->callers, idmap_number_key(&p->call_sites, caller), kind,
                               &(struct page_row){ .caller = caller, .kind = k });
    p->rows.v[now->row].caller = caller;
    struct page_row *const both[] = { &p->rows.v[now->row], &p->callers.v[now->caller] };
    for (int i = 0; i < 2; i++) {
        both[i]->hits++;
        both[i]->bytes += bytes;
    }
    p->count[k.order][k.type]++;
}

static void see_free(void *arg, const struct moment *m)
{
    struct pages *p = arg;
    if (m->outside || !order_is_sound(p, m))
        return;
    uint64_t bytes = pages_bytes_of(p, m);
    uint32_t number = idmap_get(&p->pages, page_of(p, m));
    const bool is_live = number && p->now[number - 1].live;
    p->frees++;
    p->free_bytes += bytes;
    if (is_live) {
        pages_leave(p, &p->now[number - 1]);
    } else { /* it was allocated before the recording began */
        p->unknown_frees++;
        p->unknown_bytes += bytes;
    }
}

// clang-format off
const struct replay_row page_rows[] = {
    { "kmem:mm_page_alloc", { "pfn|page", "order", "gfp_flags", "migratetype" }, see_alloc },
    { "kmem:mm_page_free",  { "pfn|page", "order" },                             see_free  },
};
// clang-format on
const size_t npage_rows = COUNT(page_rows);

void pages_free(struct pages *p)
{
    struct idmap *const maps[] = { &p->rows.by_id, &p->callers.by_id, &p->pages,     &p->call_sites,
                                   &p->gfp,        &p->kinds,         &p->allocators };
    for (size_t i = 0; i < COUNT(maps); i++)
        idmap_free(maps[i]);
    for (size_t i = 0; i < p->nnames; i++)
        free(p->names[i].text);
    free(p->names);
    free(p->now);
    free(p->rows.v);
    free(p->callers.v);
    *p = (struct pages){ 0 };
}
