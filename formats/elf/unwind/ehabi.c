/*
 * The index has two words for each function: the address of the function, and either its unwind instructions
 * or their address. Instructions are bytes, the highest of a word first. They work on a virtual stack
 * pointer, `vsp`, and on the registers that are popped from it. In the resulting rule the CFA is the final
 * value of vsp, and the popped registers are below the CFA.
 */
#include "formats/elf/unwind/cfi.h"

#include <assert.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { SP = 13, LR = 14, PC = 15, REGISTERS = 16, CANT_UNWIND = 1, ENTRY = 8 };

bool ehabi_open(struct ehabi *t, const struct image *m)
{
    GElf_Shdr h;
    *t = (struct ehabi){ .image = m };
    if (!m->arch || !m->arch->ehabi || !image_find_section(m, ".ARM.exidx", &h, NULL))
        return false;
    t->index = image_section_bytes(m, &h);
    t->svma = h.sh_addr;
    return t->index.n >= ENTRY;
}

/* Resolve a prel31, a signed 31-bit distance from its own address (6.1). */
static uint64_t far(uint64_t here, uint32_t prel31)
{
    return (uint32_t)(here + (prel31 & 0x7fffffff) + (prel31 & 0x40000000 ? 0x80000000 : 0));
}

static uint32_t index_word(const struct ehabi *t, size_t at)
{
    assert(at < t->index.n && t->index.n - at >= 4);
    return load_u32(t->index.p + at, t->image->order);
}

static uint64_t function_at(const struct ehabi *t, size_t i)
{
    return far(t->svma + i * ENTRY, index_word(t, i * ENTRY));
}

static struct cur cur_at(const struct image *m, uint64_t svma)
{
    uint64_t foff;
    struct cur c = cur_of(m->bytes, m->order);
    if (image_foff_of_svma(m, svma, &foff))
        cur_take(&c, foff);
    else
        c = (struct cur){ .bad = true };
    return c;
}

/* ---- instructions ---- */

/* The instructions of a function: up to three bytes of the first word, then all bytes of `words` more
   words. */
struct code {
    struct cur c;
    uint32_t word;
    unsigned left;  /* unread bytes of `word` */
    unsigned words; /* number of words that follow */
};

enum { FINISH = 0xb0 };

static uint8_t next_byte(struct code *k)
{
    if (!k->left && !k->words)
        return FINISH;
    if (!k->left) {
        k->word = cur_u32(&k->c);
        k->left = 4;
        k->words--;
    }
    k->left--;
    return (uint8_t)(k->word >> 8 * k->left);
}

/* Find the instructions for an index entry by its second word (6.2). 10.3 has the compact models. With
   another personality routine (10.4) the word after its address is as in model 1, in code of all
   compilers. False: the instructions are missing or of an unknown model. */
static bool find_code(const struct ehabi *t, uint64_t svma, uint32_t word, struct code *k)
{
    const uint32_t compact = 0x80000000;
    *k = (struct code){ .word = word, .left = 3 };
    if (word & compact)
        return !(word >> 24 & 0x7f);
    k->c = cur_at(t->image, far(svma, word));
    k->word = cur_u32(&k->c);
    unsigned model = k->word >> 24 & 0x7f;
    if (!(k->word & compact)) {
        k->word = cur_u32(&k->c);
        k->words = k->word >> 24;
    } else if (model == 1 || model == 2) {
        k->words = k->word >> 16 & 0xff;
        k->left = 2;
    } else if (model) {
        return false;
    }
    return !k->c.bad;
}

struct vsp_state {
    uint8_t base;  /* vsp is the value of this register ... */
    int32_t vsp;   /* ... plus this offset in bytes */
    bool any, end; /* any: something was popped; end: the stack pointer was popped, so nothing may follow */
    bool popped[REGISTERS];
    int32_t at[REGISTERS]; /* where each register was popped from: offset in bytes from `base` */
    bool bad;
};

static void pop_registers(struct vsp_state *s, uint32_t registers)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        if (registers >> i & 1) {
            s->popped[i] = s->any = true;
            s->at[i] = s->vsp;
            s->vsp += 4;
        }
    s->end = registers >> SP & 1;
}

static void pass(struct vsp_state *s, uint32_t bytes)
{
    const int32_t most = 1 << 28;
    s->bad = s->bad || bytes > (uint32_t)most || s->vsp > most;
    if (!s->bad)
        s->vsp += (int32_t)bytes;
}

/* Pass doublewords. The low four bits of the next byte are their number minus one. */
static void pass_doubles(struct vsp_state *s, struct code *k)
{
    pass(s, ((next_byte(k) & 0x0fu) + 1) * 8);
}

static void set_vsp(struct vsp_state *s, unsigned reg)
{
    s->bad = s->bad || reg == SP || reg == PC || s->any;
    s->base = (uint8_t)reg;
    s->vsp = 0;
}

static uint32_t take_uleb(struct code *k)
{
    uint32_t v = 0;
    for (unsigned shift = 0; shift < 28; shift += 7) {
        uint8_t byte = next_byte(k);
        v |= (byte & 0x7fu) << shift;
        if (!(byte & 0x80))
            return v;
    }
    return UINT32_MAX / 4;
}

/* Run an instruction from 0xb0 on (10.3, table 4) other than FINISH. */
static void spare(struct vsp_state *s, struct code *k, uint8_t op)
{
    uint32_t v;
    if (op == 0xb1 || op == 0xc7) { /* r0-r3; WMMX control registers */
        v = next_byte(k);
        s->bad = s->bad || !v || v > 0x0f;
        if (op == 0xb1)
            pop_registers(s, v);
        else
            pass(s, (uint32_t)__builtin_popcount(v) * 4);
    } else if (op == 0xb2) {
        v = take_uleb(k);
        pass(s, v < UINT32_MAX / 8 ? 0x204 + v * 4 : UINT32_MAX);
    } else if (op == 0xb3) { /* VFP registers saved by FSTMX, which also saves one more word */
        pass_doubles(s, k);
        pass(s, 4);
    } else if (op == 0xb4) { /* a return address authentication code */
        pass(s, 4);
    } else if (op >= 0xb8 && op <= 0xbf) {
        pass(s, ((op & 7u) + 1) * 8 + 4);
    } else if ((op >= 0xc0 && op <= 0xc5) || (op >= 0xd0 && op <= 0xd7)) { /* WMMX, VFP */
        pass(s, ((op & 7u) + 1) * 8);
    } else if (op == 0xc6 || op == 0xc8 || op == 0xc9) {
        pass_doubles(s, k);
    } else if (op != 0xb5) { /* 0xb5: vsp is the modifier of the authentication code */
        s->bad = true;
    }
}

static void instruct(struct vsp_state *s, struct code *k, uint8_t op)
{
    uint32_t v = ((op & 0x3fu) << 2) + 4;
    s->bad = s->bad || s->end;
    if (op < 0x40) {
        pass(s, v);
    } else if (op < 0x80) {
        s->vsp -= (int32_t)v;
        s->bad = s->bad || s->vsp < -(1 << 28);
    } else if (op < 0x90) {
        v = (op & 0x0fu) << 8 | next_byte(k);
        s->bad = s->bad || !v; /* 0x8000 means: refuse to unwind */
        pop_registers(s, v << 4);
    } else if (op < 0xa0) {
        set_vsp(s, op & 0x0f);
    } else if (op < 0xb0) {
        pop_registers(s, ((2u << (op & 7)) - 1) << 4 | (op >> 3 & 1u) << LR);
    } else {
        spare(s, k, op);
    }
}

static struct unwind_rule *rule_of_state(const struct vsp_state *s)
{
    struct unwind_rule *rule = mem_new(1, sizeof(*rule) + REGISTERS * sizeof(*rule->cells));
    rule->found = UNWIND_BY_EHABI;
    rule->ra = s->popped[PC] ? PC : LR;
    rule->cfa = (struct unwind_cell){ .how = HOW_REGISTER, .from = s->base, .n = s->vsp };
    for (unsigned i = 0; i < REGISTERS; i++)
        if (s->popped[i])
            rule->cells[rule->ncells++] =
                (struct unwind_cell){ .reg = (uint8_t)i, .how = HOW_SAVED, .n = s->at[i] - s->vsp };
    return rule;
}

struct unwind_rule *ehabi_rule(const struct ehabi *t, uint64_t svma, enum unwind_stop *why)
{
    /* BISECT: the functions below index `low` begin at or before svma */
    size_t n = t->index.n / ENTRY, low = 0;
    BISECT(low, n, i, function_at(t, i) <= svma);
    *why = UNWIND_NO_RULE;
    if (!low)
        return NULL;
    struct code k;
    struct vsp_state s = { .base = SP };
    uint64_t at = (low - 1) * ENTRY;
    uint32_t word = index_word(t, at + 4);
    *why = UNWIND_REFUSED;
    if (word == CANT_UNWIND)
        return NULL;
    *why = UNWIND_BAD_RULE;
    if (!find_code(t, t->svma + at + 4, word, &k))
        return NULL;
    const uint64_t begin = function_at(t, low - 1);
    const bool first = svma == begin; /* at the first instruction nothing is pushed yet */
    for (uint8_t op; !first && !s.bad && !k.c.bad && (op = next_byte(&k)) != FINISH;)
        instruct(&s, &k, op);
    if (s.bad || k.c.bad)
        return NULL;
    struct unwind_rule *rule = rule_of_state(&s);
    rule->start = begin + 1;
    rule->end = svma + 1; /* the end of the last function is unknown */
    if (first)
        rule->start = begin;
    else if (low < n)
        rule->end = function_at(t, low);
    return rule;
}
