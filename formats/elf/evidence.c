#include "formats/elf/evidence.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/text.h"

enum { HUGE_PAGE = 2 << 20 }; /* bytes; larger huge pages are multiples of it */

static uint64_t down(uint64_t v, uint64_t page)
{
    return v & -page;
}

static uint64_t up(uint64_t v, uint64_t page)
{
    if (v > UINT64_MAX - page)
        return UINT64_MAX & -page;
    return (v + page - 1) & -page;
}

/* The range of file offsets whose pages a loader maps for a segment. */
struct pages {
    uint64_t from, to;
};

static struct pages pages_of(const struct image_load *l, uint64_t page)
{
    const uint64_t into = l->svma & (page - 1), from = l->foff - into;
    return (struct pages){ from, from + up(into + l->in_file, page) };
}

/* Other possible ends of a segment's mapping, as file offsets; 0: there is none. in_memory: by the size in
   memory, which some loaders map. next: at the beginning of the next segment (Android's loader). */
struct ends {
    uint64_t in_memory, next;
};

static struct ends ends_of(const struct image *m, const struct image_load *l, uint64_t page)
{
    const uint64_t into = l->svma & (page - 1), from = l->foff - into;
    struct ends at = { .in_memory = from + up(into + l->size, page) };
    for (size_t i = 0; i < m->nloads; i++) {
        const uint64_t begins = pages_of(&m->loads[i], page).from;
        if (begins > from && (!at.next || begins < at.next))
            at.next = begins;
    }
    return at;
}

static bool may_begin(const struct image *m, const struct image_load *l, uint64_t foff, uint64_t page)
{
    const struct pages p = pages_of(l, page);
    const struct ends at = ends_of(m, l, page);
    return foff >= p.from && (foff < p.to || foff < at.in_memory || foff < at.next);
}

/* Whether a mapping of a segment may end at `end`. `inside`: it may also end anywhere in the segment, as
   parts of mappings do. */
static bool may_end(const struct image *m, const struct image_load *l, uint64_t end, uint64_t page,
                    bool inside)
{
    const struct pages p = pages_of(l, page);
    const struct ends at = ends_of(m, l, page);
    return end == p.to || end == at.in_memory || end == at.next || (inside && end > p.from && end < p.to);
}

/* Whether a mapping covers all segments, with the protection of the first segment. */
static bool is_whole_image(const struct image *m, const struct object_segment *s, uint64_t page)
{
    assert(m->nloads);
    const struct image_load *first = &m->loads[0];
    uint64_t end = 0;
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        if (l->svma < first->svma)
            first = l;
        if (l->svma + l->size > end)
            end = l->svma + l->size;
    }
    return s->foff == pages_of(first, page).from && s->len == up(end, page) - down(first->svma, page);
}

/* Find the segment in which a mapping begins, and the segment in which it ends (*last); NULL: there is
   none. Executable segments are tried first, since other segments extend into their pages at larger page
   sizes. Some kernels map all readable segments as executable (READ_IMPLIES_EXEC). */
static const struct image_load *holder(const struct image *m, const struct object_segment *s, uint64_t page,
                                       const struct image_load **last)
{
    for (int code = 1; code >= 0; code--)
        for (size_t i = 0; i < m->nloads; i++) {
            const struct image_load *l = &m->loads[i];
            if (l->code != code || !may_begin(m, l, s->foff, page))
                continue;
            for (size_t k = i; k < m->nloads; k++) {
                *last = &m->loads[k];
                if (may_end(m, *last, s->foff + s->len, page, k == i))
                    return l;
                if (k + 1 < m->nloads && pages_of(*last, page).to != pages_of(&m->loads[k + 1], page).from)
                    break;
            }
        }
    return NULL;
}

/* The part of a segment that mappings cover. */
struct seen {
    uint64_t from, to, from_avma, to_avma;
};

static void see_mapped(struct seen *n, const struct object_segment *s)
{
    const uint64_t to = s->foff + s->len;
    if (n->to == n->from || s->foff < n->from) {
        n->from_avma = s->avma;
        n->from = s->foff;
    }
    if (to > n->to) {
        n->to_avma = s->avma + s->len;
        n->to = to;
    }
}

/* Whether a mapping is at the address that a program that cannot be moved (ET_EXEC) requires; true for all
   other files. */
static bool is_in_place(const struct image *m, const struct image_load *l, const struct object_segment *s)
{
    const uint64_t mask = image_is_wide(m) ? UINT64_MAX : UINT32_MAX;
    return m->ehdr.e_type != ET_EXEC || ((s->avma - s->foff) & mask) == ((l->svma - l->foff) & mask);
}

/* The combined evidence of all mappings, for one page size. */
struct story {
    bool code; /* some mapping is of code */
    bool full; /* code was mapped from its first page to its last */
    /* some mapping fits no segment: a program that reads a file may map any part of it as executable */
    bool odd;
    bool torn; /* a mapping begins or ends inside code, and not at the border of a huge page */
    bool part; /* mappings do not cover the whole file */
};

static void tell_segment(const struct image_load *l, const struct seen *seen, uint64_t page, struct story *is)
{
    const struct pages p = pages_of(l, page);
    const bool begins = seen->from <= p.from, ends = seen->to >= p.to;
    if (seen->to == seen->from) {
        is->part = is->part || l->code;
        return;
    }
    is->full = is->full || (l->code && begins && ends);
    is->part = is->part || !begins || !ends;
    const bool torn = (!begins && seen->from_avma % HUGE_PAGE) || (!ends && seen->to_avma % HUGE_PAGE);
    is->torn = is->torn || (l->code && torn);
}

/* The number of mappings in the object's list. Its counter may be larger. */
static uint32_t kept_segments(const struct object *o)
{
    if (o->nsegments < OBJECT_SEGMENTS)
        return o->nsegments;
    return OBJECT_SEGMENTS;
}

static enum evidence by_pages(const struct image *m, const struct object *o, uint64_t page, bool pieces)
{
    const uint32_t n = kept_segments(o);
    struct seen seen[IMAGE_LOADS] = { { 0 } };
    struct story is = { .part = o->nsegments > n };
    bool whole = false;
    for (uint32_t i = 0; i < n; i++) {
        const struct object_segment *s = &o->segments[i];
        const struct image_load *last = NULL, *l;
        if (is_whole_image(m, s, page)) {
            whole = true;
            continue;
        }
        l = holder(m, s, page, &last);
        if (!l || !is_in_place(m, l, s)) {
            is.odd = true;
            continue;
        }
        is.code = is.code || l->code;
        for (const struct image_load *k = l; k <= last; k++)
            see_mapped(&seen[k - m->loads], s);
    }
    for (size_t i = 0; i < m->nloads && !whole; i++)
        tell_segment(&m->loads[i], &seen[i], page, &is);
    const bool may_be_torn = pieces || o->nsegments > n;
    const bool fits = is.code && (is.full || !is.odd) && (!is.torn || may_be_torn);
    if (!whole && !fits)
        return EVIDENCE_CONTRADICTS;
    if (is.odd || is.part)
        return EVIDENCE_PARTLY;
    return EVIDENCE_AGREES;
}

/* The evidence for a debug file whose segments have lost their offsets: the lengths of the segments in
   memory. */
static enum evidence by_lengths(const struct image *m, const struct object *o, uint64_t page, bool pieces)
{
    const uint32_t n = kept_segments(o);
    enum evidence says = EVIDENCE_CONTRADICTS;
    for (size_t i = 0; i < m->nloads; i++)
        for (uint32_t k = 0; k <= n; k++) {
            const struct image_load *l = &m->loads[i];
            const uint64_t has = up(l->svma + l->size, page) - down(l->svma, page);
            struct object_segment s = { 0, down(m->loads[0].foff, page), o->code_end - o->code_foff };
            if (k < n)
                s.len = o->segments[k].len;
            if (l->code && (has == s.len || is_whole_image(m, &s, page)))
                return EVIDENCE_AGREES;
            if (l->code && pieces && s.len < has)
                says = EVIDENCE_PARTLY;
        }
    return says;
}

/* Add a range to a list for a message, up to some length. */
static void say_range(struct text *t, uint64_t from, uint64_t size)
{
    if (t->n >= 80)
        return;
    if (t->n)
        text_add(t, ", ");
    text_printf(t, "0x%" PRIx64 "-0x%" PRIx64, from, from + size);
}

static void say_segments(const struct image *m, const struct object *o, struct err *why)
{
    struct text has = { 0 }, was = { 0 };
    for (size_t i = 0; i < m->nloads; i++)
        if (m->loads[i].code)
            say_range(&has, m->loads[i].foff, m->loads[i].in_file);
    for (uint32_t i = 0; i < kept_segments(o); i++)
        say_range(&was, o->segments[i].foff, o->segments[i].len);
    err_set(why, ERR_FORMAT, 0, "its code is at file offsets %s, but %s was mapped", text_str(&has),
            text_str(&was));
    text_free(&has);
    text_free(&was);
}

static bool has_segments(const struct image *m)
{
    bool code = false;
    for (size_t i = 0; i < m->nloads; i++)
        code = code || m->loads[i].code;
    return code;
}

/* Whether the file is an ELF subset (elf_subset.h), whose segments no loader mapped. */
static bool is_subset(const struct image *m)
{
    GElf_Shdr ranges;
    return image_find_section(m, ELF_SUBSET_RANGES, &ranges, NULL);
}

/* Whether the file ends before all of its mappings. */
static bool is_too_short(const struct image *m, const struct object *o)
{
    bool inside = !image_has_code(m);
    for (uint32_t i = 0; i < o->nsegments && i < OBJECT_SEGMENTS; i++)
        inside = inside || o->segments[i].foff < m->bytes.n;
    return !inside;
}

/* Whether some process that mapped the file has addresses as wide as the file's class. On a 64-bit machine
   low addresses prove nothing. They also prove nothing for a file that cannot be moved (ET_EXEC). */
static bool is_as_wide(const struct image *m, const struct segment_case *c)
{
    const struct object *o = c->object;
    bool high = false, low = false;
    for (uint32_t i = 0; i < o->nsegments && i < OBJECT_SEGMENTS; i++) {
        high = high || o->segments[i].avma > UINT32_MAX;
        low = low || o->segments[i].avma <= UINT32_MAX;
    }
    if (image_is_wide(m))
        return high || !c->narrow || m->ehdr.e_type != ET_DYN;
    return low;
}

enum evidence evidence_of_segments(struct span bytes, const struct segment_case *c, struct err *why)
{
    const struct object *o = c->object;
    struct image m;
    enum evidence best = EVIDENCE_NONE;
    assert(o->nsegments);
    if (!image_open(&m, bytes, NULL))
        return EVIDENCE_NONE;
    if (has_segments(&m) && m.ehdr.e_type != ET_REL && !is_subset(&m)) {
        const bool placed = image_has_true_offsets(&m);
        best = EVIDENCE_CONTRADICTS;
        for (const uint32_t *page = image_page_sizes(&m); *page; page++) {
            const enum evidence is = placed ? by_pages(&m, o, *page, c->pieces)
                                            : by_lengths(&m, o, *page, c->pieces);
            if (is > best)
                best = is;
        }
        if (best == EVIDENCE_CONTRADICTS)
            say_segments(&m, o, why);
    }
    if (best > EVIDENCE_CONTRADICTS && !is_as_wide(&m, c)) {
        err_set(why, ERR_FORMAT, 0, "it has %d-bit code, but was mapped at 0x%" PRIx64, image_bits(&m),
                o->segments[0].avma);
        best = EVIDENCE_CONTRADICTS;
    } else if (best > EVIDENCE_CONTRADICTS && is_too_short(&m, o)) {
        err_set(why, ERR_FORMAT, 0, "it has %zu bytes, but code was mapped from offset 0x%" PRIx64 " on",
                m.bytes.n, o->segments[0].foff);
        best = EVIDENCE_CONTRADICTS;
    }
    image_close(&m);
    return best;
}

/* The module's name: the text after "name=" in .modinfo, where every entry ends with a zero (linux,
   scripts/mod/modpost.c; since 4.13); else the name in struct module (include/linux/module.h), after an
   int and a struct list_head. "": the file is not a module. */
static void module_name(const struct image *m, char name[64])
{
    GElf_Shdr h;
    struct span b = { NULL, 0 };
    const size_t word = image_address_size(m);
    const size_t at = 3 * word, most = 64 - word; /* MODULE_NAME_LEN */
    *name = 0;
    if (image_find_section(m, ".modinfo", &h, NULL))
        b = image_section_bytes(m, &h);
    for (size_t i = 0; i < b.n && !*name;) {
        const char *s = (const char *)b.p + i;
        const size_t n = strnlen(s, b.n - i);
        if (n > 5 && n < 5 + 64 && !memcmp(s, "name=", 5)) {
            memcpy(name, s + 5, n - 5);
            name[n - 5] = 0;
        }
        i += n + 1;
    }
    if (*name || !image_find_section(m, ".gnu.linkonce.this_module", &h, NULL))
        return;
    b = image_section_bytes(m, &h);
    if (b.n >= at + most) {
        memcpy(name, b.p + at, most);
        name[most] = 0;
    }
}

/* Whether the recorded path or "[name]" has the module's name; - and _ count as equal. */
static bool has_module_name(const struct object *o, const char *name)
{
    const char *base = text_base_name(o->path);
    base += *base == '[';
    for (; *name; name++, base++) {
        const bool is_sign = *base == '-' || *base == '_', either = *name == '-' || *name == '_';
        if (*base != *name && !(is_sign && either))
            return false;
    }
    return !*base || *base == ']' || *base == '.';
}

enum evidence evidence_of_module(struct span bytes, const struct object *o, struct err *why)
{
    struct image m;
    char name[64];
    enum evidence says = EVIDENCE_NONE;
    if (!image_open(&m, bytes, NULL))
        return says;
    module_name(&m, name);
    if (*name && o->kind != OBJECT_MODULE)
        says = EVIDENCE_CONTRADICTS;
    else if (*name) {
        if (has_module_name(o, name))
            says = EVIDENCE_AGREES;
        else
            says = EVIDENCE_CONTRADICTS;
    }
    if (says == EVIDENCE_CONTRADICTS)
        err_set(why, ERR_FORMAT, 0, "it is the kernel module %s", name);
    if (says == EVIDENCE_NONE && o->kind == OBJECT_MODULE && m.ehdr.e_type != ET_REL && has_segments(&m)) {
        err_set(why, ERR_FORMAT, 0, "it is a program, not a kernel module");
        says = EVIDENCE_CONTRADICTS;
    }
    image_close(&m);
    return says;
}
