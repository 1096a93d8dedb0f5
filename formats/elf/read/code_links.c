#include "formats/elf/read/code_links.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/labels.h"

struct table {
    const struct image *file;
    Elf_Data *symbols, *wide; /* wide: sections of symbols beyond 0xff00 (gabi, SHN_XINDEX); or NULL */
    struct span names;        /* ends with a NUL */
};

static Elf_Data *wide_of(const struct image *m, size_t table)
{
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && h.sh_type == SHT_SYMTAB_SHNDX && h.sh_link == table)
            return elf_getdata(s, NULL);
    return NULL;
}

static bool open_table(struct table *t, const struct image *m, size_t index)
{
    GElf_Shdr h, names;
    Elf_Scn *scn = elf_getscn(m->elf, index);
    Elf_Scn *strings = scn && gelf_getshdr(scn, &h) && h.sh_type == SHT_SYMTAB ? elf_getscn(m->elf, h.sh_link)
                                                                               : NULL;
    *t = (struct table){ .file = m, .symbols = strings ? elf_getdata(scn, NULL) : NULL };
    if (!t->symbols || !gelf_getshdr(strings, &names))
        return false;
    t->wide = wide_of(m, index);
    t->names = image_bytes(m, &names);
    return t->names.n && !t->names.p[t->names.n - 1];
}

/* A symbol, where it is, and its name, that of its section if it stands for one. False: there is none. */
static bool symbol_at(const struct table *t, uint64_t i, GElf_Sym *s, struct code_place *place,
                      const char **name)
{
    Elf32_Word index = 0;
    GElf_Shdr h;
    if (i > INT_MAX || !gelf_getsymshndx(t->symbols, t->wide, (int)i, s, &index))
        return false;
    index = s->st_shndx == SHN_XINDEX ? index : s->st_shndx < SHN_LORESERVE ? s->st_shndx : SHN_UNDEF;
    Elf_Scn *scn = index ? elf_getscn(t->file->elf, index) : NULL;
    const bool there = scn && gelf_getshdr(scn, &h);
    *place = (struct code_place){ there ? index : 0, s->st_value };
    *name = s->st_name < t->names.n ? (const char *)t->names.p + s->st_name : "";
    if (there && GELF_ST_TYPE(s->st_info) == STT_SECTION)
        *name = image_name(t->file, &h);
    return true;
}

static bool is_label(const struct table *t, const GElf_Sym *s, const char *name)
{
    const unsigned type = GELF_ST_TYPE(s->st_info);
    return type == STT_SECTION || label_is_mapping(t->file->arch, name, type != STT_NOTYPE) ||
           (type == STT_NOTYPE && label_is_local(t->file->arch, name));
}

static void add_fills(struct code_links *l, const struct table *t, Elf_Scn *scn, const GElf_Shdr *h,
                      const GElf_Shdr *section)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    GElf_Rela r;
    GElf_Sym s;
    for (int i = 0; data && i < INT_MAX && image_reloc(data, h->sh_type, i, &r); i++) {
        struct code_fill f = { .type = (uint32_t)GELF_R_TYPE(r.r_info), .in_code = h->sh_type == SHT_REL };
        if (r.r_offset >= section->sh_size || !GELF_R_SYM(r.r_info) ||
            !symbol_at(t, GELF_R_SYM(r.r_info), &s, &f.place, &f.name))
            continue;
        f.foff = section->sh_offset + r.r_offset;
        f.addend = f.in_code ? 0 : r.r_addend;
        f.label = is_label(t, &s, f.name);
        *MEM_ADD(l->v, l->n, l->cap) = f;
    }
}

static int by_place(const void *a, const void *b, const void *unused UNUSED)
{
    const struct code_name *x = a, *y = b;
    if (x->place.section != y->place.section)
        return x->place.section < y->place.section ? -1 : 1;
    return (x->place.value > y->place.value) - (x->place.value < y->place.value);
}

static void add_names(struct code_links *l, const struct table *t)
{
    struct code_name n;
    GElf_Sym s;
    for (uint64_t i = 1; symbol_at(t, i, &s, &n.place, &n.name); i++)
        if (n.place.section && *n.name && !is_label(t, &s, n.name) && GELF_ST_TYPE(s.st_info) != STT_FILE) {
            n.size = s.st_size;
            *MEM_ADD(l->names, l->nnames, l->cap_names) = n;
        }
    sort_by(l->names, l->nnames, sizeof(*l->names), by_place, NULL);
}

/* Sections of a damaged file may all lie in one place: what is read of them is no more than the file. */
void code_links_read(struct code_links *l, const struct image *file)
{
    GElf_Shdr h, section;
    struct table t = { 0 };
    size_t open = 0;
    uint64_t left = file->bytes.n;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(file->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || (h.sh_type != SHT_RELA && h.sh_type != SHT_REL) || h.sh_size > left ||
            !gelf_getshdr(elf_getscn(file->elf, h.sh_info), &section) || !(section.sh_flags & SHF_EXECINSTR))
            continue;
        left -= h.sh_size;
        if (!open && open_table(&t, file, h.sh_link)) /* there is one table of symbols (gabi, "Sections") */
            open = h.sh_link;
        if (open && h.sh_link == open)
            add_fills(l, &t, s, &h, &section);
    }
    if (open)
        add_names(l, &t);
    sort_by_first(l->v, l->n, sizeof(*l->v));
}

void code_links_free(struct code_links *l)
{
    free(l->v);
    free(l->names);
    *l = (struct code_links){ 0 };
}

/* The first one in [foff, end); NULL: there is none. */
static const struct code_fill *find(const struct code_links *l, uint64_t foff, uint64_t end)
{
    const size_t i = foff ? sort_by_up_to(l->v, l->n, sizeof(*l->v), foff - 1) : 0;
    return i < l->n && l->v[i].foff < end ? &l->v[i] : NULL;
}

/* What a place of the file is called, and how far behind its begin it is; NULL: nothing covers it. */
static const char *name_of(const struct code_links *l, struct code_place place, uint64_t *offset)
{
    size_t low = 0, high = l->nnames;
    const struct code_name key = { .place = place };
    while (low < high) { /* the first one behind */
        size_t middle = low + (high - low) / 2;
        if (by_place(&l->names[middle], &key, NULL) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    const struct code_name *n = low ? &l->names[low - 1] : NULL;
    if (!n || n->place.section != place.section)
        return NULL;
    *offset = place.value - n->place.value;
    return *offset < n->size || !*offset || !n->size ? n->name : NULL;
}

/* What is added to a symbol: where a relocation counts from its own place the instruction counts from another one, which
   what stands there so far, with the addend or without, tells. */
static int64_t offset_of(const struct image *m, const struct code_fill *r, uint64_t at,
                         const struct insn *insn)
{
    const struct arch *a = m->arch;
    const uint8_t *relative = a && a->code ? a->code->relative : NULL;
    while (relative && *relative && *relative != r->type)
        relative++;
    if (relative && *relative) {
        const uint64_t leads = insn->has_target   ? insn->target
                               : insn->has_refers ? insn->refers
                                                  : insn->addr + insn->length;
        const uint64_t behind = leads - (insn->addr + (r->foff - at));
        return r->addend + (a->bits == 32 ? (int32_t)behind : (int64_t)behind);
    }
    const struct arch_reloc *k = a && r->in_code ? a->relocs : NULL;
    while (k && k->type && k->type != r->type)
        k++;
    if (k && k->type && k->size == sizeof(int32_t) && k->size <= m->bytes.n - r->foff)
        return (int32_t)load_u32(m->bytes.p + r->foff, m->order);
    const char *number = r->in_code && !insn->has_target ? strrchr(insn->operands, '#') : NULL;
    return number ? strtol(number + 1, NULL, 0) : r->addend;
}

bool code_links_of(const struct code_links *l, const struct image *m, uint64_t at, const struct insn *insn,
                   struct code_link *out)
{
    const struct code_fill *r = find(l, at, at + insn->length), *other;
    GElf_Shdr h = { 0 };
    *out = (struct code_link){ .name = "" };
    if (!r)
        return false;
    bool placed = r->place.section && gelf_getshdr(elf_getscn(m->elf, r->place.section), &h);
    /* The lower part of an address is that of the label at its upper part. */
    if (placed && r->label && !insn_is_branch(insn) && h.sh_flags & SHF_EXECINSTR &&
        (other = find(l, h.sh_offset + r->place.value, h.sh_offset + r->place.value + 1)) != NULL) {
        r = other;
        placed = r->place.section && gelf_getshdr(elf_getscn(m->elf, r->place.section), &h);
    }
    out->name = r->name;
    out->offset = offset_of(m, r, at, insn);
    if (!placed)
        return true;
    const struct code_place place = { r->place.section, r->place.value + (uint64_t)out->offset };
    uint64_t behind;
    out->at = h.sh_offset + place.value;
    out->inside = at >= h.sh_offset && at - h.sh_offset < h.sh_size && h.sh_type != SHT_NOBITS;
    if (!r->label)
        return true;
    const char *name = name_of(l, place, &behind);
    out->name = name ? name : image_name(m, &h);
    out->offset = (int64_t)(name ? behind : place.value);
    return true;
}
