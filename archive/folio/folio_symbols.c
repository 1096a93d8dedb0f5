#include "archive/folio/folio_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* gabi, "Special Section Indexes", "Symbol Types" */
enum { SHN_ABSOLUTE = 0xfff1, TYPE_OBJECT = 1, TYPE_FUNC = 2 };

/* Maps a signed difference to an unsigned number that is small if the difference is small. */
static uint64_t zigzag(uint64_t d)
{
    return d << 1 ^ (0 - (d >> 63));
}

static uint64_t unzigzag(uint64_t v)
{
    return v >> 1 ^ (0 - (v & 1));
}

/* st_info: the type and, above it, the binding (gabi, ELF64_ST_INFO). enum symbol_binding has gabi's
   numbers. */
static char info_of(const struct symbol *s)
{
    const unsigned type = s->is_object ? TYPE_OBJECT : TYPE_FUNC;
    return (char)((unsigned)s->binding << 4 | type);
}

static char other_of(const struct symbol *s)
{
    unsigned other = 0;
    if (s->is_plt)
        other |= FOLIO_SYMBOL_PLT;
    if (s->is_guess)
        other |= FOLIO_SYMBOL_GUESS;
    if (s->is_module)
        other |= FOLIO_SYMBOL_MODULE;
    if (s->is_inert)
        other |= FOLIO_SYMBOL_INERT;
    return (char)other;
}

static bool apply(struct symbol *s, uint8_t info, uint8_t other)
{
    if (info >> 4 > SYMBOL_WEAK)
        return false;
    s->binding = info >> 4 & 3;
    s->is_object = (info & 15) == TYPE_OBJECT;
    s->is_plt = other & FOLIO_SYMBOL_PLT;
    s->is_guess = other & FOLIO_SYMBOL_GUESS;
    s->is_module = other & FOLIO_SYMBOL_MODULE;
    s->is_inert = other & FOLIO_SYMBOL_INERT;
    return true;
}

uint32_t folio_put_symtab(const struct symtab *t, const uint8_t *touched, const struct strings *strings,
                          struct text *out)
{
    uint32_t first_global = 1, n = 1;
    text_char(out, 0, FOLIO_SYM_BYTES); /* every table begins with an empty symbol */
    for (int local = 1; local >= 0; local--) {
        for (size_t i = 0; i < t->n; i++) {
            const struct symbol *s = &t->v[i];
            if ((s->binding == SYMBOL_LOCAL) != local || !folio_symbols_is_reachable(touched, i))
                continue;
            text_little_endian(out, strings_at(strings, s->name), 4);
            text_char(out, info_of(s), 1);
            text_char(out, other_of(s), 1);
            text_little_endian(out, SHN_ABSOLUTE, 2);
            text_little_endian(out, s->start, 8);
            text_little_endian(out, s->end - s->start, 8);
            n++;
        }
        if (local)
            first_global = n;
    }
    return first_global;
}

void folio_put_rest(const struct symtab *t, const uint8_t *touched, struct text *out)
{
    size_t n = 0;
    const struct symbol **rest = mem_new(t->n, sizeof(*rest));
    for (size_t i = 0; i < t->n; i++)
        if (!touched || !folio_symbols_is_reachable(touched, i))
            rest[n++] = &t->v[i];
    text_uleb(out, n);
    uint64_t before = 0;
    for (size_t i = 0; i < n; i++) {
        text_uleb(out, rest[i]->start - before);
        before = rest[i]->start;
    }
    for (size_t i = 0; i < n; i++) { /* most symbols end where the next one starts */
        const struct symbol *next = i + 1 < n ? rest[i + 1] : rest[i];
        text_uleb(out, zigzag(rest[i]->end - next->start));
    }
    for (size_t i = 0; i < n; i++)
        text_char(out, info_of(rest[i]), 1);
    for (size_t i = 0; i < n; i++)
        text_char(out, other_of(rest[i]), 1);
    for (size_t i = 0; i < n; i++)
        text_add_n(out, rest[i]->name, strlen(rest[i]->name) + 1);
    free(rest);
}

bool folio_take_symtab(struct span section, struct span strings, struct symtab *t, struct err *e)
{
    if (!section.n || section.n % FOLIO_SYM_BYTES || !strings.n || strings.p[strings.n - 1])
        return err_set(e, ERR_FORMAT, 0,
                       "the symbol table has %zu bytes, not a multiple of 24, or its names do not end in NUL",
                       section.n);
    const char *names = (const char *)strings.p;
    struct cur c = cur_of(section, ORDER_LITTLE);
    cur_take(&c, FOLIO_SYM_BYTES);
    while (c.left) {
        uint32_t name = cur_u32(&c);
        uint8_t info = cur_u8(&c), other = cur_u8(&c);
        cur_u16(&c);
        uint64_t start = cur_u64(&c), size = cur_u64(&c);
        if (name >= strings.n || size > UINT64_MAX - start)
            return err_set(
                e, ERR_FORMAT, 0,
                "a symbol's name is at offset %u of %zu bytes of names, or the symbol ends beyond the last "
                "address",
                name, strings.n);
        if (!apply(symtab_add(t, start, size, SYMBOL_LOCAL, names + name), info, other))
            return err_set(e, ERR_FORMAT, 0, "a symbol's st_info is 0x%x", info);
    }
    return true;
}

bool folio_take_rest(struct span columns, struct symtab *t, struct err *e)
{
    static const char broken[] = "the list of symbols is too short, too long, or holds an invalid number";
    struct cur c = cur_of(columns, ORDER_LITTLE);
    uint64_t n = cur_uleb(&c);
    if (c.bad || n > c.left / 5) /* each symbol has at least five bytes: start, size, two flags and name */
        return err_set(e, ERR_FORMAT, 0, "%s", broken);
    if (!n)
        return !c.left || err_set(e, ERR_FORMAT, 0, "%s", broken);
    size_t first = t->n;
    uint64_t at = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t delta = cur_uleb(&c);
        if (c.bad || delta > UINT64_MAX - at)
            return err_set(e, ERR_FORMAT, 0, "%s", broken);
        at += delta;
        symtab_add(t, at, 0, SYMBOL_LOCAL, "");
    }
    struct symbol *v = t->v + first;
    for (uint64_t i = 0; i < n; i++) {
        const struct symbol *next = i + 1 < n ? &v[i + 1] : &v[i];
        v[i].end = next->start + unzigzag(cur_uleb(&c));
        if (c.bad || v[i].end < v[i].start)
            return err_set(e, ERR_FORMAT, 0, "%s", broken);
    }
    struct span info = cur_take(&c, n), other = cur_take(&c, n);
    for (uint64_t i = 0; i < n && !c.bad; i++)
        if (!apply(&v[i], info.p[i], other.p[i]))
            c.bad = true;
    if (c.bad || !c.left || c.p[c.left - 1])
        return err_set(e, ERR_FORMAT, 0, "%s", broken);
    const char *names = arena_text(&t->arena, (const char *)c.p, c.left), *end = names + c.left;
    for (uint64_t i = 0; i < n; i++, names += strlen(names) + 1) {
        if (names == end)
            return err_set(e, ERR_FORMAT, 0, "%s", broken);
        v[i].name = names;
    }
    return names == end || err_set(e, ERR_FORMAT, 0, "%s", broken);
}

void folio_put_times(const struct symtab *t, struct text *out)
{
    if (t->nreplaced)
        text_uleb(out, t->nreplaced);
    for (size_t i = 0; i < t->nreplaced; i++) {
        const struct replaced_code *c = &t->replaced[i];
        text_uleb(out, c->avma);
        text_uleb(out, c->len);
        text_uleb(out, c->from);
        text_uleb(out, c->at);
    }
}

bool folio_take_times(struct span section, struct symtab *t, struct err *e)
{
    struct cur c = cur_of(section, ORDER_LITTLE);
    uint64_t n = cur_uleb(&c);
    /* each row has four numbers of at least one byte */
    for (bool sound = n <= c.left / 4; n && !c.bad; n--) {
        struct replaced_code r = { cur_uleb(&c), 0, 0, 0 };
        r.len = cur_uleb(&c);
        r.from = cur_uleb(&c);
        r.at = cur_uleb(&c);
        c.bad = c.bad || !sound || !r.len || r.len > UINT64_MAX - r.avma || r.len > UINT64_MAX - r.at;
        if (!c.bad)
            *MEM_ADD(t->replaced, t->nreplaced, t->cap_replaced) = r;
    }
    return (!c.bad && !c.left) ||
           err_set(e, ERR_FORMAT, 0,
                   "the list of times of generated code is too short, too long, or holds an invalid number");
}

/* The sort is stable. If a slot of the PLT and a symbol have the same address, the slot stays after the
   symbol, in the order in which they were added (formats/elf/read/plt.c). */
void folio_sort_symbols(struct symtab *t)
{
    struct symbol *slots = mem_new(t->n, sizeof(*slots));
    size_t n = 0, nslots = 0;
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].is_plt)
            slots[nslots++] = t->v[i];
        else
            t->v[n++] = t->v[i];
    for (size_t i = 0; i < nslots; i++)
        t->v[n + i] = slots[i];
    free(slots);
    symtab_sort(t);
}
