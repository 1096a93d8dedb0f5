#include "lib/question/share/scrub/rebase.h"

#include <stdlib.h>

#include "core/base/mem.h"

#define PAGE  UINT64_C(4096)
#define PLACE (UINT64_C(1) << 16) /* places begin at multiples */
#define FILE_MOST                                                                                            \
    (UINT64_C(1) << 40) /* offsets from here on are no offsets in a file that was mapped as a whole */
#define FIRST_WIDE   (UINT64_C(1) << 36) /* the first place on machines with 64-bit addresses, and on others */
#define FIRST_NARROW (UINT64_C(1) << 30)
#define LINKED_WIDE  (UINT64_C(1) << 29) /* below, programs lie where they were linked */
#define LINKED_LOW   UINT64_C(0x400000)
#define LINKED_I386  UINT64_C(0x08048000)
#define NOWHERE_USER UINT64_C(0x7f0000000000) /* pages in no mapping */
#define NOWHERE_HIGH UINT64_C(0xfffff00000000000)
#define HALF_64      (UINT64_C(1) << 63)
#define HALF_32      (UINT64_C(1) << 31)

/* Where a kernel is put, by where it was: on top of all addresses, or at the bottom. */
static uint64_t kernel_place(const struct rebase *r, uint64_t start)
{
    if (r->narrow || (start >= HALF_32 && start < HALF_32 * 2))
        return start;
    if (start >= HALF_64)
        return UINT64_C(0xffffffff81000000) + start % PLACE;
    return UINT64_C(0x100000) + start % PLACE;
}

static bool file_backs(const struct map *m)
{
    const struct object *o = m->how->object;
    return (o->kind == OBJECT_USER || o->kind == OBJECT_VDSO) && m->how->pgoff < FILE_MOST &&
           m->how->len < FILE_MOST;
}

/* Whether a map is of a program that is no PIE. Nothing randomises its place, which is a fact about the file. Kernels put
   PIEs above these addresses (linux, ELF_ET_DYN_BASE). */
static bool lies_as_linked(const struct rebase *r, const struct map *m)
{
    const uint64_t base = m->start - m->how->pgoff;
    if (!file_backs(m) || m->how->pgoff > m->start)
        return false;
    return base < (r->wide ? LINKED_WIDE : LINKED_LOW) || base == LINKED_I386;
}

/* Notes how far the maps of a space reach into their files, and how large addresses are. */
static void see_space(struct rebase *r, const struct space *s)
{
    const struct map *m;
    for (size_t i = 0; (m = space_nth_map(s, i)) != NULL; i++) {
        const uint64_t end = m->how->pgoff + m->how->len;
        uint64_t *extent = &r->extents[m->how->object->index];
        if (file_backs(m) && end > *extent)
            *extent = end;
        r->wide = r->wide || map_end(m) > HALF_32 * 2;
    }
}

void rebase_init(struct rebase *r, const struct timeline *t, bool narrow)
{
    size_t n;
    timeline_objects(t, &n);
    *r = (struct rebase){ .timeline = t, .narrow = narrow };
    r->bases = mem_new(n + 1, sizeof(*r->bases));
    r->extents = mem_new(n + 1, sizeof(*r->extents));
    address_cache_init(&r->tasks, t, NULL);
    for (size_t i = 0; i < timeline_count_spaces(t); i++)
        see_space(r, timeline_space_view(t, i).space);
    r->next_user = r->wide ? FIRST_WIDE : FIRST_NARROW;
}

void rebase_free(struct rebase *r)
{
    address_cache_free(&r->tasks);
    idmap_free(&r->maps);
    idmap_free(&r->pages);
    idmap_free(&r->kernel_pages);
    idmap_free(&r->far_pages);
    free(r->to);
    free(r->bases);
    free(r->extents);
}

/* Takes a place of so many bytes, and returns its address. */
static uint64_t rebase_take(uint64_t *next, uint64_t bytes)
{
    const uint64_t at = *next;
    *next = (at + bytes + PAGE + PLACE - 1) & ~(PLACE - 1);
    return at;
}

static uint64_t place_of_object(struct rebase *r, const struct object *o)
{
    uint64_t *base = &r->bases[o->index];
    if (!*base)
        *base = rebase_take(&r->next_user, r->extents[o->index]);
    return *base;
}

/* The place of a map of a kernel. Its modules, and code that names itself, come after it. */
static uint64_t place_in_kernel(struct rebase *r, const struct map *m)
{
    if (!r->next_kernel) { /* only once: the kernel is searched among all maps */
        const struct map *kernel = timeline_kernel_map(r->timeline, -1);
        const uint64_t place = kernel_place(r, kernel ? kernel->start : m->start);
        r->next_kernel = place;
        if (kernel) /* some recorders say that it reaches to the end of memory */
            rebase_take(&r->next_kernel, kernel->how->len < HALF_32 / 4 ? kernel->how->len : HALF_32 / 4);
    }
    if (m->how->object->kind == OBJECT_KERNEL)
        return kernel_place(r, m->start);
    return rebase_take(&r->next_kernel, m->how->len) + m->start % PAGE;
}

static uint64_t new_start(struct rebase *r, const struct map *m, bool in_kernel)
{
    uint32_t *at = idmap_find_or_add(&r->maps, (uintptr_t)m);
    if (!*at) {
        uint64_t to;
        if (in_kernel)
            to = place_in_kernel(r, m);
        else if (lies_as_linked(r, m))
            to = m->start;
        else if (file_backs(m))
            to = place_of_object(r, m->how->object) + m->how->pgoff;
        else
            to = rebase_take(&r->next_user, m->how->len) + m->start % PAGE;
        *MEM_ADD(r->to, r->n, r->cap) = to;
        *at = (uint32_t)r->n;
    }
    return r->to[*at - 1];
}

/* The memory under a piece of code that replaced other code: records of mappings know only that. */
static const struct map *memory_under(const struct space *s, uint64_t avma, struct when when)
{
    const struct map *under = NULL, *m;
    for (; s && !under; s = space_parent(s))
        for (size_t i = 0; (m = space_nth_map(s, i)) != NULL; i++)
            if (!m->how->is_replaced && map_covers(m, avma) && when_within(when, m->from, m->how->until))
                under = m;
    return under;
}

static const struct map *rebase_map_at(struct rebase *r, int32_t pid, bool in_kernel, uint64_t avma,
                                       struct when when)
{
    struct when from, until;
    const struct space *s = r->tasks.kernel;
    if (!in_kernel)
        s = address_cache_task(&r->tasks, -1, pid, pid, when)->space;
    if (!s)
        return NULL;
    const struct map *m = space_find(s, avma, when, &from, &until);
    if (m && m->how->is_replaced)
        return memory_under(s, avma, when);
    return m;
}

static bool mode_is_user(unsigned mode)
{
    return mode == PERF_RECORD_MISC_USER || mode == PERF_RECORD_MISC_GUEST_USER;
}

static bool mode_is_host(unsigned mode)
{
    return mode == PERF_RECORD_MISC_USER || mode == PERF_RECORD_MISC_KERNEL;
}

/* The bytes that a mapping has room for at its new place: it must not reach into the pages that no mapping has. */
static uint64_t room_at(uint64_t start)
{
    if (start < NOWHERE_HIGH)
        return NOWHERE_HIGH - start;
    return UINT64_MAX - start;
}

/* The new address of an offset in a mapping. Of a mapping that reached to the end of memory, what has no room at the new place
   gets the last pages that it has there. */
static uint64_t place_offset(struct rebase *r, uint64_t start, uint64_t offset)
{
    const uint64_t room = room_at(start);
    if (offset < room)
        return start + offset;
    return start + room - PAGE * idmap_number_key(&r->far_pages, offset / PAGE) + offset % PAGE;
}

static uint64_t rebase_any(struct rebase *r, int32_t pid, unsigned mode, uint64_t avma, struct when when)
{
    const bool in_kernel = !mode_is_user(mode);
    const struct map *m = NULL;
    if (mode_is_host(mode))
        m = rebase_map_at(r, pid, in_kernel, avma, when);
    if (m)
        return place_offset(r, new_start(r, m, in_kernel), avma - m->start);
    if (in_kernel)
        return NOWHERE_HIGH + PAGE * idmap_number_key(&r->kernel_pages, avma / PAGE) + avma % PAGE;
    return NOWHERE_USER + PAGE * idmap_number_key(&r->pages, avma / PAGE) + avma % PAGE;
}

uint64_t rebase_address(struct rebase *r, int32_t pid, unsigned mode, uint64_t avma, struct when when)
{
    if (!avma)
        return 0;
    return rebase_any(r, pid, mode, avma, when);
}

uint64_t rebase_map(struct rebase *r, const struct map *m)
{
    const enum object_kind kind = m->how->object->kind;
    return new_start(r, m, kind == OBJECT_KERNEL || kind == OBJECT_MODULE || kind == OBJECT_KSYMBOL);
}

bool rebase_page(struct rebase *r, const struct map *m, uint64_t avma, uint64_t *to)
{
    const uint64_t start = rebase_map(r, m), offset = avma - m->start;
    if (offset >= room_at(start) && !idmap_get(&r->far_pages, offset / PAGE))
        return false;
    *to = place_offset(r, start, offset);
    return true;
}

bool rebase_is_of_kernel(struct rebase *r, uint64_t avma, struct when when)
{
    return rebase_map_at(r, -1, true, avma, when);
}

void rebase_mapping(struct rebase *r, struct record *mmap)
{
    const unsigned recorded = mmap->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    const uint64_t start = mmap->mmap.start;
    unsigned mode = PERF_RECORD_MISC_USER; /* also where perf inject wrote that a guest has the mapping */
    if (recorded == PERF_RECORD_MISC_GUEST_KERNEL)
        mode = recorded;
    else if (recorded == PERF_RECORD_MISC_KERNEL || mmap->mmap.pid == -1)
        mode = PERF_RECORD_MISC_KERNEL;
    mmap->mmap.start = rebase_any(r, mmap->mmap.pid, mode, start, mmap->when);
    /* the offset of a kernel's mapping is the address of a symbol in it; that of anonymous memory may be its own address */
    if (mmap->mmap.pgoff >= start && mmap->mmap.pgoff - start < mmap->mmap.len &&
        mmap->mmap.pgoff >= FILE_MOST / 1024)
        mmap->mmap.pgoff = mmap->mmap.start + (mmap->mmap.pgoff - start);
    if (mmap->mmap.len > room_at(mmap->mmap.start))
        mmap->mmap.len = room_at(mmap->mmap.start);
}
