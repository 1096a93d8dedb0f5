#include "formats/disasm/listing.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/disasm/operands.h"

void listing_free(struct listing *r)
{
    arena_names_free(&r->mnemonics);
    arena_free(&r->operands);
}

void listing_begin(struct listing *r, const struct arch_isa *isa, struct insns *out)
{
    r->isa = isa;
    r->out = out;
    r->refers.n = 0;
}

static struct insn *new_row(struct listing *r, uint64_t addr, size_t length, enum insn_kind kind)
{
    assert(r->isa && r->out); /* listing_begin() was called */
    struct insns *o = r->out;
    o->v = mem_room(o->v, o->n, &o->cap, sizeof(*o->v));
    o->v[o->n] = (struct insn){ .addr = addr, .length = (uint32_t)length, .kind = kind };
    return &o->v[o->n++];
}

static bool is_prefix(const struct arch *a, const char *word, size_t n)
{
    char padded[24];
    if (!a->code->prefixes || n + 3 > sizeof(padded))
        return false;
    snprintf(padded, sizeof(padded), " %.*s ", (int)n, word);
    return strstr(a->code->prefixes, padded);
}

void listing_split(const struct arch *a, const char *text, size_t n, struct listing_text *t)
{
    size_t end = 0;
    for (;;) {
        size_t word = end;
        while (end < n && text[end] != ' ' && text[end] != '\t')
            end++;
        size_t next = end;
        while (next < n && (text[next] == ' ' || text[next] == '\t'))
            next++;
        if (next == n || !is_prefix(a, text + word, end - word))
            break;
        end = next;
    }
    snprintf(t->mnemonic, sizeof(t->mnemonic), "%.*s",
             (int)(end < sizeof(t->mnemonic) ? end : sizeof(t->mnemonic)), text);
    operands_tidy(text + end, n - end, t->operands, sizeof(t->operands));
}

/* The pattern that an instruction matches if it changes the control flow; NULL: none. */
static const struct arch_flow *flow_of(const struct arch *a, const struct listing_text *t, const char *whole)
{
    const char *name = t->mnemonic, *blank = strrchr(t->mnemonic, ' ');
    if (blank)
        name = blank + 1;
    whole += name - t->mnemonic;
    for (const struct arch_flow *f = a->code->flow; f->pattern; f++) {
        if (f->pattern[0] != name[0] && f->pattern[0] != '*' && f->pattern[0] != '?')
            continue;
        if (operands_match(f->pattern, strchr(f->pattern, ' ') ? whole : name))
            return f;
    }
    return NULL;
}

static const enum insn_kind kinds[] = {
    [FLOW_PLAIN] = INSN_PLAIN,   [FLOW_CALL] = INSN_CALL,
    [FLOW_JUMP] = INSN_JUMP,     [FLOW_CONDITIONAL] = INSN_CONDITIONAL,
    [FLOW_RETURN] = INSN_RETURN,
};

/* Find the operand with a jump's target. It is the last operand, or if that is a register for the return
   address (`b,l 0x1000,rp`), the first. */
static bool find_target(const struct listing_text *t, uint64_t from, struct operand *which, uint64_t *target)
{
    struct operand v[OPERANDS_MOST];
    size_t n = operands_split(t->operands, v);
    *which = (struct operand){ t->operands, 0 };
    if (!n)
        return false;
    *which = v[n - 1];
    bool found = operands_is_number(*which, target);
    if (!found && n == 2 && v[0].n > 2 && v[0].s[1] == 'x') {
        *which = v[0];
        found = operands_is_number(*which, target);
    }
    if (found && t->is_relative)
        *target += from;
    return found;
}

/* The number in a bit field of an instruction. */
static uint64_t field_bits(struct span code, struct arch_bits b, enum byte_order order)
{
    if (code.n < (size_t)b.at + b.size)
        return 0;
    uint64_t v = load_number((struct span){ code.p + b.at, b.size }, order) >> b.low;
    v &= (UINT64_C(1) << b.bits) - 1;
    if (b.is_signed && v >> (b.bits - 1))
        v -= UINT64_C(1) << b.bits;
    return v << b.shift;
}

/* Set an instruction's target in the row, and write it into the text. */
static void set_target(struct listing *r, struct insn *i, struct span code, struct listing_text *t)
{
    const struct arch_distance *d = r->arch->code->distances;
    const uint64_t bits = listing_mask(r->arch);
    struct operand which;
    const uint64_t from = i->addr + (r->isa->pc_ahead == ARCH_PC_NEXT ? i->length : 0);
    i->has_target = find_target(t, from, &which, &i->target);
    while (d && d->pattern && !operands_match(d->pattern, t->mnemonic))
        d++;
    if (d && d->pattern && (i->has_target || !t->operands[0])) {
        i->has_target = true;
        i->target = i->addr + field_bits(code, d->at, arch_insn_order(r->arch));
    }
    if (i->has_target) {
        i->target &= bits;
        operands_replace(t->operands, sizeof(t->operands), which, i->target);
    } else if (refers_find_jump_target(&r->refers, t->operands, &i->target)) {
        i->has_target = true;
        i->target &= bits;
    }
}

void listing_add(struct listing *r, uint64_t addr, struct span code, struct listing_text *t)
{
    char whole[sizeof(t->mnemonic) + sizeof(t->operands)];
    snprintf(whole, sizeof(whole), "%s%s%s", t->mnemonic, t->operands[0] ? " " : "", t->operands);
    const struct arch_flow *f = flow_of(r->arch, t, whole);
    struct insn *i = new_row(r, addr, code.n, f ? kinds[f->kind & 7] : INSN_PLAIN);
    r->refers.loads = 0;

    if (i->kind == INSN_PLAIN) {
        i->has_refers =
            refers_find_address(&r->refers, r->arch, r->isa, addr, i->length, whole, t->operands, &i->refers);
        i->refers &= listing_mask(r->arch);
    } else {
        i->has_delay = f->kind & FLOW_DELAYED;
        if (i->kind != INSN_RETURN && !(f->kind & FLOW_INDIRECT))
            set_target(r, i, code, t);
        if (i->kind != INSN_CONDITIONAL)
            r->refers.n = 0; /* registers have other values when the next instruction is reached */
    }
    i->mnemonic = arena_names_intern(&r->mnemonics, t->mnemonic);
    if (t->operands[0])
        i->operands = arena_text(&r->operands, t->operands, strlen(t->operands));
    else
        i->operands = "";
}

static const char *directive(size_t n)
{
    if (n == 8)
        return ".quad";
    if (n == 4)
        return ".word";
    if (n == 2)
        return ".short";
    return ".byte";
}

static void add_bytes(struct listing *r, uint64_t addr, struct span b, enum insn_kind kind,
                      enum byte_order order)
{
    struct insn *i = new_row(r, addr, b.n, kind);
    char text[64];
    int n;
    if (b.n == 1 || b.n == 2 || b.n == 4) {
        n = snprintf(text, sizeof(text), "0x%0*" PRIx64, (int)(2 * b.n), load_number(b, order));
        i->mnemonic = directive(b.n);
    } else { /* of other sizes, such as 6 */
        n = 0;
        for (size_t k = 0; k < b.n && k < 8; k++) {
            const char *comma = k ? ", " : "";
            n += snprintf(text + n, sizeof(text) - (size_t)n, "%s0x%02x", comma, b.p[k]);
        }
        i->mnemonic = ".byte";
    }
    i->operands = arena_text(&r->operands, text, (size_t)n);
}

size_t listing_unit(const struct listing *r, struct span b)
{
    assert(b.n);
    const struct arch_isa *isa = r->isa;
    size_t unit = isa->unit ? isa->unit : r->arch->insn_align;
    if (b.n >= 2)
        for (size_t i = 0; i < COUNT(isa->wide) && isa->wide[i].size; i++)
            if ((load_u16(b.p, arch_insn_order(r->arch)) & isa->wide[i].mask) >= isa->wide[i].least)
                unit = isa->wide[i].size;
    if (unit < b.n)
        return unit;
    return b.n;
}

void listing_add_unknown(struct listing *r, uint64_t addr, struct span b)
{
    for (size_t at = 0, n; at < b.n; at += n) {
        struct span rest = { b.p + at, b.n - at };
        n = listing_unit(r, rest);
        if (n == 3) /* only 3 of 4 bytes are there */
            n = 2;
        add_bytes(r, addr + at, (struct span){ rest.p, n }, INSN_UNKNOWN, arch_insn_order(r->arch));
    }
}

void listing_add_data(struct listing *r, uint64_t addr, struct span b)
{
    for (size_t at = 0, n; at < b.n; at += n) {
        n = 4;
        while (n > b.n - at || (addr + at) % n)
            n /= 2;
        add_bytes(r, addr + at, (struct span){ b.p + at, n }, INSN_DATA, r->arch->order);
    }
}
