/*
 * folio: the contents of a folio, as its manifest lists them, and functions that read them. docs/folio.md is
 * the specification. A folio may come from a stranger. So every number in it is checked against the size of
 * the file, every section is checked against its checksum when it is read, and every name is checked before
 * it is used as a path of this host.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_H

#include <stdbool.h>

#include "core/base/cur.h"
#include "core/base/text.h"
#include "core/base/arena.h"
#include "core/base/file/fault.h"
#include "core/base/file/file.h"
#include "core/base/hash.h"
#include "core/model/timeline/object.h"
#include "core/resolve/symtab.h"

/* The records of a folio's manifest are text: a word and KEY=VALUE pairs, separated by one blank and ended by a NUL,
   so that `readelf -p .perfolio` prints one record per line (docs/folio.md, "The manifest"). In values, blanks, '%'
   and bytes that are not printable ASCII characters are written as %XX. */

/* Append a KEY=VALUE pair to a record. The caller appends the record's word before the first pair, and the NUL after
   the last. */
void manifest_add_text(struct text *t, const char *key, const char *value);
void manifest_add_number(struct text *t, const char *key, uint64_t value);
void manifest_add_address(struct text *t, const char *key, uint64_t value); /* in hexadecimal */
void manifest_add_bytes(struct text *t, const char *key, const uint8_t *p, size_t n);

/* Appends a value as manifest_add_text() escapes it. */
void manifest_add_escaped(struct text *t, const char *value);

/* A record of a manifest that is being read: borrowed text, NUL-terminated. */
struct record_line {
    const char *s;
    size_t n;
};

/* Sets `r` to the first record of `rest` and removes it from `rest`. False: `rest` is empty, or has no NUL. */
bool manifest_next(struct span *rest, struct record_line *r);

bool manifest_record_is(const struct record_line *r, const char *word);

/* Read the value of a key. False, and nothing is written, if the record has no such key, or its value is not of this
   type. */
bool manifest_get_text(const struct record_line *r, const char *key, struct text *value); /* appended */
/* also accepts 0x... */
bool manifest_get_number(const struct record_line *r, const char *key, uint64_t *value);
bool manifest_get_bytes(const struct record_line *r, const char *key, uint8_t *p, size_t max, size_t *n);

enum { FOLIO_VERSION = 1, FOLIO_HASH = HASH128 /* bytes */ };

enum folio_level { FOLIO_MIN, FOLIO_SYMBOLS, FOLIO_CODE, FOLIO_FULL, FOLIO_LEVELS };
/* The name of a level; NULL: there is no such level. */
const char *folio_level_name(size_t level);

/* A file of a capture: the capture itself, or a file in its directory. */
struct folio_file {
    uint32_t capture, section;
    /* relative to the capture's directory; "": the capture is this file, not a directory */
    const char *path;
    uint64_t size;
};

struct folio_capture {
    const char *name;
    bool directory;
    uint64_t samples, first_time, last_time; /* ns of the recording clock; 0: no sample has a time */
    const char *labels; /* "KEY=VALUE" labels, separated by line feeds; NULL or "": none */
    uint32_t index;     /* the section with the index of its records (formats/perf/record_index.h); 0: none */
};

struct capture;

/* A content: the symbols of an object, and the parts of the object's file that the folio has. Sections are
   given by number; 0: the folio has no such section. */
struct folio_object {
    enum object_kind kind;
    const char *name;            /* path of the object that was packed first with this content */
    struct build_id id;          /* n == 0: none; then `content` identifies the object */
    uint8_t content[FOLIO_HASH]; /* XXH3-128 of the file from which the symbols were read */
    bool whole;                  /* section `image` has the whole file */
    bool partial;                /* the folio has only the symbols that samples touch */
    enum symtab_space space;
    bool is_listing, mangled;
    uint64_t text_foff, ref_addr[SYMTAB_REFS];
    bool has_ref[SYMTAB_REFS];
    struct symbol_content held; /* which symbols and source lines the file had */
    /* of the ELF file: class (32 or 64), ELFDATA and e_machine; bits == 0: the file was not ELF */
    uint16_t bits, order, machine;
    uint32_t symtab, rest, times, lines, runs, image, debug, listing;
    uint64_t nsymbols; /* number of symbols in `symtab` and `rest` */
};

/* Says which content belongs to an object of a capture. */
struct folio_answer {
    uint32_t capture, object;
    enum object_kind kind;
    int32_t machine; /* as in struct object */
    const char *path;
    struct build_id id;  /* as recorded; n == 0: not recorded */
    struct file_id file; /* distinguishes files with the same path, if they have no build-id */
    uint64_t inside,     /* for an object inside a larger file: its offset in that file */
        inside_len;      /* its size in bytes; 0: the object is a whole file */
    /* the object has no build-id, but the packer knew that the file is the recorded one */
    bool proven;
    uint64_t samples; /* number of samples in this object */
};

struct folio_section {
    const char *name;
    uint32_t name_at; /* offset in the string table of section names */
    uint32_t type, link, info;
    uint64_t flags, at, size, entsize;
    uint8_t hash[FOLIO_HASH];
    bool hashed; /* `hash` is set: the manifest lists it */
};

struct folio {
    const char *path;
    struct file file;
    struct fault *fault; /* the first read error or damage so far */
    enum folio_level level;
    struct folio_section *sections;
    size_t nsections;
    uint64_t headers_at;       /* file offset of the section headers */
    uint32_t names_index;      /* number of the section with the section names */
    struct span section_names; /* the bytes of that section; set if the folio was opened for reading */
    struct folio_capture *captures;
    size_t ncaptures;
    struct folio_file *files;
    size_t nfiles;
    struct folio_object *objects;
    size_t nobjects;
    struct folio_answer *answers;
    size_t nanswers;
    uint32_t notes;                /* the section with notes of people (folio_notes.h); 0: none */
    uint8_t headers[FOLIO_HASH];   /* hash of the ELF header and the section headers */
    struct folio_strings *strings; /* the names of all symbols; NULL until they are needed */
    struct names names;
};

/* Whether a file begins like a folio: an ELF file with type ET_NONE and machine EM_NONE. */
enum folio_look { FOLIO_IS, FOLIO_IS_NOT, FOLIO_UNREADABLE /* `e` is set */ };
enum folio_look folio_recognise(const struct file *file, struct err *e);

/* Like folio_recognise(), for a path. FOLIO_IS_NOT if the path is a pipe, which is not read, or does not
   exist. */
enum folio_look folio_recognise_path(const char *path, const char *temporary, struct err *e);

/* Opens a folio: reads and checks its headers and its manifest only. NULL with `e` set. */
struct folio *folio_open(const char *path, const char *temporary, struct err *e);

/* Like folio_open(), for an open file; `path` is its name in messages. Takes over the file: closes it on
   failure, or else in folio_close(). */
struct folio *folio_open_file(const char *path, struct file *file, struct err *e);
void folio_close(struct folio *f);

/* Whether all reads of the folio so far succeeded. False with `e` set to the first read error (ERR_IO) or
   damage: results may then lack data. */
bool folio_check_reads(const struct folio *f, struct err *e);

/* Checks every byte of an opened folio against its checksums (folio_check.c). Calls complain() with a sentence for
   each fault; returns true if there is none. Read errors are not reported here but by folio_check_reads(). The check
   finds accidental damage, not tampering: whoever changes a folio can change the checksums, too. */
bool folio_check(const struct folio *f, void (*complain)(void *arg, const char *what), void *arg);

/* The index of the capture whose name, or number counted from 1, is `which`. `which` NULL: the folio's
   only capture. -1 with `e` set: there is no such capture, or `which` is NULL and the folio has several. */
int64_t folio_find_capture(const struct folio *f, const char *which, struct err *e);

/* Whether a capture has a label, "KEY=VALUE". */
bool folio_has_label(const struct folio *f, uint32_t capture, const char *label);

/* Opens the files of a capture: first the main file, then the other files of its directory, sorted by name. *out
 * receives the files and *paths their paths relative to the directory; `paths` may be NULL. The caller closes the
 * files and frees *out and *paths. Returns the number of files; 0 with `e` set: a file cannot be opened. */
size_t folio_open_files(const struct folio *f, uint32_t capture, struct file **out, const char ***paths,
                        struct err *e);

/* Opens a capture. `indexed`: use the index of its records, if the folio has a readable one. NULL with `e`
   set on failure. */
struct capture *folio_open_capture(const struct folio *f, uint32_t capture, bool indexed, struct err *e);

/* Opens a compressed section as a file of its plain bytes. The caller closes the file. False with `e` set on failure. */
bool folio_open_section(const struct folio *f, uint32_t section, struct file *out, struct err *e);

/* Reads all plain bytes of a compressed section; freed with file_unmap(). False with `e` set. */
bool folio_read_section(const struct folio *f, uint32_t section, struct span *out, struct err *e);

/* Fills `out` with the symbols of a content. The names of the symbols are valid while the folio is open. Thread-safe.
   On failure false, with `e` set and `out` empty. */
bool folio_symbols(const struct folio *f, const struct folio_object *o, struct symtab *out, struct err *e);

/* Reads the source lines of a content; freed with folio_lines_free(). NULL with `e` set. */
struct folio_lines *folio_lines_read(const struct folio *f, const struct folio_object *o, struct err *e);

#endif
