#include "core/annotate/match/match.h"

#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

enum { LONG = 3 };                           /* instructions in a shingle */
enum { IS_MEMORY = 1, IS_NUMBER, IS_OTHER }; /* kinds of operands */

/* Whether an operand begins like a number of a disassembler: 12, -0x1f, #0x10, $16. */
static bool is_number(char first)
{
    return (first >= '0' && first <= '9') || first == '$' || first == '#' || first == '-';
}

/* The shingles found so far. */
struct likeness_making {
    struct likeness l;
    size_t cap;
};

/* Adds the hash of a shingle. The lowest bit tells runs of instructions from numbers. */
static void likeness_add(struct likeness_making *m, uint64_t hash, bool is_run)
{
    *MEM_ADD(m->l.v, m->l.n, m->cap) = (hash & ~UINT64_C(1)) | is_run;
}

/* Mixes the kinds of the operands into a hash: register, memory (in brackets) or number. The value of a
   number may be part of an address, which differs in another build. So it is a separate shingle. */
static uint64_t add_operands(struct likeness_making *m, uint64_t hash, const struct insn *i)
{
    for (const char *s = i->operands; *s;) {
        const char *from = s;
        bool memory = false;
        for (int depth = 0; *s && (depth > 0 || *s != ','); s++) {
            memory = memory || *s == '(' || *s == '[';
            depth += (*s == '(' || *s == '[' || *s == '{') - (*s == ')' || *s == ']' || *s == '}');
        }
        uint64_t kind = IS_OTHER;
        if (memory)
            kind = IS_MEMORY;
        else if (is_number(*from))
            kind = IS_NUMBER;
        hash = hash_u64(hash + kind);
        if (kind == IS_NUMBER && !i->has_refers)
            likeness_add(m, hash ^ hash_bytes(from, (size_t)(s - from)), false);
        s += strspn(s, ", ");
    }
    return hash;
}

/* A hash of the instruction's meaning; 0: it is left out. */
static uint64_t meaning(struct likeness_making *m, const struct insn *i)
{
    const bool is_none = i->kind == INSN_DATA || i->kind == INSN_UNKNOWN;
    if (is_none || strstr(i->mnemonic, "nop"))
        return 0;
    uint64_t hash = hash_bytes(i->mnemonic, strlen(i->mnemonic));
    if (!i->has_target)
        hash = add_operands(m, hash, i);
    if (hash)
        return hash;
    return 1;
}

static int likeness_by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

struct likeness likeness_make(const struct insn *const *v, size_t n)
{
    struct likeness_making m = { .cap = 0 };
    uint64_t last[LONG] = { 0 };
    size_t seen = 0, kept = 0;
    for (size_t i = 0; i < n && seen < LIKENESS_MOST; i++) {
        const uint64_t one = v[i] ? meaning(&m, v[i]) : 0;
        if (!one)
            continue;
        memmove(last, last + 1, sizeof(last) - sizeof(*last));
        last[LONG - 1] = one;
        if (++seen >= LONG)
            likeness_add(&m, hash_bytes(last, sizeof(last)), true);
    }
    mem_sort(m.l.v, m.l.n, sizeof(*m.l.v), likeness_by_number);
    for (size_t i = 0; i < m.l.n; i++)
        if (!kept || m.l.v[i] != m.l.v[kept - 1]) {
            m.l.runs += m.l.v[i] & 1;
            m.l.v[kept++] = m.l.v[i];
        }
    m.l.n = kept;
    return m.l;
}

void likeness_free(struct likeness *l)
{
    free(l->v);
    *l = (struct likeness){ 0 };
}

double likeness_of(const struct likeness *a, const struct likeness *b)
{
    size_t both = 0;
    if (a->runs < LIKENESS_FEWEST || b->runs < LIKENESS_FEWEST)
        return 0;
    for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
        both += a->v[i] == b->v[k];
        const bool next = a->v[i] <= b->v[k];
        k += a->v[i] >= b->v[k];
        i += next;
    }
    return (double)both / (double)(a->n + b->n - both);
}
