/*
 * elf_reader: selects the symbols of an ELF file, and computes their addresses. The selection and the
 * arithmetic follow perf 6.1 (tools/perf/util/symbol-elf.c: dso__load_sym, dso__load_sym_internal,
 * dso__process_kernel_symbol): .symtab, then .dynsym into the same table, then PLT slots. Symbols are
 * functions, objects, and labels in sections with "text" or "data" in their name.
 *
 * There are three deliberate differences from perf. Functions without a symbol get names from Go's own table
 * and from DWARF (pclntab.h, dwarf_functions.h). A symbol whose section does not exist is left out (perf
 * drops the whole table). Labels of assemblers (labels.h) are never used as names.
 */
#include "formats/elf/dwarf/dwarf_lines.h"
#include "formats/elf/dwarf/dwarf_functions.h"
#include "formats/elf/elf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/resolve/labels.h"
#include "formats/elf/read/debug_sections.h"
#include "formats/elf/evidence.h"
#include "formats/elf/read/image.h"
#include "formats/elf/go/pclntab.h"
#include "formats/elf/dwarf/split.h"
#include "formats/elf/dwarf/supplement.h"

/* The properties of a section that decide whether its symbols are used. */
struct section {
    uint64_t svma, foff;
    bool exists, alloc, nobits;
    bool placed; /* foff is valid for the mapped file, not only for the debug file */
    bool labels; /* its name contains "text" or "data", so labels in it are used */
    bool text;   /* it is .text */
};

struct symbol_job {
    const struct symbol_input *in;
    struct image syms, *runtime; /* runtime: the mapped file; it is &syms if `syms` is that file */
    struct section *sections, *runtime_sections;
    size_t nsections, nruntime_sections;
    struct span opd; /* .opd: the function descriptors, and its address */
    uint64_t opd_svma;
    size_t opd_index;
    struct symtab *out;
    struct symtab *ifuncs; /* symbols of type STT_GNU_IFUNC, from which PLT slots take a resolver's name */
};

static struct section *list_symbol_sections(const struct image *m, size_t *n)
{
    if (elf_getshdrnum(m->elf, n) < 0)
        *n = 0;
    struct section *list = mem_new(*n, sizeof(*list));
    bool placed = image_has_code(m);
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;) {
        size_t i = elf_ndxscn(s);
        if (i >= *n || !gelf_getshdr(s, &h))
            continue;
        const char *name = image_section_name(m, &h);
        list[i] = (struct section){
            .svma = h.sh_addr,
            .foff = h.sh_offset,
            .exists = true,
            .alloc = h.sh_flags & SHF_ALLOC,
            .nobits = h.sh_type == SHT_NOBITS,
            .placed = placed,
            .labels = strstr(name, "text") || strstr(name, "data"),
            .text = !strcmp(name, ".text"),
        };
    }
    return list;
}

static bool is_label(const GElf_Sym *s)
{
    unsigned visibility = GELF_ST_VISIBILITY(s->st_other);
    bool is_hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL;
    return GELF_ST_TYPE(s->st_info) == STT_NOTYPE && !is_hidden;
}

static bool is_code_or_data(const GElf_Sym *s)
{
    unsigned type = GELF_ST_TYPE(s->st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT;
}

/* Whether the object is the kernel or one of its modules. */
static bool is_of_kernel(const struct symbol_input *in)
{
    return in->object->kind == OBJECT_KERNEL || in->object->kind == OBJECT_MODULE;
}

static bool marks_a_place(const struct symbol_job *j, const GElf_Sym *s, const char *name)
{
    bool typed = GELF_ST_TYPE(s->st_info) != STT_NOTYPE;
    if (label_is_mapping(j->syms.arch, name, typed))
        return true;
    if (typed)
        return false;
    return label_is_local(j->syms.arch, name) ||
           (is_of_kernel(j->in) && label_in_kernel((struct span){ (const uint8_t *)name, strlen(name) }));
}

/* Read a function's address, in the table's space, from its descriptor (64-bit PowerPC ELF ABI 3.3.3).
   False: the descriptor is outside of .opd, or the function is outside of all segments. */
static bool follow_descriptor(const struct symbol_job *j, uint64_t svma, uint64_t *addr)
{
    assert(j->opd.n);
    uint64_t at = svma - j->opd_svma;
    if (svma < j->opd_svma || j->opd.n < 8 || at > j->opd.n - 8)
        return false;
    *addr = load_u64(j->opd.p + at, j->runtime->order);
    return j->in->object->kind == OBJECT_KERNEL || image_foff_of_svma(j->runtime, *addr, addr);
}

static const struct section *symbol_section(const struct symbol_job *j, size_t index)
{
    if (index >= j->nsections || !j->sections[index].exists)
        return NULL;
    /* In a debug file the section has no contents and no file offset, so take the offset in the mapped
       file. */
    if (j->sections[index].nobits && index < j->nruntime_sections && j->runtime_sections[index].exists)
        return &j->runtime_sections[index];
    return &j->sections[index];
}

/* Convert *addr from an svma to the table's space (symtab.h). False: perf's table of this object does not
   have the symbol. */
static bool convert(const struct symbol_job *j, const struct section *s, uint64_t *addr)
{
    switch (j->in->object->kind) {
    case OBJECT_KERNEL:
        return true;
    case OBJECT_MODULE:
        /* /proc/modules and the mapping have only the address of .text. The recording does not say where
           the loader put other sections; perf makes separate objects of them. */
        *addr = *addr - s->svma + s->foff;
        return s->text;
    default:
        if (image_foff_of_svma(j->runtime, *addr, addr))
            return true;
        *addr = *addr - s->svma + s->foff;
        return s->placed;
    }
}

/* Whether no executable segment of a user's file covers an offset. False if the file has no executable
   segment. */
static bool is_outside_code(const struct symbol_job *j, uint64_t foff)
{
    const struct image *m = j->runtime;
    bool any = false;
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        if (l->code && foff >= l->foff && foff - l->foff < l->size)
            return false;
        any = any || l->code;
    }
    return any;
}

/* Cut guessed ends of symbols at the end of their segment, since code of another file may be mapped after
   it. */
static void cut_at_segments(const struct symbol_job *j)
{
    const struct image *m = j->runtime;
    uint64_t ends[IMAGE_LOADS];
    size_t n = 0;
    for (size_t i = 0; i < m->nloads; i++) {
        const uint64_t end = m->loads[i].foff + m->loads[i].size;
        size_t k = n;
        if (!m->loads[i].code)
            continue;
        for (; k && ends[k - 1] > end; k--)
            ends[k] = ends[k - 1];
        ends[k] = end;
        n++;
    }
    symtab_cut_guessed_ends(j->out, ends, n);
}

static enum symbol_binding binding_of(const GElf_Sym *sym)
{
    switch (GELF_ST_BIND(sym->st_info)) {
    case STB_GLOBAL:
        return SYMBOL_GLOBAL;
    case STB_WEAK:
        return SYMBOL_WEAK;
    default:
        return SYMBOL_LOCAL;
    }
}

/* An address without the low bits that are only flags (struct arch, function_bits). */
static uint64_t without_bits(const struct symbol_job *j, uint64_t addr)
{
    if (j->syms.arch)
        return addr & ~(uint64_t)j->syms.arch->function_bits;
    return addr;
}

/* Find the address of a symbol in the table's space. False: the table does not have the symbol. */
static bool place_symbol(const struct symbol_job *j, const GElf_Sym *sym, size_t index, bool label,
                         uint64_t *addr)
{
    *addr = sym->st_value;
    if (j->opd.n && index == j->opd_index)
        return follow_descriptor(j, *addr, addr);
    const struct section *s = symbol_section(j, index);
    if (!s || !s->alloc || (label && !s->labels))
        return false;
    if (GELF_ST_TYPE(sym->st_info) == STT_FUNC)
        *addr = without_bits(j, *addr);
    return convert(j, s, addr);
}

static void take_symbol(const struct symbol_job *j, const GElf_Sym *sym, size_t index, const char *name)
{
    const unsigned type = GELF_ST_TYPE(sym->st_info);
    const bool label = is_label(sym), in_section = index != SHN_UNDEF && sym->st_shndx != SHN_ABS;
    const bool is_wanted = in_section && (label || is_code_or_data(sym));
    uint64_t addr;

    if (j->in->object->kind == OBJECT_KERNEL)
        symtab_note_ref(j->out, name, sym->st_value);
    if (!is_wanted || marks_a_place(j, sym, name) || !place_symbol(j, sym, index, label, &addr))
        return;

    const enum symbol_binding binding = binding_of(sym);
    struct symbol *added = symtab_add(j->out, addr, sym->st_size, binding, name);
    if (type == STT_GNU_IFUNC)
        symtab_add(j->ifuncs, without_bits(j, addr), sym->st_size, binding, name);
    added->is_object = type == STT_OBJECT;
    if (is_of_kernel(j->in))
        return;
    added->is_inert = is_outside_code(j, addr);
    /* Not for the kernel: /proc/kallsyms has the labels inside its functions
       (entry_SYSCALL_64_after_hwframe), and names should not depend on the source. */
    added->is_label = label && !sym->st_size;
}

/* Add the symbols of the section with this name and type. Returns the string table that `out` stores for
   it; NULL: there is no such section. */
static const char *take_table(const struct symbol_job *j, const char *section, uint32_t type)
{
    const struct image *m = &j->syms;
    struct image_symbols table;
    GElf_Shdr h;
    if (!image_open_symbols(m, section, type, &table))
        return NULL;

    /* Section indexes from 0xff00 on (gabi, "Symbol Table", SHN_XINDEX). */
    Elf_Data *wide = NULL;
    for (Elf_Scn *s = NULL; !wide && (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && h.sh_type == SHT_SYMTAB_SHNDX && h.sh_link == table.section)
            wide = elf_getdata(s, NULL);

    /* Copy the names as one string table: many symbols may share bytes, so separate copies could outgrow
       the file. */
    const char *names = arena_text(&j->out->arena, (const char *)table.names.p, table.names.n);
    size_t before = j->out->n;
    for (int i = 0; i < table.n; i++) {
        GElf_Sym sym;
        Elf32_Word index = 0;
        if (!gelf_getsymshndx(table.data, wide, i, &sym, &index))
            break;
        if (!sym.st_name || sym.st_name >= table.names.n)
            continue;
        if (sym.st_shndx != SHN_XINDEX)
            index = sym.st_shndx;
        take_symbol(j, &sym, index, names + sym.st_name);
    }
    if (j->out->n > before)
        symtab_seal(j->out);
    return names;
}

static bool has_section(const struct image *m, const char *name, uint32_t type)
{
    GElf_Shdr h;
    return image_find_section(m, name, &h, NULL) && h.sh_type == type;
}

static void find_descriptors(struct symbol_job *j)
{
    GElf_Shdr h;
    if (j->syms.arch && j->syms.arch->descriptors &&
        image_find_section(j->runtime, ".opd", &h, &j->opd_index) && h.sh_type == SHT_PROGBITS) {
        j->opd = image_section_bytes(j->runtime, &h);
        j->opd_svma = h.sh_addr;
    }
}

/* Add the symbols of .gnu_debugdata, which a stripped file has compressed: functions that .dynsym does not
   have. */
static void take_debug_data(const struct symbol_job *j)
{
    struct span bytes = image_unpack_debugdata(j->runtime, &j->out->left_out);
    struct symbol_job inner = *j;
    if (bytes.n && image_open(&inner.syms, bytes, NULL)) {
        inner.sections = list_symbol_sections(&inner.syms, &inner.nsections);
        take_table(&inner, ".symtab", SHT_SYMTAB);
        free(inner.sections);
        image_close(&inner.syms);
    }
    free((void *)(uintptr_t)bytes.p);
}

/* Whether the files say at which addresses symbols are. False: `e` is set. */
static bool has_places(struct symbol_job *j, struct err *e)
{
    const struct object *o = j->in->object;
    if (is_of_kernel(j->in))
        return has_section(&j->syms, ".symtab", SHT_SYMTAB) ||
               err_set(e, ERR_UNSUPPORTED, 0, "has no .symtab (stripped)");
    const bool alone = j->runtime == &j->syms;
    return !alone || image_has_code(&j->syms) ||
           image_set_offset_by_mapping(&j->syms, o->code_foff, o->code_end) ||
           err_set(e, ERR_UNSUPPORTED, 0,
                   "is a debug file without its program, and the mapping does not tell where its code lies");
}

static void take_kernel(struct symbol_job *j)
{
    GElf_Shdr text;
    struct symtab *out = j->out;
    out->space = SYMTAB_KERNEL;
    if (j->in->object->kind == OBJECT_MODULE) {
        out->space = SYMTAB_FOFF;
        if (image_find_section(j->runtime, ".text", &text, NULL))
            out->text_foff = text.sh_offset;
    }
    out->demangle = NULL; /* perf: symbol_conf.demangle_kernel is off */
    take_table(j, ".symtab", SHT_SYMTAB);
    take_table(j, ".dynsym", SHT_DYNSYM);
}

static void take_user(struct symbol_job *j)
{
    struct symtab *out = j->out;
    out->space = SYMTAB_FOFF;
    out->demangle = elf_demangle;
    take_table(j, ".symtab", SHT_SYMTAB);
    if (!out->n)
        take_debug_data(j);
    const char *names = take_table(j, ".dynsym", SHT_DYNSYM);
    const bool has_symbols = out->n;
    cut_at_segments(j);
    pclntab_add(j->runtime, out);
    if (has_symbols) { /* perf names no slots of a file without symbols */
        symtab_seal(j->ifuncs);
        image_plt_add(j->runtime, j->runtime == &j->syms ? names : NULL, j->ifuncs, out);
    }
    symtab_sort(out);
    if (debug_size(&j->syms)) {
        functions_add(j->in, j->runtime, out);
        symtab_sort(out);
    }
}

static bool elf_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    struct symtab ifuncs = { .demangle = elf_demangle };
    struct symbol_job j = { .in = in, .out = out, .runtime = &j.syms, .ifuncs = &ifuncs };
    struct image runtime = { 0 };

    if (!image_open(&j.syms, in->bytes, e))
        return false;
    if (in->runtime.n && !image_open(&runtime, in->runtime, e))
        goto out;
    if (in->runtime.n)
        j.runtime = &runtime;
    if (!has_places(&j, e))
        goto out;
    j.sections = list_symbol_sections(&j.syms, &j.nsections);
    j.runtime_sections = list_symbol_sections(j.runtime, &j.nruntime_sections);
    find_descriptors(&j);
    if (is_of_kernel(in))
        take_kernel(&j);
    else
        take_user(&j);
out:
    symtab_free(&ifuncs);
    free(j.sections);
    free(j.runtime_sections);
    image_close(&runtime);
    image_close(&j.syms);
    return e->kind == ERR_NONE;
}

static bool elf_recognise(struct span bytes)
{
    return bytes.n >= EI_NIDENT && !memcmp(bytes.p, ELFMAG, SELFMAG);
}

static const struct arch *elf_arch(struct span bytes)
{
    struct image m;
    const struct arch *a = NULL;
    if (image_open(&m, bytes, NULL))
        a = m.arch;
    image_close(&m);
    return a;
}

static struct symbol_content elf_content(const struct blob *b)
{
    struct symbol_content have = { 0 };
    struct image m;
    GElf_Shdr h;
    if (!image_open(&m, b->bytes, NULL))
        return have;
    const bool has_symtab = image_find_section(&m, ".symtab", &h, NULL) && h.sh_type == SHT_SYMTAB;
    if (has_symtab && image_section_bytes(&m, &h).n)
        have.full = 1 + h.sh_size / gelf_fsize(m.elf, ELF_T_SYM, 1, EV_CURRENT);
    have.lines = debug_size(&m);
    have.mini = has_section(&m, ".gnu_debugdata", SHT_PROGBITS);
    have.runtime = has_section(&m, ".dynsym", SHT_DYNSYM) || has_section(&m, ".opd", SHT_PROGBITS) ||
                   image_has_code(&m);
    image_close(&m);
    return have;
}

static bool elf_holds(struct span bytes, enum want_kind kind, const struct build_id *id)
{
    if (kind == WANT_DWO)
        return split_has_unit(bytes, id);
    return supplement_has_id(bytes, id);
}

const struct symbol_reader elf_reader = {
    .name = "ELF",
    .kinds = 1u << WANT_ELF | 1u << WANT_DEBUG | 1u << WANT_IMAGE | 1u << WANT_DWO | 1u << WANT_ALT,
    .recognise = elf_recognise,
    .content = elf_content,
    .build_id = elf_build_id,
    .marks = image_kernel_marks,
    .holds = elf_holds,
    .segment = evidence_of_segments,
    .arch = elf_arch,
    .module = evidence_of_module,
    .link = image_debug_link,
    .crc = image_debug_crc,
    .read = elf_read,
    .lines = &dwarf_line_reader,
};
