#include "formats/elf/dwarf/ranges.h"

#include <dwarf.h>

struct span ranges_span_from(struct span s, uint64_t from)
{
    if (from < s.n)
        return (struct span){ s.p + from, s.n - (size_t)from };
    return (struct span){ NULL, 0 };
}

uint64_t ranges_budget(const struct debug_sections *d)
{
    return (uint64_t)d->of[DEBUG_INFO].n + d->of[DEBUG_RANGES].n + d->of[DEBUG_RNGLISTS].n;
}

/* Read an attribute of a unit that is an offset in a section; `missing` if the unit does not have it.
   `gnu`: the attribute's number before DWARF 5, or 0. */
static uint64_t unit_offset(Dwarf_Die *unit, unsigned attribute, unsigned gnu, uint64_t missing)
{
    Dwarf_Attribute a;
    Dwarf_Word n;
    bool has = dwarf_attr(unit, attribute, &a) || (gnu && dwarf_attr(unit, gnu, &a));
    if (has && !dwarf_formudata(&a, &n))
        return n;
    return missing;
}

/* The size of the header of a contribution to .debug_rnglists (DWARF 5, 7.28): the length, whose first
   word shows the format, the version, two sizes and the number of offsets. */
static uint64_t behind_header(struct span lists, enum byte_order order)
{
    struct cur c = cur_of(lists, order);
    if (cur_u32(&c) == UINT32_MAX)
        return 20;
    return 12;
}

static uint64_t base_of(Dwarf_Die *unit)
{
    Dwarf_Addr at = 0;
    Dwarf_Attribute a;
    if (dwarf_lowpc(unit, &at) && (!dwarf_attr(unit, DW_AT_entry_pc, &a) || dwarf_formaddr(&a, &at)))
        at = 0; /* before DWARF 4 GCC wrote the entry point of such a unit here */
    return at;
}

struct range_unit range_unit_of(Dwarf_Die *unit, Dwarf_Die *based_on, const struct debug_sections *d,
                                uint64_t *budget)
{
    struct range_unit u = { .order = d->order, .base = base_of(based_on), .budget = budget };
    Dwarf_Half version = 0;
    dwarf_cu_info(unit->cu, &version, NULL, NULL, NULL, NULL, &u.addr_size, &u.offset_size);
    u.version = version;
    u.lists = d->of[version < 5 ? DEBUG_RANGES : DEBUG_RNGLISTS];
    u.offsets = unit_offset(unit, DW_AT_rnglists_base, 0, behind_header(u.lists, u.order));
    u.addrs = ranges_span_from(d->of[DEBUG_ADDR], unit_offset(unit, DW_AT_addr_base, DW_AT_GNU_addr_base, 0));
    return u;
}

void ranges_lend_sections(struct debug_sections *split, Dwarf_Die *skeleton,
                          const struct debug_sections *program)
{
    split->of[DEBUG_ADDR] = ranges_span_from(program->of[DEBUG_ADDR],
                                             unit_offset(skeleton, DW_AT_addr_base, DW_AT_GNU_addr_base, 0));
    split->of[DEBUG_RANGES] =
        ranges_span_from(program->of[DEBUG_RANGES], unit_offset(skeleton, DW_AT_GNU_ranges_base, 0, 0));
}

static uint64_t read_address(struct cur *c, const struct range_unit *u)
{
    if (u->addr_size == 8)
        return cur_u64(c);
    return cur_u32(c);
}

static uint64_t indexed_address(struct cur *c, const struct range_unit *u)
{
    uint64_t i = cur_uleb(c);
    struct cur at = cur_of(ranges_span_from(u->addrs, i < u->addrs.n ? i * u->addr_size : i), u->order);
    uint64_t address = read_address(&at, u);
    c->bad = c->bad || at.bad;
    return address;
}

/* A range list that is being read. */
struct range_list {
    struct cur c;
    uint64_t base;
};

/* Take one entry from the budget. False: the budget is used up. */
static bool spend_entry(const struct range_unit *u)
{
    bool some = *u->budget;
    *u->budget -= some;
    return some;
}

/* Read the next range of a list of version 2 to 4 (DWARF 4, 2.17.3): two addresses. If the first is the
   largest address, the second is the new base; a pair of zeros ends the list. */
static bool next_old(struct range_list *l, const struct range_unit *u, uint64_t *start, uint64_t *end)
{
    const uint64_t most = u->addr_size == 8 ? UINT64_MAX : UINT32_MAX;
    while (!l->c.bad && spend_entry(u)) {
        *start = read_address(&l->c, u);
        *end = read_address(&l->c, u);
        if (*start == most) {
            l->base = *end;
        } else {
            bool more = !l->c.bad && (*start || *end);
            *start += l->base;
            *end += l->base;
            return more;
        }
    }
    return false;
}

/* Read the next range of a list of version 5 (DWARF 5, 2.17.3 and 7.25). */
static bool next_new(struct range_list *l, const struct range_unit *u, uint64_t *start, uint64_t *end)
{
    struct cur *c = &l->c;
    while (!c->bad && spend_entry(u)) {
        switch (cur_u8(c)) {
        case DW_RLE_base_addressx:
            l->base = indexed_address(c, u);
            continue;
        case DW_RLE_base_address:
            l->base = read_address(c, u);
            continue;
        case DW_RLE_startx_endx:
            *start = indexed_address(c, u);
            *end = indexed_address(c, u);
            break;
        case DW_RLE_startx_length:
            *start = indexed_address(c, u);
            *end = *start + cur_uleb(c);
            break;
        case DW_RLE_offset_pair:
            *start = l->base + cur_uleb(c);
            *end = l->base + cur_uleb(c);
            break;
        case DW_RLE_start_end:
            *start = read_address(c, u);
            *end = read_address(c, u);
            break;
        case DW_RLE_start_length:
            *start = read_address(c, u);
            *end = *start + cur_uleb(c);
            break;
        default: /* DW_RLE_end_of_list, or an unknown kind */
            return false;
        }
        return !c->bad;
    }
    return false;
}

/* Go to the beginning of an entry's range list. False: it cannot be found. */
static bool list_at(Dwarf_Attribute *a, const struct range_unit *u, struct range_list *l)
{
    Dwarf_Word at;
    if (dwarf_formudata(a, &at))
        return false;
    if (dwarf_whatform(a) == DW_FORM_rnglistx) {
        if (at > u->lists.n)
            return false;
        struct cur c = cur_of(ranges_span_from(u->lists, u->offsets + at * u->offset_size), u->order);
        at = u->offsets + load_number(cur_take(&c, u->offset_size), u->order);
        if (c.bad)
            return false;
    }
    *l = (struct range_list){ cur_of(ranges_span_from(u->lists, at), u->order), u->base };
    return true;
}

static void add_code_range(const struct range_index *code, uint64_t start, uint64_t end, uint64_t rank,
                           uint32_t what, struct range_index_items *out)
{
    uint32_t unused;
    if (rank == UINT64_MAX)
        rank = end - start;
    if (!code->n || range_index_find(code, start, &unused))
        range_index_add(out, start, end, rank, what);
}

static bool next_range(struct range_list *l, const struct range_unit *u, uint64_t *start, uint64_t *end)
{
    if (u->version < 5)
        return next_old(l, u, start, end);
    return next_new(l, u, start, end);
}

void ranges_add(Dwarf_Die *entry, const struct range_unit *u, const struct range_index *code, uint64_t rank,
                uint32_t what, struct range_index_items *out)
{
    Dwarf_Addr start, end;
    Dwarf_Attribute a;
    struct range_list l;
    if (!dwarf_attr(entry, DW_AT_ranges, &a)) {
        if (!dwarf_lowpc(entry, &start) && !dwarf_highpc(entry, &end) && spend_entry(u))
            add_code_range(code, start, end, rank, what, out);
        return;
    }
    if (!list_at(&a, u, &l))
        return;
    while (next_range(&l, u, &start, &end))
        add_code_range(code, start, end, rank, what, out);
}
