#include "formats/elf/dwarf/scopes.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/elf/dwarf/ranges.h"

enum {
    MAX_ATTRIBUTES = 256
}; /* of an abbreviation; compilers write fewer; a limit is needed since some forms take no bytes */

enum { VARIES = -1, NO_FORM = -2 };

/* The size in bytes of an attribute of a form (DWARF 5, 7.5.6). */
static int size_of_form(const struct unit_entries *e, uint64_t form)
{
    switch (form) {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
        return 0;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
        return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
        return 2;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
        return 3;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_ref_sup4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
        return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
        return 8;
    case DW_FORM_data16:
        return 16;
    case DW_FORM_addr:
        return e->addr_size;
    case DW_FORM_ref_addr: /* in DWARF 2 it has the size of an address */
        if (e->version < 3)
            return e->addr_size;
        return e->offset_size;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
        return e->offset_size;
    case DW_FORM_string:
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
    case DW_FORM_block:
    case DW_FORM_block1:
    case DW_FORM_block2:
    case DW_FORM_block4:
    case DW_FORM_exprloc:
    case DW_FORM_indirect:
        return VARIES;
    default:
        return NO_FORM;
    }
}

static void pass_varying(struct unit_entries *e, uint64_t form)
{
    struct cur *c = &e->c;
    if (form == DW_FORM_indirect) {
        form = cur_uleb(c);
        const int size = size_of_form(e, form);
        if (size >= 0) {
            cur_take(c, (unsigned)size);
            return;
        }
        if (size == NO_FORM) {
            c->bad = true;
            return;
        }
    }
    switch (form) {
    case DW_FORM_indirect: /* a DW_FORM_indirect must not refer to another one */
        c->bad = true;
        break;
    case DW_FORM_string:
        cur_cstr(c);
        break;
    case DW_FORM_block:
    case DW_FORM_exprloc:
        cur_take(c, cur_uleb(c));
        break;
    case DW_FORM_block1:
        cur_take(c, cur_u8(c));
        break;
    case DW_FORM_block2:
        cur_take(c, cur_u16(c));
        break;
    case DW_FORM_block4:
        cur_take(c, cur_u32(c));
        break;
    default:
        cur_uleb(c);
    }
}

/* Whether an attribute is the offset, in the unit, of the entry after this entry's children. */
static bool is_sibling(uint64_t attribute, uint64_t form)
{
    return attribute == DW_AT_sibling &&
           (form == DW_FORM_ref1 || form == DW_FORM_ref2 || form == DW_FORM_ref4 || form == DW_FORM_ref8);
}

/* Add the step over an attribute to an abbreviation. Neighbouring steps of known sizes are merged. */
static void add_step(struct unit_entries *e, struct entry_kind *k, uint64_t attribute, uint64_t form,
                     int size)
{
    const bool leads = is_sibling(attribute, form);
    struct entry_step *last = k->steps ? &e->steps[e->nsteps - 1] : NULL;
    if (!size)
        return;
    const bool goes_on = size > 0 && !leads && last && !last->form && !last->leads;
    if (goes_on) {
        last->bytes = (uint16_t)(last->bytes + size);
        return;
    }
    struct entry_step step = { .leads = leads };
    if (size > 0)
        step.bytes = (uint16_t)size;
    else
        step.form = (uint16_t)form;
    *MEM_ADD(e->steps, e->nsteps, e->cap_steps) = step;
    k->steps++;
}

/* Read the attributes of an abbreviation, up to the pair of zeros. False: there is no such pair, or there
   are too many. */
static bool read_kind(struct unit_entries *e, struct entry_kind *k, struct cur *c)
{
    k->first = (uint32_t)e->nsteps;
    for (unsigned n = 0; n <= MAX_ATTRIBUTES && !c->bad; n++) {
        const uint64_t attribute = cur_uleb(c), form = cur_uleb(c);
        if (!attribute && !form)
            return !c->bad;
        if (form == DW_FORM_implicit_const)
            cur_uleb(c);
        const int size = size_of_form(e, form);
        if (size == NO_FORM)
            k->is_unreadable = true;
        else
            add_step(e, k, attribute, form, size);
        k->has_code = k->has_code || attribute == DW_AT_low_pc || attribute == DW_AT_ranges;
    }
    return false;
}

static const struct entry_kind *find_kind(const struct unit_entries *e, uint64_t code)
{
    if (code - 1 < e->nkinds && e->kinds[code - 1].code == code)
        return &e->kinds[code - 1];
    const uint32_t known = idmap_get(&e->by_code, code);
    if (known)
        return &e->kinds[known - 1];
    return NULL;
}

/* Read the abbreviations of a unit, up to a 0. If they end without a 0, or inside one, the complete ones
   are used. If two have one code, the first is used, as in libdw. False: one has more attributes than a
   compiler writes. */
static bool read_kinds(struct unit_entries *e, struct cur c)
{
    for (uint64_t code; c.left && (code = cur_uleb(&c)) != 0;) {
        struct entry_kind k = { .code = code, .tag = (uint16_t)cur_uleb(&c), .has_children = cur_u8(&c) };
        if (!read_kind(e, &k, &c))
            return c.bad;
        if (find_kind(e, code))
            continue;
        *MEM_ADD(e->kinds, e->nkinds, e->cap_kinds) = k;
        if (code != e->nkinds)
            *idmap_find_or_add(&e->by_code, code) = (uint32_t)e->nkinds;
    }
    return true;
}

/* The end of the unit that begins at an offset, by the length in its header. */
static uint64_t unit_end(struct span info, uint64_t unit, enum byte_order order)
{
    struct cur c = cur_of(ranges_span_from(info, unit), order);
    uint64_t length = cur_u32(&c);
    if (length == UINT32_MAX)
        length = cur_u64(&c);
    cur_take(&c, length);
    if (c.bad)
        return info.n;
    return info.n - c.left;
}

bool unit_entries_open(struct unit_entries *e, Dwarf_Die *unit, const struct debug_sections *d)
{
    const struct span info = d->of[DEBUG_INFO];
    const uint64_t first = dwarf_dieoffset(unit);
    const struct entry_kind *kind;
    Dwarf_Die unused;
    Dwarf_Off kinds;
    uint64_t at;
    *e = (struct unit_entries){ 0 };
    if (!dwarf_cu_die(unit->cu, &unused, &e->version, &kinds, &e->addr_size, &e->offset_size, NULL, NULL))
        return false;
    e->unit = first - dwarf_cuoffset(unit);
    e->behind = unit_end(info, e->unit, d->order);
    if (e->behind <= first)
        return false;
    e->end = info.p + e->behind;
    e->c = cur_of((struct span){ info.p + first, (size_t)(e->behind - first) }, d->order);
    return read_kinds(e, cur_of(ranges_span_from(d->of[DEBUG_ABBREV], kinds), d->order)) &&
           unit_entries_next(e, &kind, &at) && kind && kind->has_children;
}

void unit_entries_close(struct unit_entries *e)
{
    free(e->kinds);
    free(e->steps);
    idmap_free(&e->by_code);
    *e = (struct unit_entries){ 0 };
}

/* Step over an entry. Returns its DW_AT_sibling as an offset in .debug_info; 0: not present. */
static uint64_t pass_entry(struct unit_entries *e, const struct entry_kind *kind)
{
    assert(!kind->is_unreadable && (uint64_t)kind->first + kind->steps <= e->nsteps);
    uint64_t sibling = 0;
    for (const struct entry_step *s = e->steps + kind->first, *end = s + kind->steps; s < end; s++) {
        if (s->form)
            pass_varying(e, s->form);
        else if (s->leads)
            sibling = e->unit + load_number(cur_take(&e->c, s->bytes), e->c.order);
        else
            cur_take(&e->c, s->bytes);
    }
    return sibling;
}

/* The end of the innermost open level by its parent's DW_AT_sibling; 0: not recorded. */
static uint64_t end_of_level(const struct unit_entries *e)
{
    if (e->depth && e->depth <= UNIT_ENTRIES_LEVELS)
        return e->siblings[e->depth - 1];
    return 0;
}

static void go_to(struct unit_entries *e, uint64_t to)
{
    assert(to <= e->behind);
    e->c = cur_of((struct span){ e->end - (e->behind - to), (size_t)(e->behind - to) }, e->c.order);
}

/* Open the level of an entry's children. It ends at `sibling` if that is inside the outer level. */
static void begin_level(struct unit_entries *e, uint64_t sibling)
{
    const uint64_t at = e->behind - e->c.left, outer = end_of_level(e);
    const bool is_in = sibling > at && sibling <= e->behind && (!outer || sibling < outer);
    if (!is_in)
        sibling = 0;
    if (e->depth++ < UNIT_ENTRIES_LEVELS)
        e->siblings[e->depth - 1] = sibling;
}

/* Close a level at a 0. The 0 may belong to a damaged entry. So the walk continues at the level's recorded
   end, if that is ahead. */
static void end_level(struct unit_entries *e)
{
    const uint64_t to = end_of_level(e);
    e->depth -= e->depth > 0;
    if (to > e->behind - e->c.left)
        go_to(e, to);
}

/* Leave a level because the end of the entry at `at` is unknown, and resume at the level's recorded end.
   False: no level is left. */
static bool leave_level(struct unit_entries *e, uint64_t at)
{
    const uint64_t to = end_of_level(e);
    if (!e->depth)
        return false;
    e->depth--;
    e->lost = to <= at;
    if (!e->lost)
        go_to(e, to);
    else
        e->lost_at = at;
    return true;
}

bool unit_entries_next(struct unit_entries *e, const struct entry_kind **kind, uint64_t *at)
{
    struct cur *c = &e->c;
    *kind = NULL;
    *at = e->lost_at;
    if (e->lost)
        return leave_level(e, *at);
    uint64_t code = 0;
    while (!code && !c->bad) {
        *at = e->behind - c->left;
        const uint64_t end = end_of_level(e);
        if (end && *at >= end) { /* the terminating 0 is missing */
            e->depth--;
            return true;
        }
        if (!c->left)
            return false;
        code = cur_uleb(c);
        if (!code && !c->bad &&
            (e->depth != 1 || !c->left)) { /* a 0 at depth 1 is padding, unless the unit's bytes end here */
            end_level(e);
            return true;
        }
    }
    const struct entry_kind *k = find_kind(e, code);
    if (!k || k->is_unreadable)
        return leave_level(e, *at);
    const uint64_t sibling = pass_entry(e, k);
    if (c->bad)
        return leave_level(e, *at);
    if (k->has_children)
        begin_level(e, sibling);
    *kind = k;
    return true;
}
