/*
 * Reads folios. The chain of checksums: the ELF header and the section headers lead to the manifest, whose
 * checksum is in a note. The manifest has the checksums of the headers and of every other section; they are
 * compared when these are read. zstd frames have their own checksums, so a part of a large section can be
 * verified without reading all of it.
 */
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "archive/content.h"
#include "archive/folio/folio_elf.h"
#include "archive/folio/folio_lines.h"
#include "archive/folio/folio_records.h"
#include "archive/folio/folio_symbols.h"
#include "archive/folio/zstd_frames.h"
#include "archive/package/unwrap.h"
#include "core/base/file/lock.h"
#include "core/base/hash.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"

enum { MOST_SECTIONS = 1 << 24 };

/* The section with the names of symbols. It is read and checked once for all objects, which may be many
   thousands. */
struct folio_strings {
    pthread_mutex_t lock;
    uint32_t section; /* 0: not read yet */
    struct span bytes;
    struct err wrong; /* why the names could not be read */
};

enum folio_look folio_recognise(const struct file *file, struct err *e)
{
    uint8_t head[FOLIO_ELF_HEADER];
    struct err not_one = { 0 };
    struct folio_elf_header h;
    bool extended;
    int64_t n = file_read(file, 0, head, sizeof(head), e);
    if (n < 0)
        return FOLIO_UNREADABLE;
    bool is = n == sizeof(head) &&
              folio_take_elf_header((struct span){ head, sizeof(head) }, &h, &extended, &not_one);
    if (is)
        return FOLIO_IS;
    return FOLIO_IS_NOT;
}

enum folio_look folio_recognise_path(const char *path, const char *temporary, struct err *e)
{
    struct err why = { 0 };
    struct file f;
    struct unwrapped w;
    bool absent;
    if (!file_open_regular(&f, path, &absent, &why) || !unwrap(&f, path, temporary, &w, &why)) {
        bool unreadable = why.kind == ERR_IO && !absent;
        if (unreadable)
            return *e = why, FOLIO_UNREADABLE;
        return FOLIO_IS_NOT;
    }
    enum folio_look look = folio_recognise(&f, e);
    free(w.name);
    file_close(&f);
    return look;
}

/* Reads n bytes of the file, malloc'ed. */
static bool read_bytes(const struct folio *f, uint64_t at, uint64_t n, struct span *out, struct err *e)
{
    *out = (struct span){ NULL, 0 };
    if (at > f->file.size || n > f->file.size - at)
        return err_set(e, ERR_FORMAT, at,
                       "cannot read %" PRIu64 " bytes at offset %" PRIu64 ": it ends at %" PRIu64, n, at,
                       f->file.size);
    if (n > SIZE_MAX / 2)
        return err_set(e, ERR_IO, at, "%" PRIu64 " bytes are more than this host can hold", n);
    uint8_t *p = mem_new((size_t)n + !n, 1);
    int64_t got = file_read(&f->file, at, p, (size_t)n, e);
    if (got != (int64_t)n) {
        free(p);
        if (got < 0)
            return false;
        return err_set(e, ERR_IO, at, "it ends %" PRIu64 " bytes too early", n - (uint64_t)got);
    }
    *out = (struct span){ p, (size_t)n };
    return true;
}

static void folio_read_drop(struct span *s)
{
    free((void *)(uintptr_t)s->p);
    *s = (struct span){ NULL, 0 };
}

/* Reads the first n section headers. They are the last bytes of a folio. If they are beyond the end of the
   file, the folio was cut off. */
static bool read_headers(const struct folio *f, uint64_t n, struct span *out, struct err *e)
{
    const uint64_t bytes = n * FOLIO_SECTION_HEADER;
    if (f->headers_at > f->file.size || bytes > f->file.size - f->headers_at)
        return err_set(e, ERR_FORMAT, f->file.size,
                       "it is cut off: it ends at %" PRIu64 ", but its section headers take %" PRIu64
                       " bytes at offset %" PRIu64,
                       f->file.size, bytes, f->headers_at);
    return read_bytes(f, f->headers_at, bytes, out, e);
}

static bool read_section_headers(struct folio *f, const struct folio_elf_header *h, bool extended,
                                 struct err *e)
{
    struct span bytes, first;
    uint64_t n = h->nsections;
    f->headers_at = h->headers_at;
    f->names_index = h->names;
    if (extended) {
        if (!read_headers(f, 1, &first, e))
            return false;
        struct folio_section s = folio_take_section_header(first);
        if (!n)
            n = s.size;
        if (s.link)
            f->names_index = s.link;
        folio_read_drop(&first);
    }
    if (n > MOST_SECTIONS)
        return err_set(e, ERR_FORMAT, 0, "it claims to have %" PRIu64 " sections, which is too many", n);
    if (!read_headers(f, n, &bytes, e))
        return false;
    f->sections = mem_new((size_t)n, sizeof(*f->sections));
    f->nsections = (size_t)n;
    for (size_t i = 0; i < n; i++)
        f->sections[i] = folio_take_section_header(
            (struct span){ bytes.p + i * FOLIO_SECTION_HEADER, FOLIO_SECTION_HEADER });
    folio_read_drop(&bytes);
    for (size_t i = 0; i < n; i++)
        if (f->sections[i].at > f->file.size || f->sections[i].size > f->file.size - f->sections[i].at)
            return err_set(e, ERR_FORMAT, f->headers_at + i * FOLIO_SECTION_HEADER,
                           "section %zu (%" PRIu64 " bytes at %" PRIu64
                           ") ends after the end of the file, at %" PRIu64,
                           i, f->sections[i].size, f->sections[i].at, f->file.size);
    return true;
}

/* Sets the names of sections. They are borrowed from the section that has them, since copies of
   overlapping names could take any amount of memory. */
static bool read_names(struct folio *f, struct err *e)
{
    if (f->names_index >= f->nsections)
        return err_set(e, ERR_FORMAT, 62, "the section headers have no names");
    const struct folio_section *s = &f->sections[f->names_index];
    struct span *names = &f->section_names;
    if (!read_bytes(f, s->at, s->size, names, e))
        return false;
    bool ends = names->n && !names->p[names->n - 1];
    for (size_t i = 0; i < f->nsections; i++) {
        bool there = ends && f->sections[i].name_at < names->n;
        if (there)
            f->sections[i].name = (const char *)names->p + f->sections[i].name_at;
        else
            f->sections[i].name = "";
    }
    return true;
}

/* The number of the section with a name, the last if there are several; 0: none. */
static uint32_t named(const struct folio *f, const char *name)
{
    for (size_t i = f->nsections; i-- > 1;)
        if (!strcmp(f->sections[i].name, name))
            return (uint32_t)i;
    return 0;
}

/* Computes the checksum of the ELF header and the section headers, from the bytes in the file. */
static bool hash_headers(const struct folio *f, uint8_t hash[FOLIO_HASH], struct err *e)
{
    struct span first = { NULL, 0 }, rest = { NULL, 0 };
    struct hash128 *h = hash128_new();
    bool ok = read_bytes(f, 0, FOLIO_ELF_HEADER, &first, e) &&
              read_bytes(f, f->headers_at, (uint64_t)f->nsections * FOLIO_SECTION_HEADER, &rest, e);
    hash128_add(h, first.p, first.n);
    hash128_add(h, rest.p, rest.n);
    hash128_end(h, hash);
    folio_read_drop(&first);
    folio_read_drop(&rest);
    return ok;
}

static bool read_manifest(struct folio *f, struct err *e)
{
    uint32_t at = named(f, FOLIO_MANIFEST), note_at = named(f, FOLIO_NOTE);
    struct span manifest = { NULL, 0 }, note = { NULL, 0 };
    struct text want = { 0 };
    uint8_t hash[FOLIO_HASH];
    const char *lacking = at ? FOLIO_NOTE : FOLIO_MANIFEST;
    if (!at || !note_at)
        return err_set(e, ERR_FORMAT, 0, "not a folio: an ELF file without a section %s", lacking);
    bool ok = read_bytes(f, f->sections[at].at, f->sections[at].size, &manifest, e) &&
              read_bytes(f, f->sections[note_at].at, f->sections[note_at].size, &note, e);
    if (ok) {
        hash128_bytes(manifest.p, manifest.n, hash);
        folio_put_note(hash, &want);
        ok = (note.n == want.n && !memcmp(note.p, want.s, want.n)) ||
             err_set(e, ERR_FORMAT, f->sections[at].at,
                     "it is damaged: the checksum of its manifest is not the one in %s", FOLIO_NOTE);
    }
    ok = ok && folio_take_records(f, manifest, e) && hash_headers(f, hash, e);
    if (ok)
        ok = !memcmp(hash, f->headers, FOLIO_HASH) ||
             err_set(e, ERR_FORMAT, 0,
                     "it is damaged: the checksum of its headers is not the one in its manifest");
    folio_read_drop(&manifest);
    folio_read_drop(&note);
    text_free(&want);
    return ok;
}

struct folio *folio_open(const char *path, const char *temporary, struct err *e)
{
    struct file file;
    struct unwrapped w;
    bool ok = unwrap_open(&file, path, temporary, &w, e);
    free(w.name);
    if (ok)
        return folio_open_file(path, &file, e);
    if (e->kind == ERR_FORMAT) /* damage of the file that was to be unpacked */
        e->kind = ERR_UNSUPPORTED;
    err_prefix(e, "%s", path);
    return NULL;
}

static void folio_read_abandon(void *folio)
{
    folio_close(folio);
}

struct folio *folio_open_file(const char *path, struct file *file, struct err *e)
{
    struct folio *f = mem_new(1, sizeof(*f));
    struct folio_elf_header h;
    uint8_t head[CONTENT_HEAD];
    bool extended;
    f->path = arena_names_intern(&f->names, path);
    f->strings = mem_new(1, sizeof(*f->strings));
    pthread_mutex_init(&f->strings->lock, NULL);
    f->fault = fault_new(f->path);
    f->file = file_take(file);
    f->file.fault = f->fault;
    struct mem_undo undo;
    mem_undo_add(&undo, folio_read_abandon, f);
    const int64_t n = file_read(&f->file, 0, head, sizeof(head), e);
    struct span bytes = { head, 0 };
    if (n > 0)
        bytes.n = (size_t)n;
    struct span first = bytes;
    if (first.n > FOLIO_ELF_HEADER)
        first.n = FOLIO_ELF_HEADER;
    const bool ok = n >= 0 && content_is_folio(bytes, e) && folio_take_elf_header(first, &h, &extended, e) &&
                    read_section_headers(f, &h, extended, e) && read_names(f, e) && read_manifest(f, e);
    mem_undo_drop(&undo);
    if (ok)
        return f;
    err_prefix(e, "%s", path);
    folio_close(f);
    return NULL;
}

void folio_close(struct folio *f)
{
    if (!f)
        return;
    file_close(&f->file);
    folio_read_drop(&f->section_names);
    folio_read_drop(&f->strings->bytes);
    pthread_mutex_destroy(&f->strings->lock);
    free(f->strings);
    fault_free(f->fault);
    folio_drop_records(f);
    free(f);
}

bool folio_check_reads(const struct folio *f, struct err *e)
{
    return fault_check(f->fault, e);
}

/* Notes the result of a read in f->fault, as the caller may go on without it. Returns `ok`. */
static bool noted(const struct folio *f, bool ok, const struct err *e)
{
    if (!ok)
        fault_note(f->fault, e);
    return ok;
}

bool folio_read_raw(const struct folio *f, uint32_t section, struct span *out, struct err *e)
{
    assert(section < f->nsections);
    const struct folio_section *s = &f->sections[section];
    uint8_t hash[FOLIO_HASH];
    if (!read_bytes(f, s->at, s->size, out, e))
        return noted(f, err_prefix(e, "%s", f->path), e);
    hash128_bytes(out->p, out->n, hash);
    if (!memcmp(hash, s->hash, FOLIO_HASH))
        return true;
    folio_read_drop(out);
    err_set(e, ERR_FORMAT, s->at,
            "section %u (%s, %" PRIu64 " bytes at offset %" PRIu64 ") is damaged: its checksum differs",
            section, s->name, s->size, s->at);
    return noted(f, err_prefix(e, "%s", f->path), e);
}

/* Opens the frames of a compressed section. */
static struct frames *open_frames(const struct folio *f, uint32_t section, struct err *e)
{
    assert(section < f->nsections);
    const struct folio_section *s = &f->sections[section];
    struct span head = { NULL, 0 };
    struct frames *frames = NULL;
    uint64_t size = 0;
    bool ok = s->flags & SECTION_COMPRESSED && s->size >= FOLIO_CHDR &&
              read_bytes(f, s->at, FOLIO_CHDR, &head, e) && folio_take_chdr(head, &size);
    if (ok)
        frames = zstd_frames_open(&f->file, s->at + FOLIO_CHDR, s->size - FOLIO_CHDR, e);
    if (frames && zstd_frames_size(frames) != size) {
        zstd_frames_close(frames);
        frames = NULL;
    }
    folio_read_drop(&head);
    if (!frames) {
        err_set(e, ERR_FORMAT, s->at, "section %u (%s at offset %" PRIu64 ") does not hold valid zstd frames",
                section, s->name, s->at);
        noted(f, err_prefix(e, "%s", f->path), e);
    }
    return frames;
}

bool folio_read_section(const struct folio *f, uint32_t section, struct span *out, struct err *e)
{
    struct frames *frames = open_frames(f, section, e);
    bool ok = frames && zstd_frames_all(frames, out, e);
    zstd_frames_close(frames);
    return noted(f, ok, e);
}

bool folio_open_section(const struct folio *f, uint32_t section, struct file *out, struct err *e)
{
    struct frames *frames = open_frames(f, section, e);
    if (frames)
        zstd_frames_as_file(out, frames);
    return frames;
}

size_t folio_open_files(const struct folio *f, uint32_t capture, struct file **out, const char ***paths,
                        struct err *e)
{
    assert(capture < f->ncaptures);
    struct file *files = mem_new(f->nfiles, sizeof(*files));
    const char **names = mem_new(f->nfiles, sizeof(*names));
    size_t n = 0;
    for (size_t i = 0; i < f->nfiles && e->kind == ERR_NONE; i++) {
        if (f->files[i].capture != capture)
            continue;
        struct frames *frames = open_frames(f, f->files[i].section, e);
        if (!frames)
            break;
        if (zstd_frames_size(frames) != f->files[i].size) {
            err_set(e, ERR_FORMAT, 0, "%s: section %u has %" PRIu64 " bytes of a capture, expected %" PRIu64,
                    f->path, f->files[i].section, zstd_frames_size(frames), f->files[i].size);
            noted(f, false, e);
            zstd_frames_close(frames);
            break;
        }
        names[n] = f->files[i].path;
        zstd_frames_as_file(&files[n++], frames);
    }
    if (!n)
        err_set(e, ERR_FORMAT, 0, "%s: its capture %s has no file", f->path, f->captures[capture].name);
    for (size_t i = 0; e->kind != ERR_NONE && i < n; i++)
        file_close(&files[i]);
    if (e->kind != ERR_NONE || !paths)
        free(names);
    else
        *paths = names;
    if (e->kind == ERR_NONE)
        *out = files;
    else
        free(files);
    if (e->kind == ERR_NONE)
        return n;
    return 0;
}

/* Sets `out` to the symbol names of an object, borrowed. The names of all objects are in one section. */
static bool symbol_names(const struct folio *f, const struct folio_object *o, struct span *out, struct err *e)
{
    struct folio_strings *s = f->strings;
    uint32_t link = f->sections[o->symtab].link;
    bool ok = link && link < f->nsections && f->sections[link].hashed;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &s->lock);
    ok = (ok && (!s->section || s->section == link)) ||
         err_set(e, ERR_FORMAT, 0, "%s: section %u does not link to the string table", f->path, o->symtab);
    if (ok && !s->section) {
        folio_read_raw(f, link, &s->bytes, &s->wrong);
        s->section = link;
    }
    lock_release(held);
    if (ok && s->wrong.kind != ERR_NONE)
        *e = s->wrong;
    *out = s->bytes;
    return e->kind == ERR_NONE;
}

/* Reads a compressed section of columns. Its size is limited, since every byte becomes something larger. */
static bool read_table(const struct folio *f, uint32_t section, struct span *out, struct err *e)
{
    const struct folio_section *s = &f->sections[section];
    if (!folio_read_section(f, section, out, e))
        return false;
    if (out->n <= zstd_frames_bearable(s->size))
        return true;
    file_unmap(*out);
    *out = (struct span){ NULL, 0 };
    err_set(e, ERR_UNSUPPORTED, s->at,
            "section %u (%s at offset %" PRIu64 ") unpacks to more than 64 times its size", section, s->name,
            s->at);
    return noted(f, false, e);
}

bool folio_symbols(const struct folio *f, const struct folio_object *o, struct symtab *t, struct err *e)
{
    struct span symbols = { NULL, 0 }, strings = { NULL, 0 }, rest = { NULL, 0 }, times = { NULL, 0 };
    bool ok = true;
    t->demangle = NULL; /* must be NULL before symbols are added */
    if (o->mangled)
        t->demangle = elf_demangle;
    if (o->symtab)
        ok = symbol_names(f, o, &strings, e) && folio_read_raw(f, o->symtab, &symbols, e) &&
             folio_take_symtab(symbols, strings, t, e);
    ok = ok && (!o->rest || (read_table(f, o->rest, &rest, e) && folio_take_rest(rest, t, e)));
    ok = ok && (!o->times || (read_table(f, o->times, &times, e) && folio_take_times(times, t, e)));
    folio_read_drop(&symbols);
    file_unmap(rest);
    file_unmap(times);
    if (!ok) {
        symtab_free(t);
        return noted(f, err_prefix(e, "%s", o->name), e);
    }
    folio_sort_symbols(t);
    t->space = o->space;
    t->is_listing = o->is_listing;
    t->text_foff = o->text_foff;
    memcpy(t->ref_addr, o->ref_addr, sizeof(t->ref_addr));
    memcpy(t->has_ref, o->has_ref, sizeof(t->has_ref));
    return true;
}

struct folio_lines *folio_lines_read(const struct folio *f, const struct folio_object *o, struct err *e)
{
    struct span bytes = { NULL, 0 }, runs = { NULL, 0 };
    bool ok = read_table(f, o->lines, &bytes, e) && (!o->runs || read_table(f, o->runs, &runs, e));
    struct folio_lines *l = NULL;
    if (ok)
        l = folio_lines_take(bytes, runs, e);
    file_unmap(bytes);
    file_unmap(runs);
    noted(f, l, e);
    return l;
}
