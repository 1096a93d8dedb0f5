/* Stores files of objects in a folio, or parts of them: the mapped file, its debug file, listings. */
#include <stdlib.h>

#include "archive/folio/pack/folio_plan.h"
#include "core/base/mem.h"
#include "formats/elf/read/code_ranges.h"

/* Adds a whole file as a section. */
static bool add_whole(struct pack *p, const char *prefix, const char *name, struct span bytes,
                      uint32_t *section, struct err *e)
{
    struct text t = { 0 };
    folio_plan_section_name(&t, prefix, name);
    pack_progress(p, "compressing", name);
    *section = folio_add_packed(&p->w, t.s, bytes, e);
    text_free(&t);
    return *section;
}

/* The mapped file, or the code that a program generated. It is borrowed from the resolver, or opened into
   `b`. NULL: there is none. */
static const struct blob *image_of(struct pack_input const *in, const struct object *object,
                                   const struct resolved_from *r, struct blob *b)
{
    if (r->runtime->bytes.n && !r->runtime->part)
        return r->runtime;
    if (r->symbols->bytes.n && !r->symbols->part && folio_plan_is_elf(r->symbols->bytes)) {
        if (r->content.runtime || object->kind == OBJECT_MODULE)
            return r->symbols;
        return NULL;
    }
    uint64_t slide; /* not used: generated code has the addresses at which it ran */
    bool found;
    if (object->kind == OBJECT_JIT)
        found = resolver_open_recorded_code(in->resolver, object, b, &slide);
    else
        found = resolver_open_image(in->resolver, object, b);
    if (found && b->bytes.n)
        return b;
    return NULL;
}

/* Merges the part of an image that this capture needs with the parts that earlier captures needed. */
static void add_image(struct folio_content *c, struct text *subset)
{
    struct span before = { (const uint8_t *)c->image.s, c->image.n };
    struct span now = { (const uint8_t *)subset->s, subset->n };
    struct text both = { 0 };
    struct err ignored = { 0 };
    if (before.n && elf_subset_join(now, before, &both, &ignored)) {
        text_free(subset);
        *subset = both;
    }
    text_free(&c->image);
    c->image = *subset;
}

/* Adds the whole file that another folio has in a section. */
static bool copy_whole(struct pack *p, const char *prefix, const char *name, const struct folio *from,
                       uint32_t kept, uint32_t *section, struct err *e)
{
    struct span bytes = { NULL, 0 };
    if (!kept || *section)
        return true;
    bool ok = folio_read_section(from, kept, &bytes, e) && add_whole(p, prefix, name, bytes, section, e);
    file_unmap(bytes);
    return ok;
}

/* Whether a file is available as a whole. If not, and the folio should have it, counts a problem. */
static bool is_here(struct pack *p, const struct object *object, const struct blob *b)
{
    if (b->fitted && p->opts.level == FOLIO_FULL)
        problem_add(&p->left_out, PROBLEM_LARGE_OBJECT, 1, "%s: the folio lacks %s", object->path, b->origin);
    return !b->fitted;
}

/* Stores the file with the symbols, if it is not the mapped file. A kernel's listing is stored with the
   kernel, not again with each of its modules. */
static bool keep_symbol_file(struct pack *p, struct folio_content *c, const struct object *object,
                             const struct resolved_from *r, struct err *e)
{
    const struct folio_object *kept = folio_object_of(r->symbols);
    struct span bytes = r->symbols->bytes;
    if (kept)
        return copy_whole(p, ".listing.", object->path, folio_of(r->symbols), kept->listing, &c->o.listing,
                          e) &&
               copy_whole(p, ".debug.", object->path, folio_of(r->symbols), kept->debug, &c->o.debug, e);
    if (!bytes.n || object->kind == OBJECT_MODULE)
        return true;
    if (!folio_plan_is_elf(bytes))
        return c->o.listing || add_whole(p, ".listing.", object->path, bytes, &c->o.listing, e);
    return r->content.runtime || c->o.debug || !is_here(p, object, r->symbols) ||
           add_whole(p, ".debug.", object->path, bytes, &c->o.debug, e);
}

/* The debug file of an object, borrowed; empty: there is none. */
static struct span debug_of(const struct resolved_from *r)
{
    const struct blob *b = r->symbols;
    if (b->bytes.n && !b->part && !r->content.runtime && folio_plan_is_elf(b->bytes))
        return b->bytes;
    return (struct span){ NULL, 0 };
}

/* Adds the mapping symbols and relocations of an image for the code in a subset of it. All mapping symbols
   are added. Otherwise, if code of another image is added later, a mapping symbol before this code would
   seem to apply to it. */
static void add_marks(struct folio_content *c, struct span image, struct span debug, struct span subset)
{
    struct code_marks all = { 0 };
    struct code_links links = { 0 };
    struct err ignored = { 0 };
    struct image file;
    if (!image_open(&file, image, &ignored))
        return;
    code_marks_read(&all, &file, debug);
    code_links_read(&links, &file);
    struct elf_ranges real = elf_subset_ranges(subset);
    struct elf_range *code = code_ranges_clip(image, real.v, &real.n);
    for (size_t i = 0; i < real.n; i++)
        code_marks_add_range(&c->marks, &all, code[i]);
    code_links_add_ranges(&c->links, &links, code, real.n);
    free(real.v);
    free(code);
    code_marks_free(&all);
    code_links_free(&links);
    image_close(&file);
}

/* Stores the code of touched symbols of an image, and the data for unwinding, which may be in its debug
   file. A vdso is stored as a whole, because its symbols identify the frames of signals. If an image
   cannot be cut down, it is not an ELF file with code, and nothing of it is stored. */
static void keep_subset(struct folio_content *c, const struct object *object, struct span image,
                        struct span debug, bool code)
{
    const struct elf_range all = { 0, UINT64_MAX }, *wanted = c->ranges;
    const bool vdso = object->kind == OBJECT_VDSO && c->unwind;
    struct elf_range *placed = NULL, *ranges;
    size_t n = 0;
    struct text subset = { 0 }, more = { 0 };
    struct err ignored = { 0 };
    if (code)
        n = c->nranges;
    if (c->o.space != SYMTAB_FOFF)
        placed = code_ranges_to_foffs(image, c->ranges, &n);
    if (placed)
        wanted = placed;
    wanted = ranges = code_ranges_clip(image, wanted, &n);
    if (vdso) {
        wanted = &all;
        n = 1;
    }
    if (elf_subset(image, wanted, n, c->unwind, &subset, &ignored)) {
        if (code)
            add_marks(c, image, debug, (struct span){ (const uint8_t *)subset.s, subset.n });
        if (c->unwind && debug.n &&
            elf_subset_frames((struct span){ (const uint8_t *)subset.s, subset.n }, debug, &more)) {
            text_free(&subset);
            subset = more;
        }
        add_image(c, &subset);
    }
    free(placed);
    free(ranges);
}

/* Notes a stored file that no build-id proves. The user hears of it before sending the folio. */
static void note_unproven(struct pack *p, const struct blob *b)
{
    if (b->unproven && arena_names_id(&p->unproven, b->origin) > p->nfiles)
        *MEM_ADD(p->files, p->nfiles, p->cap_files) = arena_names_intern(&p->unproven, b->origin);
}

bool folio_plan_keep_files(struct pack *p, struct folio_content *c, const struct pack_input *in,
                           const struct object *object, const struct resolved_from *r, struct err *e)
{
    bool full = p->opts.level == FOLIO_FULL || p->opts.dry_run;
    bool code = p->opts.level >= FOLIO_CODE || p->opts.dry_run;
    struct blob b = { 0 };
    bool ok = true;
    note_unproven(p, r->symbols);
    note_unproven(p, r->runtime);
    if (c->unwind || code) {
        const struct blob *image = image_of(in, object, r, &b);
        note_unproven(p, &b);
        bool whole = image && elf_subset_is_whole(image->bytes) && is_here(p, object, image);
        if (whole && full && !c->whole)
            ok = add_whole(p, ".image.", object->path, image->bytes, &c->whole, e);
        if (image && ok && !(whole && p->opts.level == FOLIO_FULL && !p->opts.dry_run))
            keep_subset(c, object, image->bytes, debug_of(r), code);
    }
    blob_close(&b);
    return ok && (!full || keep_symbol_file(p, c, object, r, e));
}
