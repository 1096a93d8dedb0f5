#include "core/resolve/unwind.h"

#include "core/resolve/activation.h"

// clang-format off
/* DWARF 5, 7.7.1. */
enum {
    DW_OP_deref = 0x06,
    DW_OP_const1u = 0x08, DW_OP_const8s = 0x0f, DW_OP_constu, DW_OP_consts,
    DW_OP_dup, DW_OP_drop, DW_OP_over, DW_OP_pick, DW_OP_swap, DW_OP_rot,
    DW_OP_abs = 0x19, DW_OP_and, DW_OP_div, DW_OP_minus, DW_OP_mod, DW_OP_mul, DW_OP_neg, DW_OP_not, DW_OP_or,
    DW_OP_plus, DW_OP_plus_uconst, DW_OP_shl, DW_OP_shr, DW_OP_shra, DW_OP_xor,
    DW_OP_bra, DW_OP_eq, DW_OP_ge, DW_OP_gt, DW_OP_le, DW_OP_lt, DW_OP_ne, DW_OP_skip,
    DW_OP_lit0 = 0x30, DW_OP_breg0 = 0x70,
    DW_OP_bregx = 0x92, DW_OP_deref_size = 0x94, DW_OP_nop = 0x96,
};
// clang-format on

enum { DEPTH = 64, MOST_STEPS = 1024 }; /* libgcc has the same depth (unwind-dw2.c, execute_stack_op) */

struct expr_vm {
    const struct activation *frame;
    struct span bytes;
    struct cur c; /* reads the next operation */
    uint64_t stack[DEPTH];
    unsigned n;
    bool bad;
};

static void expression_push(struct expr_vm *m, uint64_t v)
{
    m->bad = m->bad || m->n == DEPTH;
    if (m->bad)
        return;
    if (m->frame->m->word != 8)
        v = (uint32_t)v;
    m->stack[m->n++] = v;
}

static uint64_t expression_pop(struct expr_vm *m)
{
    m->bad = m->bad || !m->n;
    if (m->bad)
        return 0;
    return m->stack[--m->n];
}

/* A value as a signed number of the word's size. */
static int64_t signed_of(const struct expr_vm *m, uint64_t v)
{
    if (m->frame->m->word == 8)
        return (int64_t)v;
    return (int32_t)v;
}

/* Pushes a copy of the nth value from the top, counted from 0. */
static void pick(struct expr_vm *m, unsigned nth)
{
    m->bad = m->bad || nth >= m->n;
    if (!m->bad)
        expression_push(m, m->stack[m->n - 1 - nth]);
}

static void push_register(struct expr_vm *m, uint64_t reg, int64_t plus)
{
    uint64_t v = 0;
    m->bad = m->bad || !activation_reg(m->frame, reg, &v);
    expression_push(m, v + (uint64_t)plus);
}

static void push_memory(struct expr_vm *m, unsigned size)
{
    uint64_t v = 0, at = expression_pop(m);
    m->bad = m->bad || (size != 1 && size != 2 && size != 4 && size != 8) || size > m->frame->m->word ||
             !activation_read_stack(m->frame, at, size, &v);
    expression_push(m, v);
}

/* Jumps `by` bytes from the next operation; negative: backwards. */
static void jump_by(struct expr_vm *m, int16_t by)
{
    int64_t to = (int64_t)(m->c.p - m->bytes.p) + by;
    m->bad = m->bad || to < 0 || (uint64_t)to > m->bytes.n;
    if (m->bad)
        return;
    m->c = cur_of(m->bytes, m->frame->order);
    cur_take(&m->c, (uint64_t)to);
}

static uint64_t shifted(const struct expr_vm *m, uint8_t op, uint64_t a, uint64_t b)
{
    unsigned bits = m->frame->m->word * 8;
    if (op == DW_OP_shra) {
        const int64_t x = signed_of(m, a);
        if (b < bits)
            return (uint64_t)(x >> b);
        return x < 0 ? UINT64_MAX : 0;
    }
    if (b >= bits)
        return 0;
    if (op == DW_OP_shl)
        return a << b;
    return a >> b;
}

static uint64_t divided(struct expr_vm *m, int64_t a, int64_t b)
{
    m->bad = m->bad || !b;
    if (!b)
        return 0;
    if (b == -1) /* the lowest number divided by -1 overflows */
        return -(uint64_t)a;
    return (uint64_t)(a / b);
}

static uint64_t remaining(struct expr_vm *m, uint64_t a, uint64_t b)
{
    m->bad = m->bad || !b;
    if (!b)
        return 0;
    return a % b;
}

/* Applies an operator to the two topmost values. */
static uint64_t operate(struct expr_vm *m, uint8_t op)
{
    uint64_t b = expression_pop(m), a = expression_pop(m);
    int64_t x = signed_of(m, a), y = signed_of(m, b);
    switch (op) {
    case DW_OP_and:
        return a & b;
    case DW_OP_div:
        return divided(m, x, y);
    case DW_OP_minus:
        return a - b;
    case DW_OP_mod:
        return remaining(m, a, b);
    case DW_OP_mul:
        return a * b;
    case DW_OP_or:
        return a | b;
    case DW_OP_plus:
        return a + b;
    case DW_OP_shl:
    case DW_OP_shr:
    case DW_OP_shra:
        return shifted(m, op, a, b);
    case DW_OP_xor:
        return a ^ b;
    case DW_OP_eq:
        return x == y;
    case DW_OP_ge:
        return x >= y;
    case DW_OP_gt:
        return x > y;
    case DW_OP_le:
        return x <= y;
    case DW_OP_lt:
        return x < y;
    case DW_OP_ne:
        return x != y;
    /* locations, and operations that need more than an activation; call frame information must not have
       them (DWARF 5, 6.4.2) */
    default:
        m->bad = true;
        return 0;
    }
}

/* Operations that reorder, copy or drop values of the stack. */
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
        expression_pop(m);
        break;
    case DW_OP_over:
        pick(m, 1);
        break;
    case DW_OP_pick:
        pick(m, cur_u8(&m->c));
        break;
    case DW_OP_swap:
        a = expression_pop(m), b = expression_pop(m);
        expression_push(m, a), expression_push(m, b);
        break;
    case DW_OP_rot: /* moves the topmost value below the next two */
        a = expression_pop(m), b = expression_pop(m), c = expression_pop(m);
        expression_push(m, a), expression_push(m, c), expression_push(m, b);
        break;
    case DW_OP_abs:
        x = signed_of(m, expression_pop(m));
        expression_push(m, x < 0 ? -(uint64_t)x : (uint64_t)x);
        break;
    case DW_OP_neg:
        expression_push(m, -expression_pop(m));
        break;
    case DW_OP_not:
        expression_push(m, ~expression_pop(m));
        break;
    case DW_OP_plus_uconst:
        a = expression_pop(m);
        expression_push(m, a + cur_uleb(&m->c));
        break;
    default:
        expression_push(m, operate(m, op));
    }
}

/* Reads the operand of an operation from DW_OP_const1u to DW_OP_const8s: 1, 2, 4 or 8 bytes; every second
   one is signed. */
static uint64_t take_constant(struct expr_vm *m, unsigned nth)
{
    unsigned size = 1u << nth / 2;
    uint64_t v = load_number(cur_take(&m->c, size), m->c.order), sign = UINT64_C(1) << (8 * size - 1);
    if (nth & 1)
        return (v ^ sign) - sign;
    return v;
}

static void step(struct expr_vm *m)
{
    struct cur *c = &m->c;
    uint8_t op = cur_u8(c);
    uint64_t reg;
    int16_t by;
    if (op >= DW_OP_lit0 && op < DW_OP_lit0 + 32) {
        expression_push(m, op - DW_OP_lit0);
        return;
    }
    if (op >= DW_OP_breg0 && op < DW_OP_breg0 + 32) {
        push_register(m, op - DW_OP_breg0, cur_sleb(c));
        return;
    }
    if (op >= DW_OP_const1u && op <= DW_OP_const8s) {
        expression_push(m, take_constant(m, op - DW_OP_const1u));
        return;
    }
    switch (op) {
    case DW_OP_constu:
        expression_push(m, cur_uleb(c));
        break;
    case DW_OP_consts:
        expression_push(m, (uint64_t)cur_sleb(c));
        break;
    case DW_OP_bregx:
        reg = cur_uleb(c);
        push_register(m, reg, cur_sleb(c));
        break;
    case DW_OP_deref:
        push_memory(m, m->frame->m->word);
        break;
    case DW_OP_deref_size:
        push_memory(m, cur_u8(c));
        break;
    case DW_OP_skip:
        jump_by(m, (int16_t)cur_u16(c));
        break;
    case DW_OP_bra:
        by = (int16_t)cur_u16(c);
        jump_by(m, expression_pop(m) ? by : 0);
        break;
    default:
        shuffle(m, op);
    }
}

bool expression_evaluate(struct span bytes, const struct activation *frame, const uint64_t *first,
                         uint64_t *v)
{
    struct expr_vm m; /* not zeroed, since only pushed values are read */
    m.frame = frame;
    m.bytes = bytes;
    m.c = cur_of(bytes, frame->order);
    m.n = 0;
    m.bad = false;
    if (first)
        expression_push(&m, *first);
    for (unsigned steps = 0; m.c.left && !m.bad; steps++) {
        m.bad = steps == MOST_STEPS;
        step(&m);
        m.bad = m.bad || m.c.bad;
    }
    *v = expression_pop(&m);
    return !m.bad;
}
