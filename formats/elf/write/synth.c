/*
 * The parts of a file that perf 6.1 needs to read the same symbols back (tools/perf/util/symbol-elf.c:
 * dso__load_sym_internal, dso__process_kernel_symbol):
 *
 *   - A symbol is used if its section is loaded (SHF_ALLOC). For user objects the first PT_LOAD that covers
 *     its address, else its section, converts the address to a file offset. For the kernel and modules the
 *     section does; their maps are put where .text is, and all other sections become separate objects.
 *   - Modules are ET_REL, with section addresses of 0. A kernel's addresses move as far as a reference symbol
 *     (_text, _stext) has moved; perf searches all of .symtab for its name.
 *   - .note.gnu.build-id must be the wanted one.
 *
 * So the smallest file has one PT_LOAD and one .text over all symbols, at addresses equal to their file
 * offsets, and no contents: SHT_NOBITS, and an empty list of an ELF subset's ranges. A kernel's symbols below
 * the reference symbol (x86's per-CPU data begin at 0) are outside of .text; otherwise its map would cover
 * everything.
 */
#include "formats/elf/write/synth.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/write/elf_out.h"
#include "formats/elf/read/image.h"
#include "formats/elf/write/elf_subset.h"

struct synth_job {
    const struct elf_synth *what;
    struct elf_out out;
    struct image image;                 /* opened from what->image; closed if that is empty */
    struct numbered *by_svma, *by_foff; /* loaded sections */
    size_t nsections;
    size_t text;             /* index of .text; 0: none */
    const struct arch *arch; /* NULL: unknown */
};

/* The lowest address of the kernel's reference symbols; `first` if the table has none. */
static uint64_t kernel_start(const struct symtab *t, uint64_t first)
{
    uint64_t start = UINT64_MAX;
    for (int i = 0; i < SYMTAB_REFS; i++)
        if (t->has_ref[i] && t->ref_addr[i] < start)
            start = t->ref_addr[i];
    if (start < UINT64_MAX)
        return start;
    return first;
}

/* Add a section without contents over the symbols that begin in [start, end). */
static void add_blank(struct synth_job *j, const char *name, uint64_t flags, uint64_t start, uint64_t end)
{
    const struct symtab *t = j->what->table;
    uint64_t last = start;
    for (size_t i = 0; i < t->n && t->v[i].start < end; i++) {
        if (t->v[i].end > last)
            last = t->v[i].end;
    }
    if (last > end)
        last = end;
    GElf_Shdr h = { .sh_type = SHT_NOBITS,
                    .sh_flags = SHF_ALLOC | flags,
                    .sh_addr = start,
                    .sh_offset = start,
                    .sh_size = last - start,
                    .sh_addralign = 1 };
    if (j->what->kind == OBJECT_MODULE)
        h.sh_addr = 0;
    if (j->what->kind == OBJECT_KERNEL)
        h.sh_offset = 0;
    elf_out_add_section(&j->out, name, h, (struct span){ NULL, 0 });
}

/* Add a segment over a section, without bytes in the file. */
static void add_load(struct elf_out *o, const GElf_Shdr *h)
{
    GElf_Phdr p = { .p_type = PT_LOAD,
                    .p_flags = PF_R | PF_W,
                    .p_offset = h->sh_offset,
                    .p_vaddr = h->sh_addr,
                    .p_paddr = h->sh_addr,
                    .p_memsz = h->sh_size,
                    .p_align = 1 };
    if (image_is_executed(h))
        p.p_flags = PF_R | PF_X;
    elf_out_write_segment(o, &p);
}

/* Add the ELF header (gabi). elf_out_end() fills in the offset of the section headers. */
static void add_elf_header(struct elf_out *o, uint16_t type, uint16_t machine, size_t nloads)
{
    const struct elf_layout *l = elf_out_layout(o);
    uint64_t segments = 0, segment = 0; /* offset of the program headers, and the size of one */
    if (nloads) {
        segments = l->header;
        segment = l->segment;
    }
    elf_out_write_ident(o);
    elf_out_fields(
        o, o->file, "224www4222",
        (const uint64_t[]){ type, machine, EV_CURRENT, 0, segments, 0, 0, l->header, segment, nloads });
    text_char(o->file, 0, 6);
}

/* Add a note with the build-id (gabi, "Note Section"). */
static void add_note(struct elf_out *o, const struct build_id *id)
{
    struct text note = { 0 };
    elf_out_fields(o, &note, "444", (const uint64_t[]){ sizeof("GNU"), id->n, NT_GNU_BUILD_ID });
    text_add_n(&note, "GNU", sizeof("GNU"));
    text_add_n(&note, (const char *)id->bytes, id->n);
    text_char(&note, 0, -note.n & 3);
    elf_out_add_section(o, ".note.gnu.build-id", (GElf_Shdr){ .sh_type = SHT_NOTE, .sh_addralign = 4 },
                        (struct span){ (const uint8_t *)arena_text(&o->arena, note.s, note.n), note.n });
    text_free(&note);
}

static void begin_blank(struct synth_job *j, struct text *out)
{
    const struct elf_synth *w = j->what;
    const struct symtab *t = w->table;
    const uint64_t first = t->n ? t->v[0].start : 0;
    uint64_t start = first;
    uint16_t type = ET_DYN;
    if (w->kind == OBJECT_KERNEL) {
        start = kernel_start(t, first);
        type = ET_EXEC;
    } else if (w->kind == OBJECT_MODULE) {
        start = t->text_foff;
        type = ET_REL;
    }
    struct elf_out *o = &j->out;
    *o = (struct elf_out){ .wide = w->bits == 64, .order = w->order, .file = out };
    elf_out_add_section(o, "", (GElf_Shdr){ 0 }, (struct span){ NULL, 0 });
    if (first < start)
        add_blank(j, ".data", SHF_WRITE, first, start);
    add_blank(j, ".text", SHF_EXECINSTR, start, UINT64_MAX);

    const size_t nloads = type == ET_REL ? 0 : o->n - 1;
    add_elf_header(o, type, w->machine, nloads);
    for (size_t i = 0; i < nloads; i++)
        add_load(o, &o->sections[1 + i].header);
    if (w->id.n)
        add_note(o, &w->id);
    elf_subset_add_ranges(o, &(struct elf_ranges){ 0 });
}

static bool begin_with_image(struct synth_job *j, struct text *out, struct err *e)
{
    struct elf_ranges kept;
    if (!image_open(&j->image, j->what->image, e) ||
        !elf_subset_begin(&j->out, j->what->image, out, &kept, e))
        return false;
    elf_subset_add_ranges(&j->out, &kept);
    return true;
}

static void list_loaded_sections(struct synth_job *j)
{
    j->by_svma = mem_new(j->out.n, sizeof(*j->by_svma));
    j->by_foff = mem_new(j->out.n, sizeof(*j->by_foff));
    for (size_t i = 1; i < j->out.n; i++) {
        const GElf_Shdr *h = &j->out.sections[i].header;
        /* the addresses of .tbss overlap those of the next section */
        const bool is_thread_local = h->sh_flags & SHF_TLS;
        if (!image_is_loaded(h) || !h->sh_size || is_thread_local)
            continue;
        if (!j->text && !strcmp(elf_out_name(&j->out, i), ".text"))
            j->text = i;
        j->by_svma[j->nsections] = (struct numbered){ h->sh_addr, (uint32_t)i };
        j->by_foff[j->nsections++] = (struct numbered){ h->sh_offset, (uint32_t)i };
    }
    sort_by_number(j->by_svma, j->nsections);
    sort_by_number(j->by_foff, j->nsections);
}

/* The section that contains an address, or ends there (as for symbols that mark an end); 0: none. */
static size_t section_at(const struct synth_job *j, const struct numbered *by, uint64_t addr)
{
    size_t begun = sort_count_up_to(by, j->nsections, sizeof(*by), addr);
    if (begun)
        return by[begun - 1].at;
    return 0;
}

/* Convert an address of the table to an svma and a section. False: no section has it. */
static bool locate(const struct synth_job *j, uint64_t addr, uint64_t *svma, size_t *section)
{
    *svma = addr;
    if (j->what->kind == OBJECT_KERNEL || image_svma_of_foff(&j->image, addr, svma)) {
        *section = section_at(j, j->by_svma, *svma);
        return *section;
    }
    if (j->what->kind == OBJECT_MODULE)
        *section = j->text;
    else
        *section = section_at(j, j->by_foff, addr);
    const GElf_Shdr *h = &j->out.sections[*section].header;
    *svma = addr - h->sh_offset + h->sh_addr;
    return *section;
}

/* ---- names ---- */

/* Names of a table may share bytes (in a hostile file many may end in the same bytes). So each byte in
   memory is written once, or twice if it also names a slot of the procedure linkage table. */

enum {
    MOST_PLAIN = 1 << 24
}; /* limit for the mangled and plain names that are demangled, since short names may have long plain ones */

/* Names that end at the same NUL: the first in memory contains all others. */
struct whole {
    const char *name;
    uint64_t at; /* offset in the string table; 0: not written yet */
};

/* Find which names contain others, by their addresses in memory, so that each byte is read once.
   whole_of[i] receives the index of the name that contains t->v[i].name. */
static struct whole *list_wholes(const struct symtab *t, uint32_t *whole_of)
{
    struct whole *wholes = mem_new(t->n, sizeof(*wholes));
    struct numbered *order = mem_new(t->n, sizeof(*order));
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        order[i] = (struct numbered){ .by = (uintptr_t)t->v[i].name, .at = (uint32_t)i };
    sort_by_number(order, t->n);
    for (int plt = 0; plt < 2;
         plt++) { /* names of slots get an @plt at the end, so other names do not contain them */
        uintptr_t end = 0;
        for (size_t i = 0; i < t->n; i++) {
            const struct symbol *s = &t->v[order[i].at];
            if (s->is_plt != plt)
                continue;
            if (order[i].by > end || !end) {
                wholes[n++].name = s->name;
                end = order[i].by + strlen(s->name);
            }
            whole_of[order[i].at] = (uint32_t)(n - 1);
        }
    }
    free(order);
    return wholes;
}

/* Add the plain name of a slot. False: the symbol is not a slot, is not mangled, or the budget is spent. */
static bool add_plain(const struct symtab *t, const struct symbol *s, size_t *spent, struct text *strings)
{
    if (!s->is_plt || !t->demangle || s->is_plain || *spent > MOST_PLAIN)
        return false;
    char *plain = t->demangle(s->name);
    *spent += strlen(s->name);
    if (plain) {
        *spent += strlen(plain);
        text_add(strings, plain);
        text_add_n(strings, "@plt", sizeof("@plt"));
    }
    bool has = plain;
    free(plain);
    return has;
}

/* Write the names of t->v, in the table's order, to the empty `strings`. Returns the offset of each,
   malloc'ed. A slot gets the name NAME@plt. */
static uint64_t *write_names(const struct symtab *t, struct text *strings)
{
    uint32_t *whole_of = mem_new(t->n, sizeof(*whole_of));
    uint64_t *at = mem_new(t->n, sizeof(*at));
    struct whole *wholes = list_wholes(t, whole_of);
    text_char(strings, 0, 1); /* gabi, "String Table": index 0 means no name */
    size_t spent = 0;
    for (size_t i = 0; i < t->n; i++) {
        struct whole *w = &wholes[whole_of[i]];
        at[i] = strings->n;
        if (add_plain(t, &t->v[i], &spent, strings))
            continue;
        if (!w->at) {
            w->at = strings->n;
            text_add(strings, w->name);
            if (t->v[i].is_plt)
                text_add(strings, "@plt");
            text_char(strings, 0, 1);
        }
        at[i] = w->at + (uint64_t)(t->v[i].name - w->name);
    }
    free(wholes);
    free(whole_of);
    return at;
}

/* ---- symbols ---- */

/* Add a symbol. False: a file of this class cannot express it. */
static bool add_elf_symbol(const struct elf_out *o, struct text *symtab, const struct out_symbol *s)
{
    const bool is_short = (s->svma | s->size) <= UINT32_MAX;
    if (s->section >= SHN_LORESERVE || s->name > UINT32_MAX || (!o->wide && !is_short))
        return false;
    elf_out_add_symbol(o, symtab, s);
    return true;
}

/* The type of a symbol. Readers (perf and Perfolio) clear flag bits of a function's address. If such a bit
   is a true part of the address, the symbol becomes an indirect function, whose address they do not
   change. */
static unsigned symbol_type(const struct synth_job *j, const struct symbol *s)
{
    bool loses_bits = j->arch && s->start & j->arch->function_bits;
    if (s->is_object)
        return STT_OBJECT;
    if (loses_bits)
        return STT_GNU_IFUNC;
    return STT_FUNC;
}

static unsigned bind_of(const struct symbol *s)
{
    if (s->binding == SYMBOL_WEAK)
        return STB_WEAK;
    if (s->binding == SYMBOL_GLOBAL)
        return STB_GLOBAL;
    return STB_LOCAL;
}

/* Add all local symbols, or all other symbols. Returns the number of added symbols. */
static uint32_t add_symbols(const struct synth_job *j, struct text *symtab, const uint64_t *names, bool local)
{
    const struct symtab *t = j->what->table;
    uint32_t n = 0;
    for (size_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->v[i];
        const unsigned bind = bind_of(s);
        struct out_symbol entry = { .name = names[i],
                                    .size = s->end - s->start,
                                    .info = (uint8_t)GELF_ST_INFO(bind, symbol_type(j, s)) };
        if ((bind == STB_LOCAL) == local && locate(j, s->start, &entry.svma, &entry.section))
            n += add_elf_symbol(&j->out, symtab, &entry);
    }
    return n;
}

/* Add the reference symbols, which perf finds by name, even if the table has an alias instead. They are
   hidden labels, which readers of the table do not use as symbols. Returns how many were added. */
static uint32_t add_refs(const struct synth_job *j, struct text *symtab, struct text *strings)
{
    static const char *const names[] = { "_text", "_stext" };
    uint32_t n = 0;
    for (int i = 0; i < 2; i++) {
        struct out_symbol entry = { .name = strings->n, .other = STV_HIDDEN };
        uint64_t addr;
        if (!symtab_ref_addr(j->what->table, names[i], &addr) ||
            !locate(j, addr, &entry.svma, &entry.section) || !add_elf_symbol(&j->out, symtab, &entry))
            continue;
        text_add_n(strings, names[i], strlen(names[i]) + 1);
        n++;
    }
    return n;
}

static void add_symbol_tables(struct synth_job *j, struct text *symtab, struct text *strings)
{
    struct elf_out *o = &j->out;
    uint64_t *names = write_names(j->what->table, strings);
    add_elf_symbol(o, symtab, &(struct out_symbol){ 0 });
    uint32_t locals = 1 + add_refs(j, symtab, strings);
    locals += add_symbols(j, symtab, names, true);
    add_symbols(j, symtab, names, false);
    free(names);
    GElf_Shdr h = { .sh_type = SHT_SYMTAB,
                    .sh_link = (uint32_t)(o->n + 1),
                    .sh_info = locals,
                    .sh_addralign = 8,
                    .sh_entsize = elf_out_layout(o)->symbol };
    elf_out_add_section(o, ".symtab", h, (struct span){ (const uint8_t *)symtab->s, symtab->n });
    elf_out_add_section(o, ".strtab", (GElf_Shdr){ .sh_type = SHT_STRTAB, .sh_addralign = 1 },
                        (struct span){ (const uint8_t *)strings->s, strings->n });
    if (j->what->image.n)
        return;
    h.sh_type = SHT_DYNSYM;
    h.sh_info = 1;
    elf_out_add_section(o, ".dynsym", h, (struct span){ (const uint8_t *)symtab->s, h.sh_entsize });
}

bool elf_synth(const struct elf_synth *what, struct text *out, struct err *e)
{
    assert(!out->n);
    struct synth_job j = { .what = what };
    struct text symtab = { 0 }, strings = { 0 };
    if (what->table->space == SYMTAB_AVMA)
        return err_set(e, ERR_UNSUPPORTED, 0,
                       "its symbols are addresses in one process, which an ELF file cannot express");
    if (what->image.n && !begin_with_image(&j, out, e)) {
        image_close(&j.image);
        return false;
    }
    if (!what->image.n)
        begin_blank(&j, out);
    if (what->image.n)
        j.arch = j.image.arch;
    else
        j.arch = arch_by_elf(what->machine, what->bits, what->order);
    list_loaded_sections(&j);
    add_symbol_tables(&j, &symtab, &strings);
    elf_out_end(&j.out);
    text_free(&symtab);
    text_free(&strings);
    free(j.by_svma);
    free(j.by_foff);
    image_close(&j.image);
    return true;
}
