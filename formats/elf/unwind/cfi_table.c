#include "formats/elf/unwind/cfi_table.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>

/* The most bytes of a CIE. Compilers write some dozens. If entries alternate between two CIEs, each CIE is
   read again each time. */
enum { MOST_COMMON = 4096 };

/* The bits of an encoding for the number's format. The other bits say what the number is relative to. */
enum { FORMAT = 0x0f };

static uint64_t take_encoded(const struct cfi_table *t, struct cur *c, uint8_t format)
{
    enum { WORD = DW_EH_PE_absptr, LEB = DW_EH_PE_uleb128, TWO = DW_EH_PE_udata2, EIGHT = DW_EH_PE_udata8 };
    bool is_signed = format & DW_EH_PE_signed;
    unsigned kind = format & FORMAT & ~DW_EH_PE_signed,
             size = kind == WORD ? t->word : 1u << (kind - TWO + 1);
    if (kind == LEB) {
        if (is_signed)
            return (uint64_t)cur_sleb(c);
        return cur_uleb(c);
    }
    if (kind > EIGHT) {
        c->bad = true;
        return 0;
    }
    uint64_t v = load_number(cur_take(c, size), c->order), top = UINT64_C(1) << (8 * size - 1);
    if (is_signed)
        return (v ^ top) - top;
    return v;
}

static uint64_t as_word(const struct cfi_table *t, uint64_t v)
{
    if (t->word == 8)
        return v;
    return (uint32_t)v;
}

uint64_t cfi_pointer(const struct cfi_table *t, struct cur *c, uint8_t encoding)
{
    assert(c->p >= t->bytes.p && c->p <= t->bytes.p + t->bytes.n);
    uint64_t here = t->svma + (uint64_t)(c->p - t->bytes.p);
    uint64_t v = take_encoded(t, c, encoding);
    switch (encoding & ~FORMAT) {
    case DW_EH_PE_absptr:
        return as_word(t, v);
    case DW_EH_PE_pcrel:
        return as_word(t, here + v);
    default: /* relative to other bases, or indirect; no compiler for Linux uses these */
        c->bad = true;
        return 0;
    }
}

/* An entry that may be a CIE or an FDE. */
struct raw {
    uint64_t common_at; /* offset of its CIE; NONE: this is a CIE */
    struct cur rest;    /* the rest of the entry */
};

#define NONE UINT64_MAX

/* Read the head of the entry at `c`, and move `c` to the end of the entry. False: the entry is invalid. In
   .eh_frame a length of 0 ends the part of one object file. */
static bool take_entry(const struct cfi_table *t, struct cur *c, struct raw *raw)
{
    uint64_t length = cur_u32(c);
    bool wide = length == UINT32_MAX;
    if (wide)
        length = cur_u64(c);
    uint64_t at = (uint64_t)(c->p - t->bytes.p);
    raw->rest = cur_of(cur_take(c, length), t->order);
    uint64_t id, of_common; /* of_common: the id that marks a CIE */
    if (wide) {
        id = cur_u64(&raw->rest);
        of_common = UINT64_MAX;
    } else {
        id = cur_u32(&raw->rest);
        of_common = UINT32_MAX;
    }
    if (t->eh)
        of_common = 0;
    if (id == of_common)
        raw->common_at = NONE;
    else if (t->eh)
        raw->common_at = at - id;
    else
        raw->common_at = id;
    return !c->bad && length && !raw->rest.bad;
}

/* Read the augmentation data that the letters of an augmentation announce (LSB Core, "The Common
   Information Entry Format"). False: a letter is unknown. */
static bool read_augmentation(const struct cfi_table *t, const char *letter, struct cur *c,
                              struct cfi_common *common)
{
    common->augmented = *letter == 'z';
    if (!common->augmented)
        return !*letter;
    struct cur data = cur_of(cur_take(c, cur_uleb(c)), t->order);
    for (letter++; *letter; letter++)
        switch (*letter) {
        case 'R':
            common->pointers = cur_u8(&data);
            break;
        case 'L':
            cur_u8(&data);
            break;
        case 'P': /* the personality routine */
            take_encoded(t, &data, cur_u8(&data));
            break;
        case 'S':
            common->signal_frame = true;
            break;
        case 'B': /* arm64: return addresses are signed with key B */
        case 'G': /* arm64: the stack is tagged */
            break;
        default:
            return false;
        }
    return !data.bad;
}

static bool read_common(const struct cfi_table *t, uint64_t at, struct cfi_common *common)
{
    struct cur c = cur_of(t->bytes, t->order);
    struct raw raw;
    *common = (struct cfi_common){ .pointers = DW_EH_PE_absptr };
    cur_take(&c, at);
    if (!take_entry(t, &c, &raw) || raw.common_at != NONE || raw.rest.left > MOST_COMMON)
        return false;
    c = raw.rest;
    uint8_t version = cur_u8(&c);
    const char *augmentation = cur_cstr(&c);
    if (version >= 4 &&
        (cur_u8(&c) != t->word || cur_u8(&c) != 0)) /* sizes of addresses and of segment selectors */
        return false;
    common->code_factor = cur_uleb(&c);
    common->data_factor = cur_sleb(&c);
    common->ra = version == 1 ? cur_u8(&c) : cur_uleb(&c);
    bool known = version == 1 || version == 3 || version == 4;
    known = known && read_augmentation(t, augmentation, &c, common);
    common->program = (struct span){ c.p, c.left };
    return known && !c.bad;
}

static bool read_function(const struct cfi_table *t, struct cur c, struct cfi_entry *e)
{
    e->start = cfi_pointer(t, &c, e->common.pointers);
    e->end = e->start + as_word(t, take_encoded(t, &c, e->common.pointers));
    if (e->common.augmented)
        cur_take(&c, cur_uleb(&c));
    e->program = (struct span){ c.p, c.left };
    return !c.bad && e->start < e->end;
}

/* Functions that the linker dropped all begin at 0, so where entries overlap the first is used. */
static void index_entries(struct cfi_table *t)
{
    struct range_index_items ranges = { 0 };
    struct cfi_entry e = { 0 };
    uint64_t common_at = NONE;
    bool usable = false;
    for (struct cur c = cur_of(t->bytes, t->order); c.left;) {
        uint64_t at = (uint64_t)(c.p - t->bytes.p);
        struct raw raw;
        if (!take_entry(t, &c, &raw) || raw.common_at == NONE || at > UINT32_MAX)
            continue;
        if (raw.common_at != common_at)
            usable = read_common(t, common_at = raw.common_at, &e.common);
        if (usable && read_function(t, raw.rest, &e))
            range_index_add(&ranges, e.start, e.end, 0, (uint32_t)at);
    }
    range_index_build(&t->range_index, &ranges);
    free(ranges.v);
}

bool cfi_table_open(struct cfi_table *t, const struct image *m, struct span bytes, uint64_t svma, bool eh)
{
    *t = (struct cfi_table){
        .bytes = bytes, .svma = svma, .eh = eh, .order = m->order, .word = image_address_size(m)
    };
    if (bytes.n)
        index_entries(t);
    if (!t->range_index.n)
        cfi_table_close(t);
    return t->range_index.n;
}

bool cfi_table_find(const struct cfi_table *t, uint64_t svma, struct cfi_entry *e)
{
    uint32_t at;
    struct cur c = cur_of(t->bytes, t->order);
    struct raw raw;
    if (!t->range_index.n || !range_index_find(&t->range_index, svma, &at))
        return false;
    cur_take(&c, at);
    return take_entry(t, &c, &raw) && read_common(t, raw.common_at, &e->common) &&
           read_function(t, raw.rest, e);
}

void cfi_table_close(struct cfi_table *t)
{
    range_index_free(&t->range_index);
    *t = (struct cfi_table){ 0 };
}
