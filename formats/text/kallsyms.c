/*
 * Lines are "ADDRESS TYPE NAME", for modules followed by a tab and "[MODULE]". Which of them count is
 * perf 6.1's choice (symbol.c: symbol_type__filter, map__process_kallsym_symbol; kallsyms2elf_binding). Lines
 * of another shape are skipped. All symbols take part in closing gaps, since a module's first symbol ends the
 * kernel's last; those that are not wanted are dropped afterwards.
 */
#include "formats/text/kallsyms.h"

#include <string.h>

#include "core/resolve/labels.h"
#include "formats/text/line.h"

struct line {
    uint64_t addr;
    char type;
    struct span name, module; /* module: with its brackets; empty for the kernel's own */
};

static bool parse(struct span text, struct line *l)
{
    uint64_t addr;
    size_t i = hex_number(text, &addr);
    if (!i || text.n - i < 4 || text.p[i] != ' ' || text.p[i + 2] != ' ')
        return false;
    struct span rest = { text.p + i + 3, text.n - i - 3 };
    const uint8_t *tab = memchr(rest.p, '\t', rest.n);
    size_t name = tab ? (size_t)(tab - rest.p) : rest.n;
    *l = (struct line){ .addr = addr, .type = (char)text.p[i + 1], .name = { rest.p, name } };
    if (tab)
        l->module = (struct span){ tab + 1, rest.n - name - 1 };
    return name > 0 && !memchr(rest.p, 0, rest.n);
}

/* Code (T, W) and data (D, B) of either linkage, and no label; what is global is none. */
static bool counts(const struct line *l)
{
    char upper = (char)(l->type & ~0x20);
    bool local = l->type & 0x20;
    return (upper == 'T' || upper == 'W' || upper == 'D' || upper == 'B') &&
           !(local && label_in_kernel(l->name));
}

static enum symbol_binding binding_of(char type)
{
    return type == 'W' ? SYMBOL_WEAK : type & 0x20 ? SYMBOL_LOCAL : SYMBOL_GLOBAL;
}

static bool is_code(char type)
{
    char upper = (char)(type & ~0x20);
    return upper == 'T' || upper == 'W';
}

static bool is_end(struct span name)
{
    return name.n == sizeof(KALLSYMS_END) - 1 && !memcmp(name.p, KALLSYMS_END, name.n);
}

/* How a listing's first line writes an address: as many digits as a pointer has (linux/kernel/kallsyms.c,
   s_show; binutils' nm). */
static uint8_t bits_of(struct span text)
{
    uint64_t ignored;
    size_t digits = hex_number(text, &ignored);
    return digits == 16 ? 64 : digits == 8 ? 32 : 0;
}

static bool has_addresses(bool any, bool some, struct err *e)
{
    return any ||
           err_set(e, ERR_FORMAT, 0, "%s",
                   some ? "all addresses are 0: it was copied without the right to see them (kptr_restrict)"
                        : "lists no symbols");
}

static bool kallsyms_marks(struct span text, struct kernel_marks *m, struct err *e)
{
    bool any = false, some = false;
    *m = (struct kernel_marks){ .bits = bits_of(text) };
    while (text.n) {
        struct line l;
        if (!parse(next_line(&text), &l))
            continue;
        some |= counts(&l);
        any |= counts(&l) && l.addr;
        if (counts(&l) && !l.module.n && symtab_last_end(l.addr) > m->last_end)
            m->last_end = symtab_last_end(l.addr);
        if (!l.module.n)
            kernel_marks_see(m, (const char *)l.name.p, l.name.n, l.addr);
    }
    return has_addresses(any, some, e);
}

static bool kallsyms_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    bool for_module = in->object->kind == OBJECT_MODULE;
    size_t wanted_len = for_module ? strlen(in->object->name) : 0;
    struct span text = in->bytes;
    uint64_t any = 0;

    while (text.n) {
        struct line l;
        if (!parse(next_line(&text), &l) || !counts(&l))
            continue;
        bool wanted = l.module.n == wanted_len && !is_end(l.name) &&
                      !memcmp(l.module.p ? l.module.p : l.name.p, in->object->name, wanted_len);
        const char *name = wanted ? arena_text(&out->arena, (const char *)l.name.p, l.name.n) : NULL;
        if (wanted && !for_module && is_code(l.type))
            symtab_note_ref(out, name, l.addr);
        struct symbol *added = symtab_add(out, l.addr, 0, binding_of(l.type), name ? name : "");
        added->is_module = l.module.n > 0;
        added->is_object = l.type == 'd' || l.type == 'D' || l.type == 'b' || l.type == 'B';
        any |= l.addr;
        if (wanted && for_module && is_code(l.type) && (!out->text_avma || l.addr < out->text_avma))
            out->text_avma = l.addr;
    }
    if (!has_addresses(any, out->n, e))
        return false;
    symtab_seal(out);

    size_t n = 0;
    for (size_t i = 0; i < out->n; i++)
        if (out->v[i].name[0])
            out->v[n++] = out->v[i];
    out->n = n;
    symtab_sort(out);
    out->space = for_module ? SYMTAB_AVMA : SYMTAB_KERNEL;
    out->is_listing = true;
    return true;
}

bool kallsyms_address(struct span listing, const char *name, uint64_t *addr)
{
    size_t n = strlen(name);
    struct line l;
    while (listing.n)
        if (parse(next_line(&listing), &l) && !l.module.n && l.name.n == n && !memcmp(l.name.p, name, n)) {
            *addr = l.addr;
            return true;
        }
    return false;
}

static bool kallsyms_recognise(struct span bytes)
{
    struct line l;
    return parse(first_line(bytes), &l);
}

const struct symbol_reader kallsyms_reader = {
    .name = "kallsyms",
    .kinds = 1u << WANT_KALLSYMS,
    .recognise = kallsyms_recognise,
    .content = symtab_content_full,
    .marks = kallsyms_marks,
    .read = kallsyms_read,
};
