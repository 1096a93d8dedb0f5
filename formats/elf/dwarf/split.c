#include "formats/elf/dwarf/split.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/elf/dwarf/ranges.h"

/* A .dwo file or a package. */
struct split_file {
    struct blob blob;
    struct image image;
    struct debug_sections whole; /* the sections of all its units */
    struct span index;           /* .debug_cu_index; empty: the file is not a package */
};

/* ---- attributes of a skeleton ---- */

static const char *skeleton_string(Dwarf_Die *unit, unsigned attribute, unsigned gnu)
{
    Dwarf_Attribute a;
    if (dwarf_attr(unit, attribute, &a) || (gnu && dwarf_attr(unit, gnu, &a)))
        return dwarf_formstring(&a);
    return NULL;
}

/* The id that a skeleton and its split unit share; since DWARF 5 it is in the unit's header. */
static uint64_t id_of(Dwarf_Die *unit)
{
    uint64_t id = 0;
    dwarf_cu_info(unit->cu, NULL, NULL, NULL, NULL, &id, NULL, NULL);
    return id;
}

static struct build_id want_id(uint64_t id)
{
    struct build_id out = { .n = 8 };
    for (int i = 0; i < 8; i++)
        out.bytes[i] = (uint8_t)(id >> (56 - 8 * i));
    return out;
}

/* ---- packages ---- */

/* The sections of a package that are divided among its units, by their numbers in the index (DWARF 5,
   7.3.5.3). Until version 4 there are no range lists, and number 8 is .debug_macro. */
static const struct {
    uint32_t number;
    enum debug_section section;
} parts[] = { { 1, DEBUG_INFO }, { 3, DEBUG_ABBREV }, { 6, DEBUG_STR_OFFSETS }, { 8, DEBUG_RNGLISTS } };

/* The index of a package: a header, a hash table of ids, a parallel table of their rows, the numbers of
   the sections, and for each row the offsets of its parts, then their sizes. Version 2 is GNU's. */
struct index {
    enum byte_order order;
    uint16_t version;
    uint32_t nsections, nunits, nslots;
    struct span ids, rows, sections, offsets, sizes;
};

static bool read_index(struct index *x, struct span bytes, enum byte_order order)
{
    struct cur c = cur_of(bytes, order), v5 = c;
    uint32_t version = cur_u32(&c);
    x->order = order;
    /* since version 5 the number has 2 bytes, followed by 2 bytes of padding */
    x->version = version == 2 ? 2 : cur_u16(&v5);
    x->nsections = cur_u32(&c);
    x->nunits = cur_u32(&c);
    x->nslots = cur_u32(&c);
    x->ids = cur_take(&c, (uint64_t)x->nslots * 8);
    x->rows = cur_take(&c, (uint64_t)x->nslots * 4);
    x->sections = cur_take(&c, (uint64_t)x->nsections * 4);
    uint64_t table = (uint64_t)x->nunits * x->nsections;
    if (table > c.left / 4)
        return false;
    x->offsets = cur_take(&c, table * 4);
    x->sizes = cur_take(&c, table * 4);
    return !c.bad && (x->version == 2 || x->version == 5);
}

static uint32_t index_number(const struct index *x, struct span s, uint64_t i)
{
    assert(i < s.n / 4);
    return load_u32(s.p + i * 4, x->order);
}

/* The row of an id, from 1 on; 0: the package does not have it (DWARF 5, 7.3.5.3). The number of slots is
   a power of 2, and the upper half of the id gives the step to the next slot. Packages leave a third of
   the slots free, so no id is PROBES steps away. A full table of a hostile file would be searched to its
   end for each unit. */
enum { PROBES = 256 };

static uint32_t index_row(const struct index *x, uint64_t id)
{
    uint64_t mask = (uint64_t)x->nslots - 1, at = id & mask, step = (id >> 32 & mask) | 1;
    if (!x->nslots || x->nslots & mask)
        return 0;
    for (uint32_t i = 0; i < x->nslots && i < PROBES; i++, at = (at + step) & mask) {
        uint32_t row = index_number(x, x->rows, at);
        if (!row || load_u64(x->ids.p + at * 8, x->order) == id) {
            if (row <= x->nunits)
                return row;
            return 0;
        }
    }
    return 0;
}

static struct span section_part(struct span section, uint64_t offset, uint64_t size)
{
    struct span s = ranges_span_from(section, offset);
    if (size < s.n)
        s.n = (size_t)size;
    return s;
}

/* Narrow the sections of a package to the parts of one unit. False: the package does not have the unit. */
static bool narrow(struct span *of, const struct index *x, uint64_t id)
{
    uint32_t row = index_row(x, id);
    for (uint32_t k = 0; k < x->nsections && row; k++)
        for (size_t i = 0; i < COUNT(parts); i++) {
            uint64_t at = (uint64_t)(row - 1) * x->nsections + k;
            if (index_number(x, x->sections, k) == parts[i].number)
                of[parts[i].section] = section_part(of[parts[i].section], index_number(x, x->offsets, at),
                                                    index_number(x, x->sizes, at));
        }
    return row;
}

/* ---- files ---- */

static void close_file(struct split_file *f)
{
    debug_sections_close(&f->whole);
    image_close(&f->image);
    if (f->blob.close)
        f->blob.close(&f->blob);
    free(f);
}

static bool open_split_file(struct split_file *f)
{
    GElf_Shdr h;
    if (!image_open(&f->image, f->blob.bytes, NULL))
        return false;
    debug_sections_find(&f->whole, &f->image, ".dwo");
    if (image_find_section(&f->image, ".debug_cu_index", &h, NULL))
        f->index = image_section_bytes(&f->image, &h);
    return f->whole.of[DEBUG_INFO].n;
}

static bool find_unit(Dwarf *dwarf, uint64_t id, uint64_t *entry)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    uint8_t type;
    while (!dwarf_get_units(dwarf, cu, &cu, NULL, &type, &unit, NULL))
        if (type == DW_UT_split_compile && id_of(&unit) == id) {
            *entry = dwarf_dieoffset(&unit);
            return true;
        }
    return false;
}

/* Open the unit with an id in a file. `skeleton` (may be NULL) in `program` has the base of its addresses. */
static struct split *open_in(const struct split_file *f, uint64_t id, Dwarf_Die *skeleton,
                             const struct debug_sections *program)
{
    struct split *s = mem_new(1, sizeof(*s));
    struct index x;
    struct err e = { 0 };
    s->sections.order = f->whole.order;
    memcpy(s->sections.of, f->whole.of, sizeof(s->sections.of));
    bool found = !f->index.n || (read_index(&x, f->index, f->whole.order) && narrow(s->sections.of, &x, id));
    if (found && skeleton)
        ranges_lend_sections(&s->sections, skeleton, program);
    if (found && debug_sections_link(&s->sections, &f->image, &e))
        s->dwarf = debug_sections_open_dwarf(&s->sections);
    if (s->dwarf && find_unit(s->dwarf, id, &s->entry))
        return s;
    split_close(s);
    return NULL;
}

void split_close(struct split *s)
{
    if (!s)
        return;
    if (s->dwarf)
        dwarf_end(s->dwarf);
    debug_sections_close(&s->sections);
    free(s);
}

struct split *split_open(struct splits *s, Dwarf_Die *skeleton, const struct debug_sections *sections)
{
    uint64_t id = id_of(skeleton);
    const char *name = skeleton_string(skeleton, DW_AT_dwo_name, DW_AT_GNU_dwo_name);
    if (!name)
        return NULL;
    for (size_t i = 0; i < s->n; i++) {
        if (!s->files[i]->index.n)
            continue;
        struct split *found = open_in(s->files[i], id, skeleton, sections);
        if (found)
            return found;
    }
    const struct build_id want = want_id(id);
    struct split_file *f = mem_new(1, sizeof(*f));
    if (!s->ask ||
        !s->ask->open(s->ask, WANT_DWO, &want, skeleton_string(skeleton, DW_AT_comp_dir, 0), name,
                      &f->blob) ||
        !open_split_file(f)) {
        close_file(f);
        return NULL;
    }
    *MEM_ADD(s->files, s->n, s->cap) = f;
    *s->ranges += ranges_budget(&f->whole);
    return open_in(f, id, skeleton, sections);
}

void splits_free(struct splits *s)
{
    for (size_t i = 0; i < s->n; i++)
        close_file(s->files[i]);
    free(s->files);
    *s = (struct splits){ 0 };
}

bool split_has_unit(struct span file, const struct build_id *id)
{
    struct split_file f = { .blob = { .bytes = file } };
    uint64_t number = 0;
    for (unsigned i = 0; i < 8 && i < id->n; i++)
        number = number << 8 | id->bytes[i];
    struct split *s = NULL;
    if (open_split_file(&f))
        s = open_in(&f, number, NULL, NULL);
    bool holds = s;
    split_close(s);
    debug_sections_close(&f.whole);
    image_close(&f.image);
    return holds;
}
