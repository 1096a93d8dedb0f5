#include "formats/elf/unwind/cfi.h"

#include <assert.h>
#include <string.h>

#include "core/base/mem.h"

static void see_symbol(struct sigreturn *s, const char *name, uint64_t svma)
{
    const struct arch_signal_frame *known = s->arch->signal_frames;
    for (size_t i = 0; i < sizeof(s->arch->signal_frames) / sizeof(*known) && known[i].symbol; i++)
        if (!strcmp(known[i].symbol, name))
            s->v[s->v[0].frame != NULL] = (struct sigreturn_at){ &known[i], svma };
}

void sigreturn_open(struct sigreturn *s, const struct image *m)
{
    struct image_symbols table;
    GElf_Sym symbol;
    *s = (struct sigreturn){ .arch = m->arch };
    if (!m->arch || !m->arch->signal_frames[0].symbol)
        return;
    const bool is_full = m->arch->bits ==
                         image_bits(m); /* false: 32-bit pointers on a 64-bit machine (x32, n32) */
    if (!is_full || !image_open_symbols(m, ".dynsym", SHT_DYNSYM, &table))
        return;
    struct span text = table.names;
    while (text.n && text.p[text.n - 1]) /* cut the string table so that all its names end */
        text.n--;
    for (int i = 0; i < table.n && gelf_getsym(table.data, i, &symbol); i++)
        if (symbol.st_name < text.n)
            see_symbol(s, (const char *)text.p + symbol.st_name, symbol.st_value);
}

static struct unwind_rule *signal_rule(const struct arch *a, const struct arch_signal_frame *f)
{
    assert(f->first <= f->last);
    const int word = a->bits / 8;
    struct unwind_rule *r = mem_new(1, sizeof(*r) + (f->last - f->first + 2u) * sizeof(*r->cells));
    r->cfa = (struct unwind_cell){ .how = HOW_REGISTER, .from = (uint16_t)arch_reg_by_name(a, a->sp)->dwarf };
    r->found = UNWIND_BY_CFI;
    r->ra = f->pc;
    r->signal_frame = true;
    for (int i = f->first; i <= f->last; i++)
        r->cells[r->ncells++] =
            (struct unwind_cell){ .reg = (uint8_t)i, .how = HOW_SAVED, .n = f->at + word * i };
    r->cells[r->ncells++] = (struct unwind_cell){ .reg = f->pc, .how = HOW_SAVED, .n = f->pc_at };
    return r;
}

/* The handler did not call the function. But callers are looked up by the address before the return
   address, which is here before the function's first byte. */
struct unwind_rule *sigreturn_rule(const struct sigreturn *s, uint64_t svma)
{
    for (size_t i = 0; i < 2 && s->v[i].frame; i++) {
        const struct sigreturn_at *at = &s->v[i];
        if (svma + 1 < at->svma || svma >= at->svma + at->frame->size)
            continue;
        struct unwind_rule *r = signal_rule(s->arch, at->frame);
        r->start = at->svma - 1;
        r->end = at->svma + at->frame->size;
        return r;
    }
    return NULL;
}
