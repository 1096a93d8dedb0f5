#include "core/resolve/expression.h"

/* DWARF 5, 7.7.1. */
enum {
    DW_OP_addr = 0x03,
    DW_OP_deref = 0x06,
    DW_OP_const1u = 0x08,
    DW_OP_const1s,
    DW_OP_const2u,
    DW_OP_const2s,
    DW_OP_const4u,
    DW_OP_const4s,
    DW_OP_const8u,
    DW_OP_const8s,
    DW_OP_constu,
    DW_OP_consts,
    DW_OP_dup,
    DW_OP_drop,
    DW_OP_over,
    DW_OP_pick,
    DW_OP_swap,
    DW_OP_rot,
    DW_OP_abs = 0x19,
    DW_OP_and,
    DW_OP_div,
    DW_OP_minus,
    DW_OP_mod,
    DW_OP_mul,
    DW_OP_neg,
    DW_OP_not,
    DW_OP_or,
    DW_OP_plus,
    DW_OP_plus_uconst,
    DW_OP_shl,
    DW_OP_shr,
    DW_OP_shra,
    DW_OP_xor,
    DW_OP_bra,
    DW_OP_eq,
    DW_OP_ge,
    DW_OP_gt,
    DW_OP_le,
    DW_OP_lt,
    DW_OP_ne,
    DW_OP_skip,
    DW_OP_lit0,
    DW_OP_breg0 = 0x70,
    DW_OP_bregx = 0x92,
    DW_OP_deref_size = 0x94,
    DW_OP_nop = 0x96,
};

enum { DEPTH = 64, MOST_STEPS = 1024 }; /* libgcc has the same depth (unwind-dw2.c, execute_stack_op) */

struct expr_vm {
    const struct expression_on *on;
    struct span bytes;
    struct cur c;
    uint64_t stack[DEPTH];
    unsigned n;
    bool bad;
};

static void push(struct expr_vm *m, uint64_t v)
{
    m->bad = m->bad || m->n == DEPTH;
    if (!m->bad)
        m->stack[m->n++] = m->on->word == 8 ? v : (uint32_t)v;
}

static uint64_t pop(struct expr_vm *m)
{
    m->bad = m->bad || !m->n;
    return m->bad ? 0 : m->stack[--m->n];
}

/* A value as a signed number of the machine's width. */
static int64_t signed_of(const struct expr_vm *m, uint64_t v)
{
    return m->on->word == 8 ? (int64_t)v : (int32_t)v;
}

/* The `nth` from the top, that stays. */
static void pick(struct expr_vm *m, unsigned nth)
{
    m->bad = m->bad || nth >= m->n;
    push(m, m->bad ? 0 : m->stack[m->n - 1 - nth]);
}

static void push_register(struct expr_vm *m, uint64_t reg, int64_t plus)
{
    uint64_t v = 0;
    m->bad = m->bad || !m->on->reg(m->on->frame, reg, &v);
    push(m, v + (uint64_t)plus);
}

static void push_memory(struct expr_vm *m, unsigned size)
{
    uint64_t v = 0, at = pop(m);
    m->bad = m->bad || (size != 1 && size != 2 && size != 4 && size != 8) || size > m->on->word ||
             !m->on->memory(m->on->frame, at, size, &v);
    push(m, v);
}

/* Go on `by` bytes from here. */
static void jump_by(struct expr_vm *m, int16_t by)
{
    int64_t to = (int64_t)(m->c.p - m->bytes.p) + by;
    m->bad = m->bad || to < 0 || (uint64_t)to > m->bytes.n;
    if (m->bad)
        return;
    m->c = cur_of(m->bytes, m->on->order);
    cur_take(&m->c, (uint64_t)to);
}

static uint64_t shifted(const struct expr_vm *m, uint8_t op, uint64_t a, uint64_t b)
{
    unsigned bits = m->on->word * 8;
    if (op == DW_OP_shra)
        return b < bits ? (uint64_t)(signed_of(m, a) >> b) : signed_of(m, a) < 0 ? UINT64_MAX : 0;
    return b >= bits ? 0 : op == DW_OP_shl ? a << b : a >> b;
}

static uint64_t divided(struct expr_vm *m, int64_t a, int64_t b)
{
    m->bad = m->bad || !b;
    return !b ? 0 : b == -1 ? -(uint64_t)a : (uint64_t)(a / b);
}

static uint64_t remaining(struct expr_vm *m, uint64_t a, uint64_t b)
{
    m->bad = m->bad || !b;
    return b ? a % b : 0;
}

/* What an operator makes of the two topmost. */
static void operate(struct expr_vm *m, uint8_t op)
{
    uint64_t b = pop(m), a = pop(m);
    int64_t x = signed_of(m, a), y = signed_of(m, b);
    switch (op) {
    case DW_OP_and:
        push(m, a & b);
        break;
    case DW_OP_div:
        push(m, divided(m, x, y));
        break;
    case DW_OP_minus:
        push(m, a - b);
        break;
    case DW_OP_mod:
        push(m, remaining(m, a, b));
        break;
    case DW_OP_mul:
        push(m, a * b);
        break;
    case DW_OP_or:
        push(m, a | b);
        break;
    case DW_OP_plus:
        push(m, a + b);
        break;
    case DW_OP_shl:
    case DW_OP_shr:
    case DW_OP_shra:
        push(m, shifted(m, op, a, b));
        break;
    case DW_OP_xor:
        push(m, a ^ b);
        break;
    case DW_OP_eq:
        push(m, x == y);
        break;
    case DW_OP_ge:
        push(m, x >= y);
        break;
    case DW_OP_gt:
        push(m, x > y);
        break;
    case DW_OP_le:
        push(m, x <= y);
        break;
    case DW_OP_lt:
        push(m, x < y);
        break;
    case DW_OP_ne:
        push(m, x != y);
        break;
    default: /* locations, and what needs more than a frame: not in call frame information (DWARF 5, 6.4.2) */
        m->bad = true;
    }
}

/* Operations on the stack itself, and on its top. */
static void shuffle(struct expr_vm *m, uint8_t op)
{
    uint64_t a, b, c;
    int64_t x;
    switch (op) {
    case DW_OP_nop:
        break;
    case DW_OP_dup:
        pick(m, 0);
        break;
    case DW_OP_drop:
        pop(m);
        break;
    case DW_OP_over:
        pick(m, 1);
        break;
    case DW_OP_pick:
        pick(m, cur_u8(&m->c));
        break;
    case DW_OP_swap:
        a = pop(m), b = pop(m);
        push(m, a), push(m, b);
        break;
    case DW_OP_rot: /* the topmost goes below the two that follow */
        a = pop(m), b = pop(m), c = pop(m);
        push(m, a), push(m, c), push(m, b);
        break;
    case DW_OP_abs:
        x = signed_of(m, pop(m));
        push(m, x < 0 ? -(uint64_t)x : (uint64_t)x);
        break;
    case DW_OP_neg:
        push(m, -pop(m));
        break;
    case DW_OP_not:
        push(m, ~pop(m));
        break;
    case DW_OP_plus_uconst:
        a = pop(m);
        push(m, a + cur_uleb(&m->c));
        break;
    default:
        operate(m, op);
    }
}

static void step(struct expr_vm *m)
{
    struct cur *c = &m->c;
    uint8_t op = cur_u8(c);
    uint64_t reg;
    int16_t by;
    if (op >= DW_OP_lit0 && op < DW_OP_lit0 + 32) {
        push(m, op - DW_OP_lit0);
        return;
    }
    if (op >= DW_OP_breg0 && op < DW_OP_breg0 + 32) {
        push_register(m, op - DW_OP_breg0, cur_sleb(c));
        return;
    }
    switch (op) {
    case DW_OP_const1u:
        push(m, cur_u8(c));
        break;
    case DW_OP_const1s:
        push(m, (uint64_t)(int8_t)cur_u8(c));
        break;
    case DW_OP_const2u:
        push(m, cur_u16(c));
        break;
    case DW_OP_const2s:
        push(m, (uint64_t)(int16_t)cur_u16(c));
        break;
    case DW_OP_const4u:
        push(m, cur_u32(c));
        break;
    case DW_OP_const4s:
        push(m, (uint64_t)(int32_t)cur_u32(c));
        break;
    case DW_OP_const8u:
    case DW_OP_const8s:
        push(m, cur_u64(c));
        break;
    case DW_OP_constu:
        push(m, cur_uleb(c));
        break;
    case DW_OP_consts:
        push(m, (uint64_t)cur_sleb(c));
        break;
    case DW_OP_bregx:
        reg = cur_uleb(c);
        push_register(m, reg, cur_sleb(c));
        break;
    case DW_OP_deref:
        push_memory(m, m->on->word);
        break;
    case DW_OP_deref_size:
        push_memory(m, cur_u8(c));
        break;
    case DW_OP_skip:
        jump_by(m, (int16_t)cur_u16(c));
        break;
    case DW_OP_bra:
        by = (int16_t)cur_u16(c);
        jump_by(m, pop(m) ? by : 0);
        break;
    default:
        shuffle(m, op);
    }
}

bool expression_value(struct span bytes, const struct expression_on *on, const uint64_t *first, uint64_t *v)
{
    struct expr_vm m;
    m.on = on;
    m.bytes = bytes;
    m.c = cur_of(bytes, on->order);
    m.n = 0;
    m.bad = false;
    if (first)
        push(&m, *first);
    for (unsigned steps = 0; m.c.left && !m.bad; steps++) {
        m.bad = steps == MOST_STEPS;
        step(&m);
        m.bad = m.bad || m.c.bad;
    }
    *v = pop(&m);
    return !m.bad;
}
