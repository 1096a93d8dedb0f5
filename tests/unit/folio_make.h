/*
 * folio_make: folios whose bytes were changed, made believable again: checksums that fit, or another
 * manifest. Whatever the bytes are, nothing outside of them is touched.
 */
#ifndef PERFOLIO_TESTS_UNIT_FOLIO_MAKE_H
#define PERFOLIO_TESTS_UNIT_FOLIO_MAKE_H

#include <string.h>

#include "archive/folio/folio_elf.h"
#include "archive/folio/folio.h"
#include "core/base/text.h"

struct folio_parts {
    struct folio_elf_header head;
    struct folio_section manifest, note;
    uint64_t note_header_at; /* of its section header */
};

static inline struct span folio_part(struct span bytes, uint64_t at, uint64_t n)
{
    return at > bytes.n || n > bytes.n - at ? (struct span){ NULL, 0 }
                                            : (struct span){ bytes.p + at, (size_t)n };
}

static inline bool folio_section_at(struct span bytes, const struct folio_elf_header *h, uint64_t i,
                                    struct folio_section *s)
{
    struct span header = { NULL, 0 };
    if (i < h->nsections && h->headers_at < bytes.n)
        header = folio_part(bytes, h->headers_at + i * FOLIO_SECTION_HEADER, FOLIO_SECTION_HEADER);
    if (header.n)
        *s = folio_take_section_header(header);
    return header.n;
}

/* False: it is too damaged to have a manifest. */
static inline bool folio_find_parts(struct span bytes, struct folio_parts *parts)
{
    struct err e = { 0 };
    bool extended;
    struct folio_section first, names;
    *parts = (struct folio_parts){ .manifest = { .name = NULL } };
    struct folio_elf_header *h = &parts->head;
    if (!folio_take_elf_header(folio_part(bytes, 0, FOLIO_ELF_HEADER), h, &extended, &e))
        return false;
    if (extended) {
        uint64_t n = h->nsections;
        h->nsections = 1;
        if (!folio_section_at(bytes, h, 0, &first))
            return false;
        h->nsections = n ? n : first.size;
        h->names = first.link ? first.link : h->names;
    }
    if (h->nsections > bytes.n / FOLIO_SECTION_HEADER ||
        !folio_part(bytes, h->headers_at, h->nsections * FOLIO_SECTION_HEADER).n ||
        !folio_section_at(bytes, h, h->names, &names))
        return false;
    struct span text = folio_part(bytes, names.at, names.size);
    for (uint64_t i = 1; i < h->nsections; i++) {
        struct folio_section s;
        if (!folio_section_at(bytes, h, i, &s) || s.name_at >= text.n)
            continue;
        const char *name = (const char *)text.p + s.name_at;
        size_t left = text.n - s.name_at;
        if (!folio_part(bytes, s.at, s.size).p)
            continue;
        if (left >= sizeof(FOLIO_MANIFEST) && !memcmp(name, FOLIO_MANIFEST, sizeof(FOLIO_MANIFEST)))
            parts->manifest = s;
        if (left >= sizeof(FOLIO_NOTE) && !memcmp(name, FOLIO_NOTE, sizeof(FOLIO_NOTE))) {
            parts->note = s;
            parts->note_header_at = h->headers_at + i * FOLIO_SECTION_HEADER;
        }
    }
    return parts->manifest.size && parts->note.size;
}

/* Write the checksum of `of` where a record has one. */
static inline void folio_mend_record(const struct record_line *r, struct span of)
{
    const char *value = strstr(r->s, " xxh3=");
    struct text hex = { 0 };
    uint8_t hash[FOLIO_HASH];
    if (!value || strcspn(value + 6, " ") != 2 * FOLIO_HASH)
        return;
    hash128_bytes(of.p, of.n, hash);
    text_add_hex_bytes(&hex, hash, FOLIO_HASH);
    memcpy((void *)(uintptr_t)(value + 6), hex.s, hex.n);
    text_free(&hex);
}

/* Put all checksums right, in place; false: there is no place for them. */
static inline bool folio_mend(uint8_t *p, size_t n)
{
    struct span bytes = { p, n };
    struct folio_parts parts;
    struct record_line r;
    uint64_t i;
    if (!folio_find_parts(bytes, &parts))
        return false;
    struct span manifest = folio_part(bytes, parts.manifest.at, parts.manifest.size), rest = manifest;
    while (manifest_next(&rest, &r)) {
        struct folio_section s;
        if (manifest_record_is(&r, "section") && manifest_get_number(&r, "index", &i) &&
            folio_section_at(bytes, &parts.head, i, &s) && folio_part(bytes, s.at, s.size).p)
            folio_mend_record(&r, folio_part(bytes, s.at, s.size));
        if (manifest_record_is(&r, "headers")) {
            struct text headers = { 0 };
            text_add_n(&headers, (const char *)p, FOLIO_ELF_HEADER);
            text_add_n(&headers, (const char *)p + parts.head.headers_at,
                       (size_t)parts.head.nsections * FOLIO_SECTION_HEADER);
            folio_mend_record(&r, (struct span){ (uint8_t *)headers.s, headers.n });
            text_free(&headers);
        }
    }
    uint8_t hash[FOLIO_HASH];
    struct text note = { 0 };
    hash128_bytes(manifest.p, manifest.n, hash);
    folio_put_note(hash, &note);
    if (parts.note.size == note.n)
        memcpy(p + parts.note.at, note.s, note.n);
    text_free(&note);
    return true;
}

#endif
