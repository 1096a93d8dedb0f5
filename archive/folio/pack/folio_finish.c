/* Writes the rest of a folio after all captures are added: symbol tables, names, images and notes. Also
   counts the bytes that each of them takes. */

#include <assert.h>

#include "archive/folio/folio_elf.h"
#include "archive/folio/pack/pack.h"
#include "archive/folio/pack/folio_plan.h"
#include "archive/folio/folio_symbols.h"
#include "archive/folio/zstd_frames.h"
#include "core/base/mem.h"
#include "formats/elf/write/code_marks_put.h"

/* Reads the symbol table back from its columns. */
static bool decode(const struct folio_content *c, struct symtab *t, struct err *e)
{
    return folio_take_rest((struct span){ (const uint8_t *)c->columns.s, c->columns.n }, t, e);
}

/* Adds a section of a content, in zstd frames. */
static uint32_t add_bytes(struct pack *p, const char *prefix, const struct folio_content *c,
                          const struct text *bytes, struct err *e)
{
    struct text name = { 0 };
    folio_plan_section_name(&name, prefix, c->o.name);
    uint32_t section = folio_add_packed(&p->w, name.s, (struct span){ (uint8_t *)bytes->s, bytes->n }, e);
    text_free(&name);
    return section;
}

/* Writes mapping symbols and relocations of the code into the content's image. */
static void mark_image(struct folio_content *c)
{
    struct text marked = { 0 };
    if (!code_marks_add_to_image((struct span){ (const uint8_t *)c->image.s, c->image.n }, &c->marks,
                                 &c->links, &marked))
        return;
    text_free(&c->image);
    c->image = marked;
}

static bool write_tables(struct pack *p, struct folio_content *c, const struct strings *strings,
                         struct err *e)
{
    struct symtab t = { 0 };
    struct text name = { 0 }, bytes = { 0 }, runs = { 0 };
    bool ok = decode(c, &t, e);
    struct folio_section head = { .type = SECTION_SYMTAB, .entsize = FOLIO_SYM_BYTES };
    folio_plan_section_name(&name, ".symtab.", c->o.name);
    head.name = name.s;
    head.info = folio_put_symtab(&t, c->touched, strings, &bytes);
    c->o.nsymbols = bytes.n / FOLIO_SYM_BYTES - 1;
    ok = ok && (c->o.symtab = folio_add(&p->w, &head, (struct span){ (uint8_t *)bytes.s, bytes.n }, e));
    if (ok && c->hit && !c->o.partial && (p->opts.level > FOLIO_MIN || p->opts.dry_run)) {
        bytes.n = 0;
        folio_put_rest(&t, c->touched, &bytes);
        uint32_t rest = add_bytes(p, ".symbols.", c, &bytes, e);
        ok = rest;
        c->o.partial = c->o.partial || (ok && bytes.n > zstd_frames_bearable(p->w.f.sections[rest].size));
        c->o.rest = 0;
        if (!c->o.partial) { /* otherwise the columns are left out: readers refuse to unpack so much */
            c->o.rest = rest;
            c->o.nsymbols = t.n;
        }
    }
    if (ok && c->times.n)
        ok = (c->o.times = add_bytes(p, ".times.", c, &c->times, e));
    if (ok && c->lines) {
        bytes.n = 0;
        folio_lines_put(c->lines, &bytes, &runs);
        ok = (c->o.lines = add_bytes(p, ".lines.", c, &bytes, e));
        c->o.held.lines = c->dwarf;
        if (!c->dwarf)
            c->o.held.lines = 1; /* the DWARF may be in another file */
    }
    if (ok && runs.n)
        ok = (c->o.runs = add_bytes(p, ".runs.", c, &runs, e));
    if (ok && c->image.n && (!c->whole || p->opts.dry_run)) {
        mark_image(c);
        ok = (c->o.image = add_bytes(p, ".image.", c, &c->image, e));
    }
    c->o.whole = !c->o.image && c->whole;
    if (!c->o.image)
        c->o.image = c->whole;
    symtab_free(&t);
    text_free(&name);
    text_free(&bytes);
    text_free(&runs);
    return ok;
}

/* Writes the notes of people, if there are any. */
static bool write_notes_of_people(struct pack *p, struct err *e)
{
    const struct folio_section head = { .name = ".notes", .type = SECTION_PROGBITS };
    struct text bytes = { 0 };
    folio_notes_put(&p->notes, &bytes);
    if (bytes.n)
        p->w.f.notes = folio_add(&p->w, &head, (struct span){ (uint8_t *)bytes.s, bytes.n }, e);
    const bool ok = !bytes.n || p->w.f.notes;
    text_free(&bytes);
    return ok;
}

/* Writes a section with all build-ids for `readelf -n`. Without build-ids it writes no section, since
   readelf reports an empty section as a fault. */
static bool write_id_notes(struct pack *p, struct err *e)
{
    const struct folio_section head = { .name = ".note.gnu.build-id", .type = SECTION_NOTE };
    struct text notes = { 0 };
    for (size_t i = 0; i < p->n; i++)
        folio_put_id_note(&p->contents[i].o, &notes);
    bool ok = !notes.n || folio_add(&p->w, &head, (struct span){ (uint8_t *)notes.s, notes.n }, e);
    text_free(&notes);
    return ok;
}

static uint64_t size_of(const struct pack *p, uint32_t section)
{
    assert(section < p->w.f.nsections);
    if (section)
        return p->w.f.sections[section].size + FOLIO_SECTION_HEADER;
    return 0;
}

static void make_rows(struct pack *p)
{
    const struct folio *f = &p->w.f;
    p->sums.rows = mem_new(f->nfiles + p->n, sizeof(*p->sums.rows));
    for (size_t i = 0; i < f->nfiles; i++) {
        struct pack_row *row = &p->sums.rows[p->sums.nrows++];
        const struct folio_capture *c = &f->captures[f->files[i].capture];
        const bool first = !i || f->files[i - 1].capture != f->files[i].capture;
        *row = (struct pack_row){ .name = c->name, .capture = true };
        uint64_t bytes = size_of(p, f->files[i].section);
        if (first)
            bytes += size_of(p, c->index);
        for (int level = 0; level < FOLIO_LEVELS; level++)
            row->bytes[level] = bytes;
    }
    for (size_t i = 0; i < p->n; i++) {
        const struct folio_content *c = &p->contents[i];
        struct pack_row *row = &p->sums.rows[p->sums.nrows++];
        uint64_t symbols = size_of(p, c->o.symtab) + size_of(p, c->o.times), rest = size_of(p, c->o.rest),
                 image = size_of(p, c->o.image), lines = size_of(p, c->o.lines) + size_of(p, c->o.runs);
        *row =
            (struct pack_row){ .name = c->o.name, .samples = c->samples, .annotate = size_of(p, c->o.runs) };
        row->bytes[FOLIO_MIN] = symbols;
        if (c->unwind)
            row->bytes[FOLIO_MIN] += image;
        row->bytes[FOLIO_SYMBOLS] = row->bytes[FOLIO_MIN] + rest;
        row->bytes[FOLIO_CODE] = symbols + rest + image + lines;
        row->bytes[FOLIO_FULL] = symbols + rest + lines + size_of(p, c->whole) + size_of(p, c->o.debug) +
                                 size_of(p, c->o.listing);
    }
}

const struct pack_sums *folio_pack_sums(const struct pack *p)
{
    return &p->sums;
}

/* Writes the names of the touched symbols of all objects, then the symbols. */
static bool write_symbols(struct pack *p, struct err *e)
{
    struct folio *f = &p->w.f;
    struct strings *strings = strings_new();
    bool ok = true;
    for (size_t i = 0; ok && i < p->n; i++) {
        struct symtab t = { 0 };
        ok = decode(&p->contents[i], &t, e);
        for (size_t k = 0; ok && k < t.n; k++)
            if (folio_symbols_is_reachable(p->contents[i].touched, k))
                strings_add(strings, t.v[k].name);
        symtab_free(&t);
    }
    ok = ok && strings_seal(strings, UINT32_MAX, e);
    const struct folio_section head = { .name = ".strtab", .type = SECTION_STRTAB };
    uint32_t strtab = 0;
    if (ok)
        strtab = folio_add(&p->w, &head, strings_bytes(strings), e);
    for (size_t i = 0; strtab && ok && i < p->n; i++) {
        pack_progress(p, "writing", p->contents[i].o.name);
        ok = write_tables(p, &p->contents[i], strings, e);
        if (ok)
            f->sections[p->contents[i].o.symtab].link = strtab;
    }
    strings_free(strings);
    return ok && strtab;
}

bool folio_pack_finish(struct pack *p, struct err *e)
{
    struct folio *f = &p->w.f;
    bool ok = write_symbols(p, e) && write_id_notes(p, e) && write_notes_of_people(p, e);
    if (!ok)
        return false;
    make_rows(p);
    for (size_t i = 0; i < p->n; i++) {
        f->objects = mem_room(f->objects, f->nobjects, &p->w.cap_objects, sizeof(*f->objects));
        f->objects[f->nobjects] = p->contents[i].o;
        f->objects[f->nobjects++].partial |= p->opts.level == FOLIO_MIN || !p->contents[i].hit;
    }
    if (p->opts.dry_run)
        return true; /* folio_pack_free() drops the writer */
    p->writing = false;
    return folio_finish(&p->w, &p->sums.size, e);
}
