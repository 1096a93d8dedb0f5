#include "formats/disasm/listing.h"

#include <string.h>

#include "formats/disasm/operands.h"

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Find the number next to a register in the operands: 8(reg), [reg, #8], [reg + 8], reg, #8, for m68k
   reg@(8). */
static bool number_beside(const char *operands, const char *reg, size_t n, uint64_t *v)
{
    for (const char *s = operands; (s = strstr(s, reg)) != NULL; s += n) {
        const char *start = s, *after = s + n;
        if ((s > operands && in_name(s[-1])) || in_name(*after))
            continue;
        if (start > operands && (start[-1] == '%' || start[-1] == '$'))
            start--;
        if (start > operands && start[-1] == '(') {
            const char *number = --start;
            while (number > operands && (in_name(number[-1]) || number[-1] == '-'))
                number--;
            *v = 0;
            if (number > operands && number[-1] == '$' && number < start) /* m68k */
                return operands_is_number((struct operand){ number - 1, (size_t)(start - number + 1) }, v);
            return number == start ||
                   operands_is_number((struct operand){ number, (size_t)(start - number) }, v);
        }
        bool minus = false;
        for (; *after && strchr(" ,#+-@(", *after); after++)
            minus |= *after == '-';
        if (operands_parse_number(&after, v)) {
            if (minus)
                *v = 0 - *v;
            return true;
        }
        if (*after == ']' && after == s + n) {
            *v = 0;
            return true;
        }
    }
    return false;
}

/* Whether two names mean the same register: w0 is half of x0. */
static bool same_register(const char *a, struct operand b)
{
    bool half = (a[0] == 'x' && b.s[0] == 'w') || (a[0] == 'w' && b.s[0] == 'x');
    return strlen(a) == b.n && (half || a[0] == b.s[0]) && memcmp(a + 1, b.s + 1, b.n - 1) == 0;
}

static void forget_register(struct refers *r, struct operand o)
{
    for (size_t i = 0; i < r->n; i++)
        if (same_register(r->upper[i].name, o)) {
            r->upper[i] = r->upper[--r->n];
            return;
        }
}

static void keep_upper(struct refers *r, struct operand o, uint64_t value)
{
    if (o.n >= sizeof(r->upper[0].name))
        return;
    if (r->n == COUNT(r->upper)) {
        memmove(r->upper, r->upper + 1, sizeof(r->upper) - sizeof(r->upper[0]));
        r->n--;
    }
    memcpy(r->upper[r->n].name, o.s, o.n);
    r->upper[r->n].name[o.n] = 0;
    r->upper[r->n++].value = value;
}

bool refers_find_jump_target(const struct refers *r, const char *operands, uint64_t *to)
{
    for (size_t i = r->n; i-- > 0;)
        if (number_beside(operands, r->upper[i].name, strlen(r->upper[i].name), to)) {
            *to += r->upper[i].value;
            return true;
        }
    return false;
}

static const struct arch_refers *refers_rule(const struct arch *a, const char *whole)
{
    const struct arch_refers *f = a->code->refers;
    for (; f && f->pattern; f++)
        if ((f->pattern[0] == whole[0] || f->pattern[0] == '*') && operands_match(f->pattern, whole))
            return f;
    return NULL;
}

static uint8_t loads_of(const struct arch *a, const char *whole)
{
    const struct arch_load *l = a->code->loads;
    while (l && l->pattern && !operands_match(l->pattern, whole))
        l++;
    if (l && l->pattern)
        return l->bytes;
    return 0;
}

static bool is_immediate(struct operand o)
{
    return o.s[0] == '$';
}

bool refers_find_address(struct refers *r, const struct arch *a, const struct arch_isa *isa, uint64_t addr,
                         uint32_t length, const char *whole, const char *operands, uint64_t *to)
{
    r->loads = 0;
    if (!operands[0])
        return false;
    const struct arch_refers *f = refers_rule(a, whole);
    uint64_t pc = addr + (isa->pc_ahead == ARCH_PC_NEXT ? length : isa->pc_ahead), v;
    struct operand o[OPERANDS_MOST];
    size_t n = operands_split(operands, o);
    bool found = false, upper = false;
    if (isa->pc_align)
        pc -= pc % isa->pc_align;
    if (!n)
        return false;
    if (f && (f->how == REFERS_PC || f->how == REFERS_BESIDE)) {
        found = number_beside(operands, f->reg, strlen(f->reg), &v);
        *to = v;
        if (f->how == REFERS_PC)
            *to = pc + v;
        if (found && f->how == REFERS_PC)
            r->loads = loads_of(a, whole);
    } else if (f && f->how == REFERS_NUMBER) {
        for (size_t i = n; i-- > 0 && !found && !r->skip_numbers;)
            found = !is_immediate(o[i]) && operands_is_number(o[i], to);
    } else if (f && f->how == REFERS_OFFSET) {
        found = operands_is_number(o[n - 1], &v);
        *to = pc + v;
    } else if (f) { /* the instruction puts an upper part into a register */
        upper = operands_is_number(o[n - 1], &v) && n == 2;
        if (f->how != REFERS_PAGE)
            v = addr + (uint64_t)(int64_t)(int32_t)((uint32_t)v << 12);
        if (f->how == REFERS_UPPER_PAGE)
            v = v & ~UINT64_C(0xfff);
    }
    if (r->n && !found && !upper)
        found = refers_find_jump_target(r, operands, to);
    if (r->n) {
        forget_register(r, o[0]);
        if (n == 3 && o[2].s[0] == '[') /* the instruction loads two registers */
            forget_register(r, o[1]);
    }
    if (upper)
        keep_upper(r, o[0], v);
    return found;
}
