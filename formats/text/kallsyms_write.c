/*
 * A listing does not say where symbols end. Readers take the beginning of the next symbol. For the last
 * symbol, and between the kernel's symbols and a module's, they take one page after the symbol's own page
 * (symtab.c). If a symbol ends elsewhere, a line marks its end (KALLSYMS_END).
 *
 * Of several symbols at one address the last gets the range, and so wins. perf searches the whole listing for
 * the reference symbol's name and rejects a listing without it. So if another symbol is chosen at its
 * address, the reference symbol is written before that one, as a symbol that covers nothing.
 */
#include "formats/text/kallsyms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct kallsyms_line {
    uint64_t addr, end;
    const char *name, *module;
    char type;
};

struct kallsyms_lines {
    struct kallsyms_line *v;
    size_t n, cap;
};

static void add_listed_line(struct kallsyms_lines *l, struct kallsyms_line line)
{
    *MEM_ADD(l->v, l->n, l->cap) = line;
}

static char symbol_letter(const struct symbol *s)
{
    const char upper = s->is_object ? 'D' : 'T';
    if (s->binding == SYMBOL_WEAK)
        return 'W';
    if (s->binding == SYMBOL_GLOBAL)
        return upper;
    return (char)(upper | 0x20);
}

static void add_refs(struct kallsyms_lines *l, const struct kallsyms_part *p)
{
    static const char *const names[] = { "_text", "_stext" };
    uint64_t addr;
    for (int i = 0; i < 2; i++) {
        if (!symtab_ref_addr(p->table, names[i], &addr))
            continue;
        const struct symbol *there = symtab_find(p->table, addr);
        if (!there || strcmp(there->name, names[i]))
            add_listed_line(l, (struct kallsyms_line){ addr, addr, names[i], p->module, 'T' });
    }
}

static void write_line(const struct kallsyms_line *l, struct text *out)
{
    text_printf(out, "%016" PRIx64 " %c ", l->addr, l->type);
    text_add_clean(out, l->name);
    if (l->module)
        text_printf(out, "\t%s", l->module);
    text_char(out, '\n', 1);
}

/* The address where readers end a symbol that has no mark. */
static uint64_t end_without_word(const struct kallsyms_line *l, const struct kallsyms_line *next)
{
    if (next && !next->module == !l->module)
        return next->addr;
    return symtab_guess_last_end(l->addr);
}

void kallsyms_write(const struct kallsyms_part *parts, size_t n, struct text *out)
{
    struct kallsyms_lines l = { 0 };
    for (size_t i = 0; i < n; i++)
        add_refs(&l, &parts[i]);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < parts[i].table->n; k++) {
            const struct symbol *s = &parts[i].table->v[k];
            add_listed_line(
                &l, (struct kallsyms_line){ s->start, s->end, s->name, parts[i].module, symbol_letter(s) });
        }
    sort_by_first(l.v, l.n, sizeof(*l.v));
    for (size_t i = 0; i < l.n; i++) {
        const struct kallsyms_line *at = &l.v[i], *next = i + 1 < l.n ? at + 1 : NULL;
        write_line(at, out);
        if (at->end != end_without_word(at, next))
            write_line(
                &(struct kallsyms_line){
                    .addr = at->end, .name = KALLSYMS_END, .module = at->module, .type = 't' },
                out);
    }
    free(l.v);
}
