#include "archive/folio/folio_notes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio_elf.h"
#include "archive/folio/folio_records.h"
#include "core/base/date.h"
#include "core/base/mem.h"

enum { SECTION_MOST = 1 << 26 }; /* bytes */

void folio_notes_add(struct folio_notes *notes, const struct folio_note *note)
{
    struct folio_note *kept = MEM_ADD(notes->v, notes->n, notes->cap);
    *kept = *note;
    kept->function = arena_names_intern(&notes->names, text_or(note->function, ""));
    kept->file = arena_names_intern(&notes->names, text_or(note->file, ""));
    kept->text = arena_names_intern(&notes->names, text_or(note->text, ""));
}

bool folio_note_check(const struct folio_note *note, struct err *e)
{
    const char *const texts[] = { note->text, note->function, note->file };
    const int places = (*note->function != 0) + (*note->file != 0) + (note->to != 0);
    for (size_t i = 0; i < COUNT(texts); i++)
        if (strlen(texts[i]) > FOLIO_NOTE_TEXT_MOST)
            return err_set(e, ERR_UNSUPPORTED, 0, "a note has a text of more than %d bytes",
                           FOLIO_NOTE_TEXT_MOST);
    if (!*note->text)
        return err_set(e, ERR_FORMAT, 0, "a note has no text");
    if (places > 1 || (note->has_offset && !*note->function) || !*note->file != !note->line)
        return err_set(e, ERR_FORMAT, 0, "a note is about several things, or about a part of nothing");
    if (note->from > note->to)
        return err_set(e, ERR_FORMAT, 0, "the time of a note ends before it begins");
    return true;
}

bool folio_notes_take(struct span bytes, size_t captures, struct folio_notes *out, struct err *e)
{
    struct record_line r;
    while (manifest_next(&bytes, &r)) {
        struct folio_note *note;
        if (!manifest_record_is(&r, "note"))
            continue; /* of a later version */
        if (out->n == FOLIO_NOTES_MOST)
            return err_set(e, ERR_UNSUPPORTED, 0, "it has more than %d notes", FOLIO_NOTES_MOST);
        note = MEM_ADD(out->v, out->n, out->cap);
        *note = (struct folio_note){ .function = "", .file = "", .text = "" };
        if (!folio_take_note_record(&r, note, &out->names, e) || !folio_note_check(note, e))
            return false;
        if (note->capture >= captures)
            return err_set(e, ERR_FORMAT, 0, "a note is about capture %" PRIu32 ", of %zu", note->capture,
                           captures);
    }
    return !bytes.n || err_set(e, ERR_FORMAT, 0, "the notes end with %zu bytes of no record", bytes.n);
}

bool folio_notes_read(const struct folio *f, struct folio_notes *out, struct err *e)
{
    struct span bytes = { NULL, 0 };
    if (!f->notes)
        return true;
    const struct folio_section *section = &f->sections[f->notes];
    bool ok = section->size <= SECTION_MOST ||
              err_set(e, ERR_UNSUPPORTED, section->at, "its notes have more than %d bytes", SECTION_MOST);
    if (ok && !folio_read_raw(f, f->notes, &bytes, e))
        return false;
    ok = ok && folio_notes_take(bytes, f->ncaptures, out, e);
    free((void *)(uintptr_t)bytes.p);
    if (ok)
        return true;
    err_prefix(e, "%s", f->path);
    fault_note(f->fault, e);
    return false;
}

void folio_notes_put(const struct folio_notes *notes, struct text *out)
{
    for (size_t i = 0; i < notes->n; i++)
        folio_put_note_record(out, &notes->v[i]);
}

void folio_notes_free(struct folio_notes *notes)
{
    free(notes->v);
    arena_names_free(&notes->names);
    *notes = (struct folio_notes){ 0 };
}

static void add_seconds(struct text *out, uint64_t ns)
{
    text_printf(out, "%" PRIu64 ".%09" PRIu64, ns / NSEC_PER_SEC, ns % NSEC_PER_SEC);
}

void folio_note_place(const struct folio_note *note, struct text *out)
{
    text_add(out, note->function);
    if (note->has_offset)
        text_printf(out, "+0x%" PRIx64, note->offset);
    if (*note->file)
        text_printf(out, "%s:%" PRIu32, note->file, note->line);
    if (!note->to)
        return;
    add_seconds(out, note->from);
    text_add(out, ",");
    add_seconds(out, note->to);
}
