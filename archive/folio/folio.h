/*
 * folio: the contents of a folio, as its manifest lists them, and how to read them (docs/folio.md is the
 * specification). A folio may come from a stranger: every number in it is checked against the file, every section that
 * is read against its checksum, and no name in it is used as a path by itself.
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

/* The text form of the records of a folio's manifest: a word and KEY=VALUE pairs, with one blank in between,
   ended by a NUL, so that `readelf -p .perfolio` lists them (docs/folio.md, "The manifest"). In values, blanks, '%' and
   bytes that are not printable ASCII characters are written as %XX. */

/* Append a pair to a record. The caller appends the word before, and the NUL afterwards. */
void manifest_add_text(struct text *t, const char *key, const char *value);
void manifest_add_number(struct text *t, const char *key, uint64_t value);
void manifest_add_address(struct text *t, const char *key, uint64_t value); /* in hexadecimal */
void manifest_add_bytes(struct text *t, const char *key, const uint8_t *p, size_t n);

/* Appends a value as manifest_add_text() escapes it. */
void manifest_add_escaped(struct text *t, const char *value);

/* A record that is read: borrowed text, NUL-terminated. */
struct record_line {
    const char *s;
    size_t n;
};

/* Takes the next record off the front of `rest`. False: the end, or the rest has no NUL. */
bool manifest_next(struct span *rest, struct record_line *r);

bool manifest_record_is(const struct record_line *r, const char *word);

/* Read the value of a key. False, and nothing written: there is no such key, or it has another form. */
bool manifest_get_text(const struct record_line *r, const char *key, struct text *value); /* appended */
bool manifest_get_number(const struct record_line *r, const char *key, uint64_t *value);  /* also 0x... */
bool manifest_get_bytes(const struct record_line *r, const char *key, uint8_t *p, size_t max, size_t *n);

enum { FOLIO_VERSION = 1, FOLIO_HASH = HASH128 /* bytes */ };

enum folio_level { FOLIO_MIN, FOLIO_SYMBOLS, FOLIO_CODE, FOLIO_FULL, FOLIO_LEVELS };
/* The name of a level; NULL behind the last. */
const char *folio_level_name(size_t level);

/* A file of a capture: the capture itself, or one in its directory. */
struct folio_file {
    uint32_t capture, section;
    const char *path; /* in the directory; "": the capture is one file, this one */
    uint64_t size;
};

struct folio_capture {
    const char *name;
    bool directory;
    uint64_t samples, first_time, last_time; /* ns of the recording clock; 0: no sample has a time */
    const char *labels; /* "KEY=VALUE" each, with a line feed between them; NULL or "": none */
    uint32_t index;     /* the section with the index of its records (formats/perf/record_index.h); 0: none */
};

struct capture;

/* A content: the symbols of an object and what else is kept of it. Sections are given by number; 0: none. */
struct folio_object {
    enum object_kind kind;
    const char *name;            /* the path under which it was met first */
    struct build_id id;          /* n == 0: none; `content` identifies it */
    uint8_t content[FOLIO_HASH]; /* the XXH3-128 of the file that its symbols came from */
    bool whole;                  /* its image is the whole file */
    bool partial;                /* it has only symbols that samples of its captures touch */
    enum symtab_space space;
    bool is_listing, mangled;
    uint64_t text_foff, ref_addr[SYMTAB_REFS];
    bool has_ref[SYMTAB_REFS];
    struct symbol_content held;    /* what the file had */
    uint16_t bits, order, machine; /* of the ELF file: class, ELFDATA and e_machine; bits 0: it was not ELF */
    uint32_t symtab, rest, times, lines, runs, image, debug, listing;
    uint64_t nsymbols; /* in both tables */
};

/* An object of a capture, and the content that it has. */
struct folio_answer {
    uint32_t capture, object;
    enum object_kind kind;
    int32_t machine; /* as in struct object */
    const char *path;
    struct build_id id;  /* as recorded; n == 0: not recorded */
    struct file_id file; /* without a build-id: tells files of one path apart */
    uint64_t inside,     /* of an object inside that file: its offset, */
        inside_len;      /* and its bytes; 0: it is the file itself */
    bool proven;         /* without a build-id: the packer knew it to be what was recorded */
    uint64_t samples;    /* that lie in it */
};

struct folio_section {
    const char *name;
    uint32_t name_at; /* in the section headers' names */
    uint32_t type, link, info;
    uint64_t flags, at, size, entsize;
    uint8_t hash[FOLIO_HASH];
    bool hashed; /* the manifest has its hash */
};

struct folio {
    const char *path;
    struct file file;
    struct fault *fault; /* the first failure to read it, or damage */
    enum folio_level level;
    struct folio_section *sections;
    size_t nsections;
    uint64_t headers_at;       /* of the section headers */
    uint32_t names_index;      /* the section with their names */
    struct span section_names; /* bytes of that section, in a folio that was opened */
    struct folio_capture *captures;
    size_t ncaptures;
    struct folio_file *files;
    size_t nfiles;
    struct folio_object *objects;
    size_t nobjects;
    struct folio_answer *answers;
    size_t nanswers;
    uint8_t headers[FOLIO_HASH];   /* hash of the ELF header and the section headers */
    struct folio_strings *strings; /* the names of all symbols; NULL until they are needed */
    struct names names;
};

/* Whether a file begins like a folio: an ELF file of no type and no machine. */
enum folio_look { FOLIO_IS, FOLIO_IS_NOT, FOLIO_UNREADABLE /* `e` is set */ };
enum folio_look folio_recognise(const struct file *file, struct err *e);

/* The same for a path. FOLIO_IS_NOT for pipes, which are not read, and if there is no file. */
enum folio_look folio_recognise_path(const char *path, const char *temporary, struct err *e);

/* Opens a folio: reads and checks its headers and its manifest only. NULL with `e` set. */
struct folio *folio_open(const char *path, const char *temporary, struct err *e);

/* The same for an open file called `path`. Takes the file over: it is closed with the folio, or on failure. */
struct folio *folio_open_file(const char *path, struct file *file, struct err *e);
void folio_close(struct folio *f);

/* Whether everything that was read from it so far was readable. False with `e` set to the first read error (ERR_IO) or
   damage: results may lack that part. */
bool folio_check_reads(const struct folio *f, struct err *e);

/* Checks that every byte of an opened folio is as it was written (folio_check.c); complain() gets a sentence for each
   fault. True: there is none. Read errors are left to folio_check_reads(). This finds accidents, not tampering: whoever
   changes a folio can change its checksums too. */
bool folio_check(const struct folio *f, void (*complain)(void *arg, const char *what), void *arg);

/* The index of the capture with this name or number, from 1 on; NULL `which`: the only one. -1 with `e` set: there is
   none, or NULL was given and there are several. */
int64_t folio_find_capture(const struct folio *f, const char *which, struct err *e);

/* Whether a capture has a label, "KEY=VALUE". */
bool folio_has_label(const struct folio *f, uint32_t capture, const char *label);

/* Opens the files of a capture: the main one first, then those of a directory by name. The caller closes them and frees
 * *out, and *paths (`paths` may be NULL): their paths in the directory. Returns their number; 0 with `e` set: one cannot
 * be opened. */
size_t folio_open_files(const struct folio *f, uint32_t capture, struct file **out, const char ***paths,
                        struct err *e);

/* Opens a capture, with `indexed` by the index of its records, if it has a readable one. NULL with `e` set. */
struct capture *folio_open_capture(const struct folio *f, uint32_t capture, bool indexed, struct err *e);

/* Opens a compressed section as a file of its plain bytes, which the caller closes. False with `e` set. */
bool folio_open_section(const struct folio *f, uint32_t section, struct file *out, struct err *e);

/* Reads all plain bytes of a compressed section; freed with file_unmap(). False with `e` set. */
bool folio_read_section(const struct folio *f, uint32_t section, struct span *out, struct err *e);

/* Fills `out` with the symbols of a content; their names live as long as the folio is open. Thread-safe. False with `e`
   set, and the table empty. */
bool folio_symbols(const struct folio *f, const struct folio_object *o, struct symtab *out, struct err *e);

/* Reads the source lines of a content; freed with folio_lines_free(). NULL with `e` set. */
struct folio_lines *folio_lines_read(const struct folio *f, const struct folio_object *o, struct err *e);

#endif
