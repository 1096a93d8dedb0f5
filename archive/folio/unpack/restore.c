#include "archive/folio/unpack/extract.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/timeline/naming.h"
#include "formats/elf/elf.h"
#include "formats/elf/write/synth.h"
#include "formats/elf/write/elf_subset.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"

void restored_free(struct restored *r)
{
    if (r->made.s)
        text_free(&r->made);
    else
        file_unmap(r->bytes);
    *r = (struct restored){ 0 };
}

static void take_made(struct restored *r)
{
    r->bytes = (struct span){ (const uint8_t *)r->made.s, r->made.n };
}

/* Whether the file, together with its debug file in the folio, has all symbols of the object's table. The
   table may come from a debug file that the folio does not have. */
static bool has_symbols(const struct folio_object *o, struct span image)
{
    return !o->held.full || o->debug || elf_reader.content(&(struct blob){ .bytes = image }).full;
}

static bool synthesise(const struct folio *f, const struct folio_object *o, const struct build_id *id,
                       struct span image, struct text *out, struct err *e)
{
    struct symtab table = { 0 };
    struct elf_synth what = { .table = &table,
                              .kind = o->kind,
                              .image = image,
                              .bits = (uint8_t)o->bits,
                              .order = o->order == 2 ? ORDER_BIG : ORDER_LITTLE, /* ELFDATA2MSB */
                              .machine = o->machine,
                              .id = *id };
    bool ok = folio_symbols(f, o, &table, e) && elf_synth(&what, out, e);
    symtab_free(&table);
    return ok;
}

bool restore_elf(const struct folio *f, const struct folio_object *o, const struct build_id *id,
                 struct restored *out, struct err *e)
{
    struct span image = { NULL, 0 };
    *out = (struct restored){ 0 };
    if (o->image && !folio_read_section(f, o->image, &image, e))
        return false;
    const bool is_elf = elf_reader.recognise(image);
    if (is_elf && elf_subset_is_whole(image) && has_symbols(o, image)) {
        out->bytes = image;
        return true;
    }
    struct span code = { NULL, 0 };
    if (is_elf)
        code = image;
    const bool ok = (!is_elf && !o->bits) || synthesise(f, o, id, code, &out->made, e);
    file_unmap(image);
    take_made(out);
    return ok;
}

/* Removes symbols of per-CPU data, whose addresses start at 0 (x86-64), because in perf the map of a
   kernel begins at its first symbol. A listing marks such symbols as absolute (A). */
static void drop_low_data(struct symtab *t)
{
    uint64_t ref = 0;
    size_t n = 0;
    if (t->is_listing || !(symtab_ref_addr(t, "_text", &ref) || symtab_ref_addr(t, "_stext", &ref)))
        return;
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].start >= ref || !t->v[i].is_object)
            t->v[n++] = t->v[i];
    t->n = n;
    symtab_sort(t);
}

static bool restore_list(const struct folio *f, const struct folio_object *o,
                         const struct folio_answer *const *modules, size_t n, struct text *out, struct err *e)
{
    struct symtab *tables = mem_new(n + 1, sizeof(*tables));
    struct kallsyms_part *parts = mem_new(n + 1, sizeof(*parts));
    struct names names = { 0 };
    bool ok = folio_symbols(f, o, &tables[0], e);
    parts[0].table = &tables[0];
    drop_low_data(&tables[0]);
    for (size_t i = 0; ok && i < n; i++) {
        char *name = mem_new(1, OBJECT_NAME_MAX);
        ok = folio_symbols(f, &f->objects[modules[i]->object], &tables[i + 1], e);
        parts[i + 1].table = &tables[i + 1];
        parts[i + 1].module =
            arena_names_intern(&names, naming_short_name(OBJECT_MODULE, modules[i]->path, name));
        free(name);
    }
    if (ok)
        kallsyms_write(parts, n + 1, out);
    for (size_t i = 0; i <= n; i++)
        symtab_free(&tables[i]);
    arena_names_free(&names);
    free(tables);
    free(parts);
    return ok;
}

bool restore_kallsyms(const struct folio *f, const struct folio_object *o,
                      const struct folio_answer *const *modules, size_t n, struct restored *out,
                      struct err *e)
{
    *out = (struct restored){ 0 };
    if (o->listing)
        return folio_read_section(f, o->listing, &out->bytes, e);
    bool ok = restore_list(f, o, modules, n, &out->made, e);
    take_made(out);
    return ok;
}

bool restore_perf_map(const struct folio *f, const struct folio_object *o, struct restored *out,
                      struct err *e)
{
    struct symtab table = { 0 };
    *out = (struct restored){ 0 };
    if (o->listing && !folio_read_section(f, o->listing, &out->bytes, e))
        return false;
    if (perf_map_reader.recognise(out->bytes))
        return true;
    restored_free(out); /* the image is a jitdump */
    bool ok = folio_symbols(f, o, &table, e);
    for (size_t i = 0; ok && i < table.n && table.v[i].start < SYMTAB_REPLACED;
         i++) { /* a perf map has no times */
        const struct symbol *s = &table.v[i];
        text_printf(&out->made, "%" PRIx64 " %" PRIx64 " ", s->start, s->end - s->start);
        text_add_clean(&out->made, s->name);
        text_char(&out->made, '\n', 1);
    }
    symtab_free(&table);
    take_made(out);
    return ok;
}
