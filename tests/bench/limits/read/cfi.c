#include "read/cfi.h"

#include <elf.h>

enum { ENCODED_PCREL = 0x10, ENCODED_DATAREL = 0x30, ENCODED_SDATA4 = 0x0b, ENCODED_ABSPTR = 0 };
enum { HDR_ENTRIES = 12, HDR_BYTES = 12, REMEMBERED = 8 };

struct reader {
    const uint8_t *p, *end;
};

static uint64_t uleb(struct reader *r)
{
    uint64_t v = 0;
    for (unsigned shift = 0; r->p < r->end; shift += 7) {
        v |= shift < 64 ? (uint64_t)(*r->p & 127) << shift : 0;
        if (!(*r->p++ & 128))
            break;
    }
    return v;
}

static int64_t sleb(struct reader *r)
{
    const uint8_t *from = r->p;
    uint64_t v = uleb(r);
    unsigned bits = 7 * (unsigned)(r->p - from);
    return bits && bits < 64 && v >> (bits - 1) & 1 ? (int64_t)(v | UINT64_MAX << bits) : (int64_t)v;
}

static uint64_t fixed(struct reader *r, size_t n)
{
    uint64_t v = 0;
    if ((size_t)(r->end - r->p) >= n)
        memcpy(&v, r->p, n);
    r->p += (size_t)(r->end - r->p) >= n ? n : (size_t)(r->end - r->p);
    return v;
}

struct cfi_tables cfi_tables_of(const uint8_t *file, size_t size)
{
    const Elf64_Ehdr *h = (const void *)file;
    struct cfi_tables t = { .file = file, .size = size };
    if (size < sizeof(*h) || memcmp(file, ELFMAG, SELFMAG) != 0 || h->e_machine != EM_X86_64)
        return t;
    const Elf64_Phdr *v = (const void *)(file + h->e_phoff);
    for (size_t i = 0; h->e_phoff < size && i < h->e_phnum && i < (size - h->e_phoff) / sizeof(*v); i++) {
        if (v[i].p_type != PT_GNU_EH_FRAME || v[i].p_offset > size || v[i].p_filesz > size - v[i].p_offset)
            continue;
        const uint8_t *p = file + v[i].p_offset;
        if (v[i].p_filesz < HDR_BYTES || p[0] != 1 || p[2] != 3 || p[3] != (ENCODED_DATAREL | ENCODED_SDATA4))
            continue;
        t.hdr = p;
        t.hdr_size = v[i].p_filesz;
        t.hdr_avma = v[i].p_vaddr;
        t.to_offset = (int64_t)(v[i].p_offset - v[i].p_vaddr);
    }
    return t;
}

/* What the instructions of a CIE and then those of an FDE are about. */
struct program {
    struct cfi_rule rule, initial, remembered[REMEMBERED];
    size_t nremembered;
    uint64_t location, until, code_align;
    int64_t data_align;
    unsigned pointers; /* how they are encoded */
};

static void set(struct program *k, uint64_t i, enum cfi_how how, int64_t offset)
{
    if (i < CFI_REGISTERS)
        k->rule.cells[i] =
            (struct cfi_cell){ .how = (uint8_t)how, .from = (uint8_t)offset, .offset = (int32_t)offset };
}

static struct cfi_expression block(struct reader *r)
{
    uint64_t n = uleb(r);
    struct cfi_expression e = { r->p, n < (uint64_t)(r->end - r->p) ? n : (uint64_t)(r->end - r->p) };
    r->p += e.n;
    return e;
}

static void see(struct program *k, struct reader *r, unsigned op)
{
    uint64_t i;
    switch (op) {
    case 0x01: /* set_loc: not in what compilers write */
        k->location = UINT64_MAX;
        break;
    case 0x02: /* advance_loc1, 2, 4 */
    case 0x03:
    case 0x04:
        k->location += fixed(r, (size_t)1 << (op - 2)) * k->code_align;
        break;
    case 0x05: /* offset_extended */
        i = uleb(r);
        set(k, i, CFI_OFFSET, (int64_t)uleb(r) * k->data_align);
        break;
    case 0x06: /* restore_extended */
        i = uleb(r);
        if (i < CFI_REGISTERS)
            k->rule.cells[i] = k->initial.cells[i];
        break;
    case 0x07:
        set(k, uleb(r), CFI_UNDEFINED, 0);
        break;
    case 0x08:
        set(k, uleb(r), CFI_SAME, 0);
        break;
    case 0x09: /* register */
        i = uleb(r);
        set(k, i, CFI_REGISTER, (int64_t)uleb(r));
        break;
    case 0x0a:
        if (k->nremembered < REMEMBERED)
            k->remembered[k->nremembered++] = k->rule;
        break;
    case 0x0b:
        if (k->nremembered)
            k->rule = k->remembered[--k->nremembered];
        break;
    case 0x0c: /* def_cfa */
        k->rule.cfa.n = 0;
        k->rule.cfa_register = (uint8_t)uleb(r);
        k->rule.cfa_offset = (int64_t)uleb(r);
        break;
    case 0x0d:
        k->rule.cfa_register = (uint8_t)uleb(r);
        break;
    case 0x0e:
        k->rule.cfa_offset = (int64_t)uleb(r);
        break;
    case 0x0f:
        k->rule.cfa = block(r);
        break;
    case 0x10: /* expression, val_expression */
    case 0x16:
        i = uleb(r);
        set(k, i, op == 0x10 ? CFI_EXPRESSION : CFI_VALUE, 0);
        struct cfi_expression e = block(r);
        if (i < CFI_REGISTERS)
            k->rule.cells[i].expression = e;
        break;
    case 0x11: /* offset_extended_sf */
        i = uleb(r);
        set(k, i, CFI_OFFSET, sleb(r) * k->data_align);
        break;
    case 0x2e: /* GNU_args_size */
        uleb(r);
        break;
    default:
        break;
    }
}

/* Up to where the address is passed. */
static void run(struct program *k, struct reader r)
{
    while (r.p < r.end && k->location <= k->until) {
        unsigned op = *r.p++, low = op & 63;
        struct cfi_rule was = k->rule;
        switch (op >> 6) {
        case 1:
            k->location += low * k->code_align;
            break;
        case 2:
            set(k, low, CFI_OFFSET, (int64_t)uleb(&r) * k->data_align);
            break;
        case 3:
            if (low < CFI_REGISTERS)
                k->rule.cells[low] = k->initial.cells[low];
            break;
        default:
            see(k, &r, op);
        }
        if (k->location > k->until)
            k->rule = was;
    }
}

/* A CIE: what is the same for many functions. Where its instructions stand. */
static struct reader read_cie(const struct cfi_tables *t, uint64_t at, struct program *k, bool *augmented)
{
    struct reader none = { NULL, NULL }, r = { t->file + at, t->file + t->size };
    if (at >= t->size)
        return none;
    uint64_t length = fixed(&r, 4);
    if (length < 9 || length > (uint64_t)(r.end - r.p))
        return none;
    r.end = r.p + length;
    r.p += 5; /* its id, and the version */
    const char *what = (const char *)r.p;
    r.p += strnlen(what, (size_t)(r.end - r.p)) + 1;
    k->code_align = uleb(&r);
    k->data_align = sleb(&r);
    uleb(&r); /* the column of the return address: 16 */
    *augmented = what[0] == 'z';
    uint64_t more = *augmented ? uleb(&r) : 0;
    struct reader a = r;
    for (const char *c = what + 1; *augmented && *c; c++) {
        unsigned encoding = *c == 'R' || *c == 'L' || *c == 'P' ? (unsigned)fixed(&a, 1) : 0;
        if (*c == 'R')
            k->pointers = encoding;
        else if (*c == 'P') /* the personality: a pointer */
            fixed(&a, (encoding & 15) == ENCODED_SDATA4 || (encoding & 15) == 3 ? 4 : 8);
    }
    r.p += more < (uint64_t)(r.end - r.p) ? more : (uint64_t)(r.end - r.p);
    return r;
}

struct cfi_rule cfi_rule_at(const struct cfi_tables *t, uint64_t address)
{
    const struct cfi_rule none = { 0 };
    struct program k = { .until = address, .code_align = 1 };
    bool augmented = false;
    if (!t->hdr)
        return none;
    const uint8_t *v = t->hdr + HDR_ENTRIES;
    size_t n = u32(t->hdr + 8), lo = 0, hi = n;
    if (n > (t->hdr_size - HDR_ENTRIES) / 8)
        return none;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (t->hdr_avma + (uint64_t)(int32_t)u32(v + 8 * middle) <= address)
            lo = middle + 1;
        else
            hi = middle;
    }
    if (!lo)
        return none;
    uint64_t start = t->hdr_avma + (uint64_t)(int32_t)u32(v + 8 * (lo - 1));
    uint64_t at = t->hdr_avma + (uint64_t)(int32_t)u32(v + 8 * (lo - 1) + 4) + (uint64_t)t->to_offset;
    if (at > t->size || t->size - at < 16)
        return none;
    struct reader r = { t->file + at, t->file + t->size };
    uint64_t length = fixed(&r, 4), back = at + 4 - u32(r.p);
    if (length < 12 || length > (uint64_t)(r.end - r.p))
        return none;
    r.end = r.p + length;
    r.p += 4;
    struct reader cie = read_cie(t, back, &k, &augmented);
    bool narrow = (k.pointers & 15) == ENCODED_SDATA4 || (k.pointers & 15) == 3;
    fixed(&r, narrow ? 4 : 8);
    if (address - start >= fixed(&r, narrow ? 4 : 8))
        return none;
    uint64_t more = augmented ? uleb(&r) : 0;
    r.p += more < (uint64_t)(r.end - r.p) ? more : (uint64_t)(r.end - r.p);
    run(&k, cie);
    k.initial = k.rule;
    k.location = start;
    run(&k, r);
    k.rule.found = true;
    return k.rule;
}
