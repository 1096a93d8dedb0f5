#include "archive/folio/folio_records.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* The form of a key's value, and its member in the struct. */
enum form { TEXT, NUMBER, ADDRESS, FLAG, WORD, BUILD_ID, HASH };

struct field {
    const char *key;
    enum form form;
    uint16_t at, size; /* at: offset of the member; size: in bytes, for a number, an address, or an enum */
    /* for an address: offset of the bool that says whether it is known; 0: there is no such bool, and
       address 0 is unknown */
    uint16_t flag;
    const char *const *words; /* for an enum: its words, ended by NULL */
};

static const char *const object_kinds[] = {
    "user", "kernel", "module", "vdso", "ksymbol", "jit", "data", NULL
};
static const char *const spaces[] = { "file", "kernel", "mapped", NULL };
static const char *const levels[] = { "min", "symbols", "code", "full", NULL };

#define SIZE_OF(type, member) sizeof(((struct type *)0)->member)
#define FIELD(type, key, form, member)                                                                       \
    {                                                                                                        \
        key, form, offsetof(struct type, member), SIZE_OF(type, member), 0, NULL                             \
    }
#define WORDS(type, key, member, words)                                                                      \
    {                                                                                                        \
        key, WORD, offsetof(struct type, member), SIZE_OF(type, member), 0, words                            \
    }
#define OPTIONAL(type, key, member, flag)                                                                    \
    {                                                                                                        \
        key, ADDRESS, offsetof(struct type, member), SIZE_OF(type, member), offsetof(struct type, flag),     \
            NULL                                                                                             \
    }

static const struct field of_head[] = { WORDS(folio, "level", level, levels), { 0 } };

static const struct field of_capture[] = { FIELD(folio_capture, "name", TEXT, name),
                                           FIELD(folio_capture, "labels", TEXT, labels),
                                           FIELD(folio_capture, "directory", FLAG, directory),
                                           FIELD(folio_capture, "samples", NUMBER, samples),
                                           FIELD(folio_capture, "first-time", NUMBER, first_time),
                                           FIELD(folio_capture, "last-time", NUMBER, last_time),
                                           FIELD(folio_capture, "index-section", NUMBER, index),
                                           { 0 } };

static const struct field of_file[] = { FIELD(folio_file, "capture", NUMBER, capture),
                                        FIELD(folio_file, "section", NUMBER, section),
                                        FIELD(folio_file, "size", NUMBER, size),
                                        FIELD(folio_file, "path", TEXT, path),
                                        { 0 } };

static const struct field of_object[] = {
    WORDS(folio_object, "kind", kind, object_kinds),
    FIELD(folio_object, "name", TEXT, name),
    FIELD(folio_object, "build-id", BUILD_ID, id),
    FIELD(folio_object, "content", HASH, content),
    FIELD(folio_object, "partial", FLAG, partial),
    WORDS(folio_object, "space", space, spaces),
    FIELD(folio_object, "listing", FLAG, is_listing),
    FIELD(folio_object, "mangled", FLAG, mangled),
    FIELD(folio_object, "text", ADDRESS, text_foff),
    OPTIONAL(folio_object, "_text", ref_addr[SYMTAB_REF_TEXT], has_ref[SYMTAB_REF_TEXT]),
    OPTIONAL(folio_object, "_stext", ref_addr[SYMTAB_REF_STEXT], has_ref[SYMTAB_REF_STEXT]),
    FIELD(folio_object, "full", NUMBER, held.full),
    FIELD(folio_object, "runtime", FLAG, held.runtime),
    FIELD(folio_object, "mini", FLAG, held.mini),
    FIELD(folio_object, "dwarf", NUMBER, held.lines),
    FIELD(folio_object, "elf-bits", NUMBER, bits),
    FIELD(folio_object, "elf-data", NUMBER, order),
    FIELD(folio_object, "elf-machine", NUMBER, machine),
    FIELD(folio_object, "symbols", NUMBER, nsymbols),
    FIELD(folio_object, "symtab-section", NUMBER, symtab),
    FIELD(folio_object, "rest-section", NUMBER, rest),
    FIELD(folio_object, "times-section", NUMBER, times),
    FIELD(folio_object, "lines-section", NUMBER, lines),
    FIELD(folio_object, "runs-section", NUMBER, runs),
    FIELD(folio_object, "image-section", NUMBER, image),
    FIELD(folio_object, "whole", FLAG, whole),
    FIELD(folio_object, "debug-section", NUMBER, debug),
    FIELD(folio_object, "listing-section", NUMBER, listing),
    { 0 }
};

static const struct field of_answer[] = { FIELD(folio_answer, "capture", NUMBER, capture),
                                          FIELD(folio_answer, "object", NUMBER, object),
                                          WORDS(folio_answer, "kind", kind, object_kinds),
                                          FIELD(folio_answer, "guest", NUMBER, machine),
                                          FIELD(folio_answer, "path", TEXT, path),
                                          FIELD(folio_answer, "build-id", BUILD_ID, id),
                                          FIELD(folio_answer, "major", NUMBER, file.maj),
                                          FIELD(folio_answer, "minor", NUMBER, file.min),
                                          FIELD(folio_answer, "inode", NUMBER, file.ino),
                                          FIELD(folio_answer, "generation", NUMBER, file.ino_generation),
                                          FIELD(folio_answer, "inside", NUMBER, inside),
                                          FIELD(folio_answer, "inside-size", NUMBER, inside_len),
                                          FIELD(folio_answer, "proven", FLAG, proven),
                                          FIELD(folio_answer, "samples", NUMBER, samples),
                                          { 0 } };

static const struct field of_notes[] = { FIELD(folio, "section", NUMBER, notes), { 0 } };

static const struct field of_note[] = { FIELD(folio_note, "capture", NUMBER, capture),
                                        FIELD(folio_note, "function", TEXT, function),
                                        OPTIONAL(folio_note, "offset", offset, has_offset),
                                        FIELD(folio_note, "file", TEXT, file),
                                        FIELD(folio_note, "line", NUMBER, line),
                                        FIELD(folio_note, "from", NUMBER, from),
                                        FIELD(folio_note, "to", NUMBER, to),
                                        FIELD(folio_note, "text", TEXT, text),
                                        { 0 } };

const char *folio_level_name(size_t level)
{
    return levels[level];
}

/* The number in an unsigned member of 2, 4 or 8 bytes, in the host's byte order. */
static uint64_t number_at(const void *p, size_t size)
{
    if (size == 2)
        return *(const uint16_t *)p;
    if (size == 4)
        return *(const uint32_t *)p;
    return *(const uint64_t *)p;
}

static bool number_to(void *p, size_t size, uint64_t v)
{
    if (size < 8 && v >> 8 * size)
        return false;
    if (size == 2)
        *(uint16_t *)p = (uint16_t)v;
    else if (size == 4)
        *(uint32_t *)p = (uint32_t)v;
    else
        *(uint64_t *)p = v;
    return true;
}

static bool has_address(const struct field *f, const void *what)
{
    if (f->flag)
        return *((const bool *)what + f->flag);
    return number_at((const uint8_t *)what + f->at, f->size);
}

static void folio_records_put(struct text *t, const char *word, const void *what, const struct field *fields)
{
    text_add(t, word);
    for (const struct field *f = fields; f->key; f++) {
        const uint8_t *p = (const uint8_t *)what + f->at;
        const char *text = NULL;
        const struct build_id *id = (const void *)p;
        static const uint8_t none[FOLIO_HASH];
        switch (f->form) {
        case TEXT:
            memcpy(&text, p, sizeof(text));
            if (text && *text)
                manifest_add_text(t, f->key, text);
            break;
        case NUMBER:
            if (number_at(p, f->size))
                manifest_add_number(t, f->key, number_at(p, f->size));
            break;
        case ADDRESS:
            if (has_address(f, what))
                manifest_add_address(t, f->key, number_at(p, f->size));
            break;
        case FLAG:
            if (*(const bool *)p)
                manifest_add_number(t, f->key, 1);
            break;
        case WORD:
            manifest_add_text(t, f->key, f->words[number_at(p, f->size)]);
            break;
        case BUILD_ID:
            if (id->n)
                manifest_add_bytes(t, f->key, id->bytes, id->n);
            break;
        case HASH:
            if (memcmp(p, none, sizeof(none)))
                manifest_add_bytes(t, f->key, p, FOLIO_HASH);
            break;
        }
    }
    text_char(t, 0, 1);
}

static bool has_key(const struct record_line *r, const char *key)
{
    struct text pair = { 0 };
    text_printf(&pair, " %s=", key);
    bool has = strstr(r->s, pair.s);
    text_free(&pair);
    return has;
}

/* Reads a value into its member. False: the value does not have the form of its key. */
static bool take_value(const struct record_line *r, const struct field *f, void *what, struct names *names)
{
    uint8_t *p = (uint8_t *)what + f->at;
    struct text t = { 0 };
    struct build_id *id = (void *)p;
    uint64_t v = 0;
    size_t n;
    bool ok;
    switch (f->form) {
    case TEXT:
        if ((ok = manifest_get_text(r, f->key, &t))) {
            const char *text = arena_names_intern(names, text_str(&t));
            memcpy(p, &text, sizeof(text));
        }
        break;
    case NUMBER:
    case ADDRESS:
        ok = manifest_get_number(r, f->key, &v) && number_to(p, f->size, v);
        if (ok && f->flag)
            *((bool *)what + f->flag) = true;
        break;
    case FLAG:
        ok = manifest_get_number(r, f->key, &v) && v <= 1;
        *(bool *)p = v;
        break;
    case WORD:
        ok = manifest_get_text(r, f->key, &t) && t.s;
        for (n = 0; ok && f->words[n] && strcmp(f->words[n], t.s);)
            n++;
        ok = ok && f->words[n] && number_to(p, f->size, n);
        break;
    case BUILD_ID:
        ok = manifest_get_bytes(r, f->key, id->bytes, sizeof(id->bytes), &n);
        id->n = 0;
        if (ok)
            id->n = (uint8_t)n;
        break;
    default:
        ok = manifest_get_bytes(r, f->key, p, FOLIO_HASH, &n) && n == FOLIO_HASH;
    }
    text_free(&t);
    return ok;
}

static bool folio_records_take(const struct record_line *r, const struct field *fields, void *what,
                               struct names *names, struct err *e)
{
    for (const struct field *f = fields; f->key; f++)
        if (has_key(r, f->key) && !take_value(r, f, what, names))
            return err_set(e, ERR_FORMAT, 0, "the manifest's record '%.100s' lacks a valid %s", r->s, f->key);
    return true;
}

void folio_put_object(struct text *t, const struct folio_object *o)
{
    folio_records_put(t, "object", o, of_object);
}

/* In the struct, -1 is the host and 0 is a guest whose pid was not recorded. In records numbers are larger
   by one, so that the host is 0 and needs no key. */
static void shift_machine(struct folio_answer *a, int by)
{
    a->machine = (int32_t)((uint32_t)a->machine + (uint32_t)by);
}

static void put_checksum(struct text *t, const uint8_t hash[FOLIO_HASH])
{
    manifest_add_bytes(t, "xxh3", hash, FOLIO_HASH);
    text_char(t, 0, 1);
}

void folio_put_records(struct text *t, const struct folio *f, uint32_t sections)
{
    text_printf(t, "folio version=%d", FOLIO_VERSION);
    folio_records_put(t, "", f, of_head);
    for (uint32_t i = 1; i < sections; i++) { /* sections come first, as all other records refer to them */
        text_printf(t, "section index=%" PRIu32, i);
        put_checksum(t, f->sections[i].hash);
    }
    for (size_t i = 0; i < f->ncaptures; i++)
        folio_records_put(t, "capture", &f->captures[i], of_capture);
    for (size_t i = 0; i < f->nfiles; i++)
        folio_records_put(t, "file", &f->files[i], of_file);
    for (size_t i = 0; i < f->nobjects; i++)
        folio_put_object(t, &f->objects[i]);
    for (size_t i = 0; i < f->nanswers; i++) {
        struct folio_answer a = f->answers[i];
        shift_machine(&a, 1);
        folio_records_put(t, "answer", &a, of_answer);
    }
    if (f->notes)
        folio_records_put(t, "notes", f, of_notes);
}

void folio_put_note_record(struct text *t, const struct folio_note *note)
{
    folio_records_put(t, "note", note, of_note);
}

bool folio_take_note_record(const struct record_line *r, struct folio_note *note, struct names *names,
                            struct err *e)
{
    return folio_records_take(r, of_note, note, names, e);
}

void folio_put_headers(struct text *t, const uint8_t hash[FOLIO_HASH])
{
    text_add(t, "headers");
    put_checksum(t, hash);
}

static bool take_head(struct folio *f, const struct record_line *r, struct err *e)
{
    uint64_t version;
    if (!manifest_record_is(r, "folio") || !manifest_get_number(r, "version", &version) || !version)
        return err_set(e, ERR_FORMAT, 0, "the manifest begins with '%.40s', expected 'folio version='", r->s);
    if (!version || version > FOLIO_VERSION)
        return err_set(e, ERR_UNSUPPORTED, 0,
                       "is a folio of version %" PRIu64 ", this program reads up to %d", version,
                       FOLIO_VERSION);
    return folio_records_take(r, of_head, f, &f->names, e);
}

static bool take_section(struct folio *f, const struct record_line *r, struct err *e)
{
    uint64_t i;
    size_t n;
    if (!manifest_get_number(r, "index", &i) || i >= f->nsections ||
        !manifest_get_bytes(r, "xxh3", f->sections[i].hash, FOLIO_HASH, &n) || n != FOLIO_HASH)
        return err_set(e, ERR_FORMAT, 0, "the manifest's record '%.100s' lacks a section or its checksum",
                       r->s);
    f->sections[i].hashed = true;
    return true;
}

/* Whether the numbers in the last record are valid. */
static bool is_sound(const struct folio *f, const uint32_t *sections, size_t n, uint64_t capture,
                     uint64_t object, const struct record_line *r, struct err *e)
{
    bool ok = (capture == UINT64_MAX || capture < f->ncaptures) &&
              (object == UINT64_MAX || object < f->nobjects);
    for (size_t i = 0; ok && i < n; i++)
        ok = !sections[i] || (sections[i] < f->nsections && f->sections[sections[i]].hashed);
    return ok ||
           err_set(
               e, ERR_FORMAT, 0,
               "the manifest's record '%.100s' refers to a section, capture or object that does not exist",
               r->s);
}

static bool take_capture(struct folio *f, const struct record_line *r, struct err *e)
{
    f->captures = mem_resize(f->captures, f->ncaptures + 1, sizeof(*f->captures));
    struct folio_capture *c = &f->captures[f->ncaptures++];
    *c = (struct folio_capture){ .name = "" };
    return folio_records_take(r, of_capture, c, &f->names, e) &&
           is_sound(f, &c->index, 1, UINT64_MAX, UINT64_MAX, r, e);
}

static bool take_file(struct folio *f, const struct record_line *r, struct err *e)
{
    f->files = mem_resize(f->files, f->nfiles + 1, sizeof(*f->files));
    struct folio_file *file = &f->files[f->nfiles++];
    *file = (struct folio_file){ .path = "" };
    return folio_records_take(r, of_file, file, &f->names, e) &&
           is_sound(f, &file->section, 1, file->capture, UINT64_MAX, r, e);
}

static bool take_object(struct folio *f, const struct record_line *r, size_t *cap, struct err *e)
{
    struct folio_object *o = MEM_ADD(f->objects, f->nobjects, *cap);
    *o = (struct folio_object){ .name = "" };
    if (!folio_records_take(r, of_object, o, &f->names, e))
        return false;
    const uint32_t sections[] = { o->symtab, o->rest,  o->times, o->lines,
                                  o->runs,   o->image, o->debug, o->listing };
    return is_sound(f, sections, COUNT(sections), UINT64_MAX, UINT64_MAX, r, e);
}

static bool take_answer(struct folio *f, const struct record_line *r, size_t *cap, struct err *e)
{
    struct folio_answer *a = MEM_ADD(f->answers, f->nanswers, *cap);
    *a = (struct folio_answer){ .path = "" };
    bool ok = folio_records_take(r, of_answer, a, &f->names, e) &&
              is_sound(f, NULL, 0, a->capture, a->object, r, e);
    shift_machine(a, -1);
    return ok;
}

static bool take_notes(struct folio *f, const struct record_line *r, struct err *e)
{
    return folio_records_take(r, of_notes, f, &f->names, e) &&
           is_sound(f, &f->notes, 1, UINT64_MAX, UINT64_MAX, r, e);
}

bool folio_take_records(struct folio *f, struct span manifest, struct err *e)
{
    struct record_line r;
    size_t cap_objects = 0, cap_answers = 0, n;
    bool ok = manifest_next(&manifest, &r) && take_head(f, &r, e);
    if (!ok && e->kind == ERR_NONE)
        err_set(e, ERR_FORMAT, 0, "the manifest is empty");
    while (ok && manifest_next(&manifest, &r)) {
        if (manifest_record_is(&r, "section"))
            ok = take_section(f, &r, e);
        else if (manifest_record_is(&r, "headers"))
            ok = manifest_get_bytes(&r, "xxh3", f->headers, FOLIO_HASH, &n) && n == FOLIO_HASH;
        else if (manifest_record_is(&r, "capture"))
            ok = take_capture(f, &r, e);
        else if (manifest_record_is(&r, "file"))
            ok = take_file(f, &r, e);
        else if (manifest_record_is(&r, "object"))
            ok = take_object(f, &r, &cap_objects, e);
        else if (manifest_record_is(&r, "answer"))
            ok = take_answer(f, &r, &cap_answers, e);
        else if (manifest_record_is(&r, "notes"))
            ok = take_notes(f, &r, e);
    }
    if (ok && manifest.n)
        return err_set(e, ERR_FORMAT, 0, "the manifest has %zu bytes after its last record", manifest.n);
    return ok || err_set(e, ERR_FORMAT, 0, "the manifest's record '%.100s' cannot be read", r.s);
}

void folio_drop_records(struct folio *f)
{
    free(f->sections);
    free(f->captures);
    free(f->files);
    free(f->objects);
    free(f->answers);
    arena_names_free(&f->names);
}
