/*
 * Names the slots of procedure linkage tables, which have no symbols. A slot jumps to the address in a word
 * of the global offset table, and the relocation of that word names the callee. The code of the slot shows
 * which word it is (arch.h, struct arch_plt_slot). Slots and relocations need not have the same order.
 *
 * A relocation without a symbol (IRELATIVE) calls a resolver when the program begins. Its slot is named after
 * the IFUNC symbol at the resolver's address. This is the name that callers use, whichever function the
 * resolver chose. Without such a symbol the slot has no name. Slots are found only by their code, so tables
 * of addresses (PowerPC, PA-RISC) have none.
 */
#include "formats/elf/read/image.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/symtab.h"

enum {
    STEP = 4,    /* slots begin at multiples of this on all architectures */
    PAGE = 4096, /* page size of PLT_PAGE (adrp of arm64) */
};

/* A slot. If size is 0, it is the beginning of a section, whose header has no name either. */
struct plt_entry {
    uint64_t got, svma; /* svma of the word, and of the slot */
    uint8_t size;
    const char *name; /* NULL: not named yet */
};

struct plt {
    const struct image *m;
    uint64_t mask;     /* mask for addresses */
    uint64_t base_got; /* base address of PLT_GOT */
    uint64_t relocs;   /* svma of the relocations that `relative` counts */
    uint64_t relative; /* number of relocations without a symbol, which come first */
    struct plt_entry *slots;
    size_t n, cap;
    /* how many bytes of sections may still be read, since sections of a hostile file may overlap */
    size_t budget;
    struct image_symbols symbols; /* .dynsym; empty: relocations name no symbols */
    const char *names;            /* string table of `symbols`, which lives longer */
    const struct symtab *ifuncs;
};

/* ---- slots ---- */

/* The i-th hexadecimal digit, from the highest, of a number of n bytes. */
static int digit_at(const uint8_t *p, size_t n, enum byte_order order, size_t i)
{
    const uint8_t byte = p[order == ORDER_BIG ? i / 2 : n - 1 - i / 2];
    if (i % 2)
        return byte & 15;
    return byte >> 4;
}

static bool is_form(const struct arch_plt_slot *f, const uint8_t *p, enum byte_order order)
{
    for (const char *group = f->code; *group;) {
        size_t n = strcspn(group, " ") / 2;
        for (size_t i = 0; i < 2 * n; i++)
            if (group[i] != '.' && text_hex_digit(group[i]) != digit_at(p, n, order, i))
                return false;
        group += 2 * n;
        group += *group == ' ';
        p += n;
    }
    return true;
}

static uint64_t bit_field(const struct arch_bits *b, const uint8_t *p, enum byte_order order)
{
    uint64_t all = load_number((struct span){ p + b->at, b->size }, order) >> b->low;
    uint64_t top = UINT64_C(1) << (b->bits - 1), v = all & (2 * top - 1);
    if (b->is_signed)
        v = (v ^ top) - top;
    return v << b->shift;
}

/* The svma of the word that a slot at svma reads. */
static uint64_t word_of(const struct plt *t, const struct arch_plt_slot *f, const uint8_t *p, uint64_t svma)
{
    const uint64_t bases[] = {
        [PLT_ABSOLUTE] = 0,
        [PLT_PC] = svma + f->from,
        [PLT_PAGE] = (svma + f->from) & -(uint64_t)PAGE,
        [PLT_GOT] = t->base_got,
    };
    assert(f->base < sizeof(bases) / sizeof(*bases));
    uint64_t v = bases[f->base];
    for (size_t i = 0; i < sizeof(f->part) / sizeof(*f->part) && f->part[i].size; i++)
        v += bit_field(&f->part[i], p, arch_insn_order(t->m->arch));
    return v & t->mask;
}

static const struct arch_plt_slot *form_of(const struct plt *t, struct span code)
{
    for (size_t i = 0; i < t->m->arch->nplt; i++) {
        const struct arch_plt_slot *f = &t->m->arch->plt[i];
        if (f->size <= code.n && is_form(f, code.p, arch_insn_order(t->m->arch)))
            return f;
    }
    return NULL;
}

static void find_slots(struct plt *t, struct span code, uint64_t svma)
{
    while (code.n >= STEP) {
        const struct arch_plt_slot *f = form_of(t, code);
        size_t n = STEP;
        if (f) {
            *MEM_ADD(t->slots, t->n, t->cap) =
                (struct plt_entry){ word_of(t, f, code.p, svma), svma, f->size, NULL };
            n = f->size;
        }
        code.p += n;
        code.n -= n;
        svma += n;
    }
}

/* ---- names ---- */

static const char *symbol_of(const struct plt *t, uint64_t index)
{
    GElf_Sym sym;
    if (index > INT_MAX || !gelf_getsym(t->symbols.data, (int)index, &sym) ||
        sym.st_name >= t->symbols.names.n || !t->names[sym.st_name])
        return NULL;
    return t->names + sym.st_name;
}

/* Read a relocated word. For SHT_REL it is the addend. */
static bool word_at(const struct plt *t, uint64_t svma, uint64_t *word)
{
    const unsigned size = image_address_size(t->m);
    const struct span all = t->m->bytes;
    uint64_t foff;
    if (!image_foff_of_svma(t->m, svma, &foff) || all.n < size || foff > all.n - size)
        return false;
    *word = load_number((struct span){ all.p + foff, size }, t->m->order);
    return true;
}

/* The name of the resolver that a relocation without a symbol calls; NULL: no IFUNC symbol begins there. */
static const char *ifunc_of(const struct plt *t, const GElf_Rela *r, uint32_t type)
{
    uint64_t svma = (uint64_t)r->r_addend, foff;
    if (type == SHT_REL && !word_at(t, r->r_offset, &svma))
        return NULL;
    svma &= t->mask & ~(uint64_t)t->m->arch->function_bits;
    if (!image_foff_of_svma(t->m, svma, &foff))
        return NULL;
    const struct symbol *s = symtab_find(t->ifuncs, foff);
    if (s && s->start == foff)
        return s->name;
    return NULL;
}

/* Name the slots that read the relocated word, unless they have a name. */
static void name_slots(struct plt *t, const GElf_Rela *r, const char *name)
{
    uint64_t got = r->r_offset & t->mask;
    size_t i = sort_count_up_to(t->slots, t->n, sizeof(*t->slots), got);
    for (; name && i && t->slots[i - 1].got == got && !t->slots[i - 1].name; i--)
        t->slots[i - 1].name = name;
}

/* Name the slots of a relocation. `symbols`: whether its symbols are in .dynsym. */
static void see_reloc(struct plt *t, const GElf_Rela *r, uint32_t type, bool symbols)
{
    if (GELF_R_SYM(r->r_info)) {
        if (symbols)
            name_slots(t, r, symbol_of(t, GELF_R_SYM(r->r_info)));
    } else if (t->m->arch->irelative && GELF_R_TYPE(r->r_info) == t->m->arch->irelative) {
        name_slots(t, r, ifunc_of(t, r, type));
    }
}

/* ---- sections ---- */

static bool take_budget(struct plt *t, uint64_t n)
{
    if (n > t->budget)
        return false;
    t->budget -= (size_t)n;
    return true;
}

/* Whether a section is .plt, .plt.sec, .plt.got... Slots in other sections only call resolvers (.iplt of
   arm). */
static bool is_plt(const struct plt *t, const GElf_Shdr *h)
{
    return h->sh_type == SHT_PROGBITS && image_is_executed(h) &&
           !strncmp(image_section_name(t->m, h), ".plt", 4);
}

static void each_section(struct plt *t, void (*see)(struct plt *t, Elf_Scn *s, const GElf_Shdr *h))
{
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(t->m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h))
            see(t, s, &h);
}

static void see_base(struct plt *t, Elf_Scn *s, const GElf_Shdr *h)
{
    if (h->sh_type != SHT_DYNAMIC || t->base_got || !take_budget(t, h->sh_size))
        return;
    Elf_Data *data = elf_getdata(s, NULL);
    GElf_Dyn d;
    for (int i = 0; data && gelf_getdyn(data, i, &d) && d.d_tag; i++) {
        if (d.d_tag == DT_PLTGOT)
            t->base_got = d.d_un.d_ptr;
        else if (d.d_tag == DT_RELA || d.d_tag == DT_REL)
            t->relocs = d.d_un.d_ptr;
        else if (d.d_tag == DT_RELACOUNT || d.d_tag == DT_RELCOUNT)
            t->relative = d.d_un.d_val;
    }
}

static void see_slots(struct plt *t, Elf_Scn *s UNUSED, const GElf_Shdr *h)
{
    if (!is_plt(t, h))
        return;
    struct span code = image_section_bytes(t->m, h);
    if (!code.n || !take_budget(t, code.n))
        return;
    *MEM_ADD(t->slots, t->n, t->cap) = (struct plt_entry){ .got = UINT64_MAX, .svma = h->sh_addr };
    find_slots(t, code, h->sh_addr);
}

static void see_relocs(struct plt *t, Elf_Scn *s, const GElf_Shdr *h)
{
    GElf_Rela r;
    if (!image_is_reloc(h) || !image_is_loaded(h) || !take_budget(t, h->sh_size))
        return;
    const bool symbols = t->names && h->sh_link == t->symbols.section;
    Elf_Data *data = elf_getdata(s, NULL);
    uint64_t first = 0;
    if (h->sh_addr == t->relocs)
        first = t->relative;
    if (!data || first > INT_MAX)
        return;
    for (int i = (int)first; i < INT_MAX && image_reloc(data, h->sh_type, i, &r); i++)
        see_reloc(t, &r, h->sh_type, symbols);
}

static void find_symbols(struct plt *t, const char *known, struct symtab *all)
{
    const struct span *names = &t->symbols.names;
    if (image_open_symbols(t->m, ".dynsym", SHT_DYNSYM, &t->symbols)) {
        if (known)
            t->names = known;
        else
            t->names = arena_text(&all->arena, (const char *)names->p, names->n);
    }
}

/* Add named slots to the table. Slots without a name cut the guessed ends of symbols before them. */
static void add_slots(const struct plt *p, struct symtab *t)
{
    uint64_t *nameless = mem_new(p->n, sizeof(*nameless)), foff;
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (image_foff_of_svma(p->m, p->slots[i].svma, &foff) && !p->slots[i].name)
            nameless[n++] = foff;
    sort_by_first(nameless, n, sizeof(*nameless));
    symtab_cut_guessed_ends(t, nameless, n);
    for (size_t i = 0; i < p->n; i++)
        if (p->slots[i].name && p->slots[i].size && image_foff_of_svma(p->m, p->slots[i].svma, &foff))
            symtab_add(t, foff, p->slots[i].size, SYMBOL_GLOBAL, p->slots[i].name)->is_plt = true;
    free(nameless);
}

void image_plt_add(const struct image *m, const char *names, const struct symtab *ifuncs, struct symtab *t)
{
    struct plt p = { .m = m, .mask = UINT32_MAX, .budget = m->bytes.n, .ifuncs = ifuncs };
    if (!m->arch || !m->arch->nplt)
        return;
    if (image_is_wide(m))
        p.mask = UINT64_MAX;
    each_section(&p, see_base);
    each_section(&p, see_slots);
    if (p.n) {
        find_symbols(&p, names, t);
        sort_by_first(p.slots, p.n, sizeof(*p.slots));
        each_section(&p, see_relocs);
    }
    add_slots(&p, t);
    free(p.slots);
}
