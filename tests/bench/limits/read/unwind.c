#include "read/unwind.h"

#include "read/cfi.h"
#include "read/symbols.h"

/* Registers, and the memory that is known of. */
struct frame {
    uint64_t regs[CFI_REGISTERS], from;
    const uint8_t *dump;
    size_t n;
};

struct unwind {
    struct state *state;
    struct cfi_tables *tables; /* by object */
    bool *asked;
    size_t ntables;
    struct cfi_rule *rules;
    size_t n, cap;
    struct table by_at;
};

struct unwind *unwind_new(struct state *s)
{
    struct unwind *u = table_new(1, sizeof(*u));
    u->state = s;
    return u;
}

static bool load(const struct frame *f, uint64_t address, uint64_t *v)
{
    uint64_t at = address - f->from;
    if (at >= f->n || f->n - at < 8)
        return false;
    *v = u64(f->dump + at);
    return true;
}

/* The operations that PLTs and signal frames have. */
static bool evaluate(const struct frame *f, const struct cfi_expression *e, uint64_t first, bool push,
                     uint64_t *out)
{
    enum { DEPTH = 16 };
    uint64_t v[DEPTH + 2] = { first };
    size_t n = push;
    for (const uint8_t *p = e->p, *end = p + e->n; p < end && n <= DEPTH;) {
        unsigned op = *p++;
        if (op >= 0x70 && op <= 0x80) { /* breg: register and an offset of less than two bytes, mostly */
            int64_t offset = 0;
            unsigned shift = 0;
            for (; p < end; shift += 7) {
                offset |= (int64_t)(*p & 127) << shift;
                if (!(*p++ & 128))
                    break;
            }
            shift += 7;
            offset = shift < 64 && offset >> (shift - 1) & 1 ? offset - ((int64_t)1 << shift) : offset;
            v[n++] = f->regs[op - 0x70] + (uint64_t)offset;
        } else if (op >= 0x30 && op <= 0x4f) { /* lit */
            v[n++] = op - 0x30;
        } else if (op == 0x06 && n) { /* deref */
            if (!load(f, v[n - 1], &v[n - 1]))
                return false;
        } else if (n >= 2) {
            uint64_t a = v[n - 2], b = v[--n];
            v[n - 1] = op == 0x1a   ? a & b
                       : op == 0x22 ? a + b
                       : op == 0x24 ? a << (b & 63)
                       : op == 0x1c ? a - b
                                    : a;
            if (op == 0x2a) /* ge */
                v[n - 1] = (int64_t)a >= (int64_t)b;
        } else {
            return false;
        }
    }
    *out = n ? v[n - 1] : 0;
    return n;
}

static const struct cfi_tables *tables_of(struct unwind *u, uint32_t object)
{
    if (object >= u->ntables) {
        size_t n = 2 * (size_t)object + 64;
        struct cfi_tables *was = u->tables;
        u->tables = table_new(n, sizeof(*u->tables));
        bool *asked = table_new(n, sizeof(*asked));
        if (was) {
            memcpy(u->tables, was, u->ntables * sizeof(*was));
            memcpy(asked, u->asked, u->ntables * sizeof(*asked));
        }
        u->asked = asked;
        u->ntables = n;
    }
    if (!u->asked[object]) {
        size_t size;
        const uint8_t *file = symbols_map(u->state->objects.v[object - 1], &size);
        u->asked[object] = true;
        if (file)
            u->tables[object] = cfi_tables_of(file, size);
    }
    return &u->tables[object];
}

static const struct cfi_rule *rule_of(struct unwind *u, uint32_t object, uint64_t offset)
{
    uint32_t *at = table_at(&u->by_at, table_mix(offset, object));
    if (!*at) {
        *at = (uint32_t)u->n + 1;
        const struct cfi_tables *t = tables_of(u, object);
        u->rules = table_room(u->rules, u->n, &u->cap, sizeof(*u->rules));
        u->rules[u->n++] = cfi_rule_at(t, t->hdr ? symbols_address(t->file, t->size, offset) : 0);
    }
    return &u->rules[*at - 1];
}

/* To the caller. */
static bool step(struct frame *f, const struct cfi_rule *r)
{
    uint64_t cfa = f->regs[r->cfa_register % CFI_REGISTERS] + (uint64_t)r->cfa_offset, to[CFI_REGISTERS];
    if (!r->found || (r->cfa.n && !evaluate(f, &r->cfa, 0, false, &cfa)))
        return false;
    for (unsigned i = 0; i < CFI_REGISTERS; i++) {
        const struct cfi_cell *c = &r->cells[i];
        to[i] = i == CFI_SP ? cfa : f->regs[i];
        switch (c->how) {
        case CFI_UNDEFINED:
            if (i == CFI_RETURN)
                return false;
            break;
        case CFI_OFFSET:
            if (!load(f, cfa + (uint64_t)(int64_t)c->offset, &to[i]))
                return false;
            break;
        case CFI_REGISTER:
            to[i] = f->regs[c->from % CFI_REGISTERS];
            break;
        case CFI_EXPRESSION:
        case CFI_VALUE:
            if (!evaluate(f, &c->expression, cfa, true, &to[i]) ||
                (c->how == CFI_EXPRESSION && !load(f, to[i], &to[i])))
                return false;
            break;
        default:
            break;
        }
    }
    memcpy(f->regs, to, sizeof(to));
    return true;
}

/* The registers come in the order of their bits in the mask (arch/x86/include/uapi/asm/perf_regs.h). */
static bool start(struct frame *f, const struct layout *l, const uint8_t *p)
{
    static const int8_t dwarf[] = { 0,  3,  2,  1,  4, 5, 6,  7,  16, -1, -1, -1,
                                    -1, -1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15 };
    memset(f, 0, sizeof(*f));
    if (!u64(p))
        return false;
    p += 8;
    for (unsigned i = 0; i < 64; i++) {
        if (!(l->user_regs >> i & 1))
            continue;
        if (i < sizeof(dwarf) && dwarf[i] >= 0)
            f->regs[dwarf[i]] = u64(p);
        p += 8;
    }
    uint64_t size = u64(p);
    f->from = f->regs[CFI_SP];
    f->dump = p + 8;
    f->n = size ? u64(p + 8 + size) : 0;
    f->n = f->n < size ? f->n : size;
    return true;
}

size_t unwind_stack(struct unwind *u, struct space *space, const struct layout *l, const uint8_t *p,
                    uint64_t v[UNWIND_FRAMES])
{
    struct frame f;
    size_t n = 0;
    if (!start(&f, l, p))
        return 0;
    while (n < UNWIND_FRAMES && f.regs[CFI_RETURN]) {
        uint64_t address = f.regs[CFI_RETURN] - !!n;
        const struct mapping *m = state_mapping(space, address);
        v[n++] = address;
        if (!m || !step(&f, rule_of(u, m->object, address - m->start + m->offset)))
            break;
    }
    return n;
}
