/*
 * Lines are "ADDRESS TYPE NAME", for modules followed by a tab and "[MODULE]". Symbols are selected as in
 * perf 6.1 (symbol.c: symbol_type__filter, map__process_kallsym_symbol; kallsyms2elf_binding). Lines of
 * another form are skipped. Symbols that are not wanted are dropped only after ends are set, since they bound
 * the wanted symbols.
 */
#include "formats/text/kallsyms.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/resolve/labels.h"
#include "formats/text/line.h"

/* Bytes of a part: listings have 10 to 20 MiB, and threads read parts of them. A line belongs to the part
   in which it begins. */
enum { PART = 1 << 18 };

struct listed_symbol {
    uint64_t addr;
    char type;
    struct span name, module; /* module: with its brackets; empty for the kernel's own symbols */
};

static bool parse_symbol(struct span text, struct listed_symbol *l)
{
    uint64_t addr;
    size_t i = hex_number(text, &addr);
    if (!i || text.n - i < 4 || text.p[i] != ' ' || text.p[i + 2] != ' ')
        return false;
    struct span rest = { text.p + i + 3, text.n - i - 3 };
    const uint8_t *tab = memchr(rest.p, '\t', rest.n);
    size_t name = tab ? (size_t)(tab - rest.p) : rest.n;
    *l = (struct listed_symbol){ .addr = addr, .type = (char)text.p[i + 1], .name = { rest.p, name } };
    if (tab)
        l->module = (struct span){ tab + 1, rest.n - name - 1 };
    return name > 0 && !memchr(rest.p, 0, rest.n);
}

static bool is_code(char type)
{
    const char upper = (char)(type & ~0x20);
    return upper == 'T' || upper == 'W';
}

static bool is_data(char type)
{
    const char upper = (char)(type & ~0x20);
    return upper == 'D' || upper == 'B';
}

/* Whether a symbol is used: code (T, W) and data (D, B), global or local, but not a local label. A
   module's symbol at 0 is not used, since its address was hidden (kptr_restrict). */
static bool counts(const struct listed_symbol *l)
{
    if (l->module.n && !l->addr)
        return false;
    const bool local = l->type & 0x20;
    return (is_code(l->type) || is_data(l->type)) && !(local && label_in_kernel(l->name));
}

static enum symbol_binding binding_of(char type)
{
    if (type == 'W')
        return SYMBOL_WEAK;
    if (type & 0x20)
        return SYMBOL_LOCAL;
    return SYMBOL_GLOBAL;
}

static bool is_end(struct span name)
{
    return name.n == sizeof(KALLSYMS_END) - 1 && !memcmp(name.p, KALLSYMS_END, name.n);
}

/* The number of bits of an address, by the digits in the first line, which are those of a pointer
   (linux/kernel/kallsyms.c, s_show; binutils' nm). 0: unknown. */
static uint8_t listed_address_bits(struct span text)
{
    uint64_t ignored;
    size_t digits = hex_number(text, &ignored);
    if (digits == 16)
        return 64;
    if (digits == 8)
        return 32;
    return 0;
}

static bool has_addresses(bool any, bool some, struct err *e)
{
    if (some && !any)
        return err_set(e, ERR_FORMAT, 0,
                       "all addresses are 0: it was copied without the right to see them (kptr_restrict)");
    return any || err_set(e, ERR_FORMAT, 0, "lists no symbols");
}

/* The lines that begin in a part of the text. */
struct listed_lines {
    struct span text; /* from the next line on */
    const uint8_t *end;
};

static struct listed_lines lines_of(struct span text, size_t from, size_t to)
{
    const uint8_t *p = text.p + from, *end = text.p + to;
    if (from) { /* a line that began earlier belongs to the previous part */
        const uint8_t *before = memchr(p - 1, '\n', to - from);
        p = before ? before + 1 : end;
    }
    return (struct listed_lines){ { p, (size_t)(text.p + text.n - p) }, end };
}

static bool listed_next(struct listed_lines *l, struct listed_symbol *out)
{
    while (l->text.p < l->end)
        if (parse_symbol(next_line(&l->text), out))
            return true;
    return false;
}

struct marking {
    struct span text;
    struct marked {
        struct kernel_marks m;
        bool any, some;
    } * parts;
};

static void mark_part(void *arg, size_t from, size_t to)
{
    const struct marking *all = arg;
    struct marked *p = &all->parts[from / PART];
    struct listed_lines lines = lines_of(all->text, from, to);
    for (struct listed_symbol l; listed_next(&lines, &l);) {
        p->some |= counts(&l);
        p->any |= counts(&l) && l.addr;
        if (counts(&l) && !l.module.n && symtab_guess_last_end(l.addr) > p->m.last_end)
            p->m.last_end = symtab_guess_last_end(l.addr);
        if (!l.module.n)
            kernel_marks_see(&p->m, (const char *)l.name.p, l.name.n, l.addr);
    }
}

static bool kallsyms_marks(struct span text, struct kernel_marks *m, struct err *e)
{
    const size_t n = text.n / PART + 1;
    struct marking all = { text, mem_new(n, sizeof(*all.parts)) };
    bool any = false, some = false;
    threads_run_ranges(file_processors(), text.n, PART, mark_part, &all);
    *m = (struct kernel_marks){ .bits = listed_address_bits(text) };
    for (const struct marked *p = all.parts; p < all.parts + n; p++) {
        any |= p->any;
        some |= p->some;
        if (p->m.last_end > m->last_end)
            m->last_end = p->m.last_end;
        for (int i = 0; i < MARKS; i++) {
            if (!m->has[i])
                m->addr[i] = p->m.addr[i];
            m->has[i] |= p->m.has[i];
        }
    }
    free(all.parts);
    return has_addresses(any, some, e);
}

struct kallsyms_reading {
    const struct symbol_input *in;
    struct symtab *out, *parts;
    size_t *before; /* by part: the number of symbols in earlier parts */
};

/* Whether a line is for a module; `module` NULL: for the kernel itself. */
static bool is_of(const struct listed_symbol *l, const char *module)
{
    if (!module || !l->module.n)
        return !module && !l->module.n;
    return l->module.n == strlen(module) && !memcmp(l->module.p, module, l->module.n);
}

/* Note a code symbol if it is a reference symbol of the kernel, or the beginning of a module. */
static void see_code(struct symtab *out, const char *name, uint64_t addr, const char *module)
{
    if (!module)
        symtab_note_ref(out, name, addr);
    else if (!out->text_avma || addr < out->text_avma)
        out->text_avma = addr;
}

static void read_part(void *arg, size_t from, size_t to)
{
    assert(from % PART == 0);
    const struct kallsyms_reading *all = arg;
    const struct symbol_input *in = all->in;
    struct symtab *out = &all->parts[from / PART];
    const char *module = in->object->kind == OBJECT_MODULE ? in->object->name : NULL;
    struct listed_lines lines = lines_of(in->bytes, from, to);

    out->demangle = all->out->demangle;
    for (struct listed_symbol l; listed_next(&lines, &l);) {
        if (!counts(&l))
            continue;
        const bool wanted = is_of(&l, module) && !is_end(l.name);
        const char *name = "";
        if (wanted)
            name = arena_text(&out->arena, (const char *)l.name.p, l.name.n);
        if (wanted && is_code(l.type))
            see_code(out, name, l.addr, module);
        struct symbol *added = symtab_add(out, l.addr, 0, binding_of(l.type), name);
        added->is_module = l.module.n > 0;
        added->is_object = is_data(l.type);
    }
}

static void put_parts(void *arg, size_t from, size_t to)
{
    const struct kallsyms_reading *all = arg;
    for (size_t i = from; i < to; i++)
        if (all->parts[i].n)
            memcpy(all->out->v + all->before[i], all->parts[i].v, all->parts[i].n * sizeof(*all->out->v));
}

/* Join the symbols of all parts, as if they had been read as one part. */
static void join_tables(struct kallsyms_reading *all, size_t n)
{
    struct symtab *out = all->out;
    for (size_t i = 0; i < n; i++) {
        struct symtab *p = &all->parts[i];
        all->before[i] = out->n;
        out->n += p->n;
        for (int k = 0; k < SYMTAB_REFS; k++) {
            if (!out->has_ref[k])
                out->ref_addr[k] = p->ref_addr[k];
            out->has_ref[k] |= p->has_ref[k];
        }
        if (p->text_avma && (!out->text_avma || p->text_avma < out->text_avma))
            out->text_avma = p->text_avma;
        arena_join(&out->arena, &p->arena);
    }
    out->v = mem_resize(out->v, out->cap = out->n, sizeof(*out->v));
    threads_run_ranges(file_processors(), n, 1, put_parts, all);
    for (size_t i = 0; i < n; i++)
        free(all->parts[i].v);
}

static bool kallsyms_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    const size_t parts = in->bytes.n / PART + 1;
    struct kallsyms_reading all = { in, out, mem_new(parts, sizeof(*all.parts)),
                                    mem_new(parts, sizeof(*all.before)) };
    uint64_t any = 0;
    threads_run_ranges(file_processors(), in->bytes.n, PART, read_part, &all);
    join_tables(&all, parts);
    free(all.parts);
    free(all.before);
    for (size_t i = 0; i < out->n && !any; i++)
        any = out->v[i].start;
    if (!has_addresses(any, out->n, e))
        return false;
    symtab_seal(out);

    size_t n = 0;
    for (size_t i = 0; i < out->n; i++)
        if (out->v[i].name[0])
            out->v[n++] = out->v[i];
    out->n = n;
    symtab_sort(out);
    if (in->object->kind == OBJECT_MODULE)
        out->space = SYMTAB_AVMA;
    else
        out->space = SYMTAB_KERNEL;
    out->is_listing = true;
    return true;
}

bool kallsyms_address(struct span listing, const char *name, uint64_t *addr)
{
    size_t n = strlen(name);
    struct listed_symbol l;
    while (listing.n) {
        if (!parse_symbol(next_line(&listing), &l) || l.module.n)
            continue;
        if (l.name.n == n && !memcmp(l.name.p, name, n)) {
            *addr = l.addr;
            return true;
        }
    }
    return false;
}

static bool kallsyms_recognise(struct span bytes)
{
    struct listed_symbol l;
    return parse_symbol(first_line(bytes), &l);
}

const struct symbol_reader kallsyms_reader = {
    .name = "kallsyms",
    .kinds = 1u << WANT_KALLSYMS,
    .recognise = kallsyms_recognise,
    .content = symtab_content_full,
    .marks = kallsyms_marks,
    .read = kallsyms_read,
};
