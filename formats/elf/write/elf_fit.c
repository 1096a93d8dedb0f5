/*
 * Headers are read without libelf, which accepts no file larger than the address space. Sizes and offsets
 * come from the file, so each is compared with the file's size and the available room before it is used.
 */
#include "formats/elf/write/elf_fit.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/read/code_links.h"

enum { MOST_SECTIONS = SHN_LORESERVE, MOST_NAMES = 16 << 20, ALIGNED = 16 };

/* Offset and size of a field in headers of 32-bit and 64-bit files (gabi, "ELF Header", "Section Header"). */
struct fit_field {
    uint8_t at[2], size[2];
};
static const struct fit_field E_PHOFF = { { 28, 32 }, { 4, 8 } };
static const struct fit_field E_PHENTSIZE = { { 42, 54 }, { 2, 2 } };
static const struct fit_field E_PHNUM = { { 44, 56 }, { 2, 2 } };
static const struct fit_field E_SHOFF = { { 32, 40 }, { 4, 8 } };
static const struct fit_field E_SHENTSIZE = { { 46, 58 }, { 2, 2 } };
static const struct fit_field E_SHNUM = { { 48, 60 }, { 2, 2 } };
static const struct fit_field E_SHSTRNDX = { { 50, 62 }, { 2, 2 } };
static const struct fit_field SH_NAME = { { 0, 0 }, { 4, 4 } };
static const struct fit_field SH_TYPE = { { 4, 4 }, { 4, 4 } };
static const struct fit_field SH_FLAGS = { { 8, 8 }, { 4, 8 } };
static const struct fit_field SH_OFFSET = { { 16, 24 }, { 4, 8 } };
static const struct fit_field SH_SIZE = { { 20, 32 }, { 4, 8 } };
static const struct fit_field SH_INFO = { { 28, 44 }, { 4, 4 } };

struct fit {
    const struct file *file;
    enum byte_order order;
    bool wide;
    uint8_t head[sizeof(Elf64_Ehdr)];
    uint8_t *headers; /* headers of all sections */
    size_t n, each;
    char *names;
    size_t names_n;
    uint64_t *to; /* by section: its new offset; 0: none */
    uint64_t end; /* end of all parts that have a new offset */
};

static uint64_t fit_get(const struct fit *f, const uint8_t *header, struct fit_field field)
{
    return load_number((struct span){ header + field.at[f->wide], field.size[f->wide] }, f->order);
}

static void fit_put(const struct fit *f, uint8_t *header, struct fit_field field, uint64_t value)
{
    text_put_number((char *)header + field.at[f->wide], f->order, field.size[f->wide], value);
}

static bool fit_read(const struct fit *f, uint64_t at, void *to, uint64_t n, struct err *e)
{
    const int64_t got = file_read(f->file, at, to, (size_t)n, e);
    return got == (int64_t)n || err_set(e, ERR_FORMAT, at, "ends in the middle of a header or section");
}

static uint8_t *fit_header(const struct fit *f, size_t i)
{
    return f->headers + i * f->each;
}

/* Whether a section has contents that are completely inside the file. */
static bool fit_has_bytes(const struct fit *f, const uint8_t *h)
{
    const uint64_t type = fit_get(f, h, SH_TYPE), at = fit_get(f, h, SH_OFFSET), n = fit_get(f, h, SH_SIZE);
    return type != SHT_NULL && type != SHT_NOBITS && n && at <= f->file->size && n <= f->file->size - at;
}

static const char *fit_name(const struct fit *f, const uint8_t *h)
{
    const uint64_t at = fit_get(f, h, SH_NAME);
    if (at < f->names_n)
        return f->names + at;
    return "";
}

static bool fit_read_headers(struct fit *f, struct err *e)
{
    const size_t known = f->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    f->n = (size_t)fit_get(f, f->head, E_SHNUM);
    f->each = (size_t)fit_get(f, f->head, E_SHENTSIZE);
    const size_t names = (size_t)fit_get(f, f->head, E_SHSTRNDX);
    const uint64_t at = fit_get(f, f->head, E_SHOFF);
    if (!f->n || f->n >= MOST_SECTIONS || f->each != known || names >= f->n)
        return err_set(e, ERR_UNSUPPORTED, 0, "has no table of sections, or one of an unknown kind");
    if (at > f->file->size || f->n * f->each > f->file->size - at)
        return err_set(e, ERR_FORMAT, at, "ends in the middle of its table of sections");
    f->headers = mem_new(f->n, f->each);
    f->to = mem_new(f->n, sizeof(*f->to));
    if (!fit_read(f, at, f->headers, f->n * f->each, e))
        return false;
    const uint8_t *h = fit_header(f, names);
    const uint64_t n = fit_get(f, h, SH_SIZE);
    if (!fit_has_bytes(f, h) || n > MOST_NAMES)
        return err_set(e, ERR_FORMAT, 0, "has no names of sections");
    f->names = mem_new(1, (size_t)n + 1); /* zeroed, so that the last name ends */
    f->names_n = (size_t)n;
    return fit_read(f, fit_get(f, h, SH_OFFSET), f->names, n, e);
}

/* Groups of sections: LOADED sections; ALONE, sections that are useful one by one, such as symbols; DWARF
   sections, which are useful only all together; UNREAD sections. */
enum group { LOADED, ALONE, DWARF, UNREAD };

static bool fit_is_among(const char *name, size_t n, const char *const *of, size_t nof)
{
    for (size_t i = 0; i < nof; i++)
        if (strlen(of[i]) == n && !strncmp(name, of[i], n))
            return true;
    return false;
}

/* The group of a section, by its name. The names of DWARF sections may have the prefix of the old compressed form, or
   the suffix of split DWARF. */
static enum group fit_group_of_name(const char *name)
{
    static const char *const alone[] = { ".debug_frame",      ".zdebug_frame",    ".debug_sup",
                                         ".gnu_debugaltlink", ".gnu_debugdata",   ".gnu_debuglink",
                                         ".gopclntab",        CODE_LINKS_SECTION, ".go.module" };
    static const char *const dwarf[] = { "abbrev", "addr",        "cu_index", "info",
                                         "line",   "line_str",    "ranges",   "rnglists",
                                         "str",    "str_offsets", "tu_index" };
    static const char split[] = ".dwo";
    size_t n = strlen(name);
    if (fit_is_among(name, n, alone, COUNT(alone)))
        return ALONE;
    const size_t prefix = !strncmp(name, ".zdebug_", 8) ? 8 : 7;
    if (prefix == 7 && strncmp(name, ".debug_", 7) != 0)
        return UNREAD;
    if (n > sizeof(split) && !strcmp(name + n - (sizeof(split) - 1), split))
        n -= sizeof(split) - 1;
    if (fit_is_among(name + prefix, n - prefix, dwarf, COUNT(dwarf)))
        return DWARF;
    return UNREAD;
}

static enum group fit_group(const struct fit *f, const uint8_t *h)
{
    const uint64_t type = fit_get(f, h, SH_TYPE), info = fit_get(f, h, SH_INFO);
    const bool relocates = type == SHT_REL || type == SHT_RELA;
    const uint8_t *of = h; /* relocations are read together with the section to which they apply */
    if (relocates && info && info < f->n)
        of = fit_header(f, (size_t)info);
    if (fit_get(f, h, SH_FLAGS) & SHF_ALLOC)
        return LOADED;
    if (fit_get(f, of, SH_FLAGS) & SHF_ALLOC)
        return ALONE;
    if (type == SHT_SYMTAB || type == SHT_SYMTAB_SHNDX || type == SHT_STRTAB || type == SHT_NOTE)
        return ALONE;
    return fit_group_of_name(fit_name(f, of));
}

/* Removes the offsets of the sections of a group, which are the last that have any. */
static void fit_drop(struct fit *f, enum group group, uint64_t end)
{
    f->end = end;
    for (size_t i = 0; i < f->n; i++)
        if (fit_group(f, fit_header(f, i)) == group)
            f->to[i] = 0;
}

/* Gives the sections of a group their offsets. False: there is no room for all of them, and none gets an
   offset. */
static bool fit_place(struct fit *f, enum group group, uint64_t most)
{
    uint64_t end = f->end;
    for (size_t i = 0; i < f->n && end <= most; i++) {
        const uint8_t *h = fit_header(f, i);
        if (!fit_has_bytes(f, h) || fit_group(f, h) != group)
            continue;
        const uint64_t at = fit_get(f, h, SH_OFFSET), n = fit_get(f, h, SH_SIZE);
        f->to[i] = group == LOADED ? at : end;
        if (group != LOADED)
            end = (end + n + ALIGNED - 1) / ALIGNED * ALIGNED;
        else if (end < at + n)
            end = (at + n + ALIGNED - 1) / ALIGNED * ALIGNED;
    }
    if (end <= most) {
        f->end = end;
        return true;
    }
    fit_drop(f, group, f->end);
    return false;
}

/* Reads all parts that have an offset. The loaded part is read as a whole, with the program headers and
   bytes that no section describes. */
static bool fit_fill(struct fit *f, uint64_t loaded, uint8_t *to, struct err *e)
{
    if (!fit_read(f, 0, to, loaded, e))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        uint8_t *h = fit_header(f, i);
        if (!fit_has_bytes(f, h) || fit_group(f, h) == LOADED)
            continue;
        if (!f->to[i]) {
            fit_put(f, h, SH_TYPE, SHT_NOBITS);
            continue;
        }
        if (!fit_read(f, fit_get(f, h, SH_OFFSET), to + f->to[i], fit_get(f, h, SH_SIZE), e))
            return false;
        fit_put(f, h, SH_OFFSET, f->to[i]);
    }
    memcpy(to + f->end, f->headers, f->n * f->each);
    fit_put(f, to, E_SHOFF, f->end);
    return true;
}

/* The end of the program headers. A debug file has program headers, though it has no loaded contents. */
static uint64_t fit_headers_end(const struct fit *f)
{
    const uint64_t at = fit_get(f, f->head, E_PHOFF),
                   n = fit_get(f, f->head, E_PHNUM) * fit_get(f, f->head, E_PHENTSIZE);
    uint64_t end = sizeof(f->head);
    if (at <= f->file->size && n <= f->file->size - at && at + n > end)
        end = at + n;
    return (end + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static bool fit_make(struct fit *f, uint64_t most, struct span *out, bool *lacks_dwarf, struct err *e)
{
    if (!fit_read_headers(f, e))
        return false;
    const uint64_t table = f->n * f->each;
    f->end = fit_headers_end(f);
    const bool fits = most > table && fit_place(f, LOADED, most - table);
    const uint64_t loaded = lesser_of(f->end, f->file->size);
    if (!fits || !fit_place(f, ALONE, most - table))
        return err_set(e, ERR_MEMORY, 0, "its code and symbols are too large for this host's address space");
    const uint64_t end = f->end;
    *lacks_dwarf = !fit_place(f, DWARF, most - table);
    uint8_t *p = file_map_zeroed(f->end + table, e);
    if (!p && f->end > end) { /* other files use the memory */
        *e = (struct err){ 0 };
        fit_drop(f, DWARF, end);
        *lacks_dwarf = true;
        p = file_map_zeroed(f->end + table, e);
    }
    if (p && fit_fill(f, loaded, p, e)) {
        *out = (struct span){ p, (size_t)(f->end + table) };
        return true;
    }
    if (p)
        file_unmap((struct span){ p, (size_t)(f->end + table) });
    else
        e->kind = ERR_MEMORY;
    return false;
}

bool elf_fit(const struct file *file, uint64_t most, struct span *out, bool *lacks_dwarf, struct err *e)
{
    struct fit f = { .file = file };
    if (!fit_read(&f, 0, f.head, sizeof(f.head), e))
        return false;
    const bool known = !memcmp(f.head, ELFMAG, SELFMAG) &&
                       (f.head[EI_DATA] == ELFDATA2LSB || f.head[EI_DATA] == ELFDATA2MSB) &&
                       (f.head[EI_CLASS] == ELFCLASS32 || f.head[EI_CLASS] == ELFCLASS64);
    if (!known)
        return err_set(e, ERR_MEMORY, 0, "is too large for this host's address space");
    f.wide = f.head[EI_CLASS] == ELFCLASS64;
    f.order = f.head[EI_DATA] == ELFDATA2MSB ? ORDER_BIG : ORDER_LITTLE;
    const bool ok = fit_make(&f, most, out, lacks_dwarf, e);
    free(f.headers);
    free(f.names);
    free(f.to);
    return ok;
}
