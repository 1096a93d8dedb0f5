/*
 * folio: what is in one, as its manifest lists it, and reading it (docs/folio.md is the specification). A
 * folio comes from a stranger: every number in it is held against the file before it is believed, every
 * section that is read against its checksum, and no name in it is ever used as a path by itself.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_H

#include "archive/folio/manifest.h"
#include "core/base/arena.h"
#include "core/base/file/fault.h"
#include "core/base/file/file.h"
#include "core/base/hash.h"
#include "core/model/timeline/object.h"
#include "core/resolve/symtab.h"

enum { FOLIO_VERSION = 1, FOLIO_HASH = HASH128 /* bytes */ };

enum folio_level { FOLIO_MIN, FOLIO_SYMBOLS, FOLIO_CODE, FOLIO_FULL, FOLIO_LEVELS };
/* Its word; NULL behind the last. */
const char *folio_level_name(size_t level);

/* A file of a capture: the capture itself, or one in its directory. */
struct folio_file {
    uint32_t capture, section;
    const char *path; /* in the directory; "": the capture is this file */
    uint64_t size;
};

struct folio_capture {
    const char *name;
    bool directory;
    uint64_t samples, first_time, last_time; /* ns of the recording clock; 0: no sample has a time */
    const char *labels;                      /* "KEY=VALUE" each, lines between them; NULL or "": none */
    uint32_t index; /* the section with the index of its records (formats/perf/record_index.h); 0: none */
};

struct capture;

/* One content: its symbols and whatever else is kept of it. Sections are numbers of this folio's; 0: none. */
struct folio_object {
    enum object_kind kind;
    const char *name;            /* the path under which it was met first */
    struct build_id id;          /* n == 0: it has none and is known by */
    uint8_t content[FOLIO_HASH]; /* the XXH3-128 of the file that its symbols came from */
    bool whole;                  /* its image is the whole file */
    bool partial;                /* only symbols that samples of its captures touch */
    enum symtab_space space;
    bool is_listing, mangled;
    uint64_t text_foff, ref_addr[SYMTAB_REFS];
    bool has_ref[SYMTAB_REFS];
    struct symbol_content held;    /* what that file had */
    uint16_t bits, order, machine; /* of the ELF file: class, ELFDATA and e_machine; bits 0: it was none */
    uint32_t symtab, rest, times, lines, runs, image, debug, listing;
    uint64_t nsymbols; /* in both tables */
};

/* An object of a capture, and which content stands for it. */
struct folio_answer {
    uint32_t capture, object;
    enum object_kind kind;
    int32_t machine; /* as in struct object */
    const char *path;
    struct build_id id;  /* as recorded; n == 0: it was not, and then: */
    struct file_id file; /* ... which one of that path */
    uint64_t inside,     /* of a part of that file: where it begins, */
        inside_len;      /* and its bytes; 0: it is the file itself */
    bool proven;         /* ... the packer knew it to be what was recorded */
    uint64_t samples;    /* that lie in it */
};

struct folio_section {
    const char *name;
    uint32_t name_at; /* in the section headers' names */
    uint32_t type, link, info;
    uint64_t flags, at, size, entsize;
    uint8_t hash[FOLIO_HASH];
    bool hashed; /* the manifest knows it */
};

struct folio {
    const char *path;
    struct file file;
    struct fault *fault; /* what of it could not be read, or not be understood */
    enum folio_level level;
    struct folio_section *sections;
    size_t nsections;
    uint64_t headers_at;       /* of the section headers */
    uint32_t names_index;      /* the section with their names */
    struct span section_names; /* its bytes, of a folio that was opened */
    struct folio_capture *captures;
    size_t ncaptures;
    struct folio_file *files;
    size_t nfiles;
    struct folio_object *objects;
    size_t nobjects;
    struct folio_answer *answers;
    size_t nanswers;
    uint8_t headers[FOLIO_HASH];   /* of the ELF header and the section headers */
    struct folio_strings *strings; /* the names of symbols, of all objects, once they were asked for */
    struct names names;
};

/* Whether a file begins as folios do, as an ELF file of no machine; what cannot be read may be one. */
enum folio_look { FOLIO_IS, FOLIO_IS_NOT, FOLIO_UNREADABLE /* `e` is set */ };
enum folio_look folio_look(const struct file *file, struct err *e);

/* The same of what is at a path. A pipe is not looked into, and nothing is no folio. */
enum folio_look folio_look_at(const char *path, const char *temporary, struct err *e);

/* Open a folio: its headers and its manifest are read and checked, nothing else. NULL with `e` set. */
struct folio *folio_open(const char *path, const char *temporary, struct err *e);

/* The same of an open file, which is taken over and closed with the folio, or if there is none; `path` is
   what it is called. */
struct folio *folio_open_file(const char *path, struct file *file, struct err *e);
void folio_close(struct folio *f);

/* Whether all that was asked of it could be read so far. False with `e` set to the first thing that could not
   (ERR_IO) or was damaged: whatever was made of the folio may lack it. */
bool folio_all_read(const struct folio *f, struct err *e);

/* Look at every byte of an opened folio, whether it is as it was written (folio_check.c); complain() gets a sentence for
   each thing that is wrong. True: nothing is. What could not be read is left to folio_all_read(). Accidents show, not
   tampering: who changes a folio can change its checksums too. */
bool folio_check(const struct folio *f, void (*complain)(void *arg, const char *what), void *arg);

/* The capture of a name, or of a number from 1 on; NULL `which`: the only one. -1 with `e` set: there is no
   such, or there are several. */
int64_t folio_find_capture(const struct folio *f, const char *which, struct err *e);

/* Whether a capture has a label, "KEY=VALUE". */
bool folio_has_label(const struct folio *f, uint32_t capture, const char *label);

/* The files of a capture, opened to be read like any other, into `out`, which the caller frees after closing
 * them: the main one first, then those of a directory by name; `paths` (may be NULL) receives their
 * places in it. How many; 0 with `e` set when one cannot be opened. */
size_t folio_open_files(const struct folio *f, uint32_t capture, struct file **out, const char ***paths,
                        struct err *e);

/* A capture, by its index where it has one that can be read; else, or without `indexed`, as if it had none. NULL with
   `e` set. */
struct capture *folio_open_capture(const struct folio *f, uint32_t capture, bool indexed, struct err *e);

/* The same as a file that is read piece by piece; the caller closes it. */
bool folio_open_section(const struct folio *f, uint32_t section, struct file *out, struct err *e);

/* The bytes that a compressed section stands for, freed with file_unmap(). False with `e` set. */
bool folio_read(const struct folio *f, uint32_t section, struct span *out, struct err *e);

/* Fill a table with the symbols of a content; their names live as long as the folio is open. Any thread may.
   False with `e` set, and the table empty. */
bool folio_symbols(const struct folio *f, const struct folio_object *o, struct symtab *out, struct err *e);

/* The source lines of a content, to be freed with folio_lines_free(). NULL with `e` set. */
struct folio_lines *folio_lines_read(const struct folio *f, const struct folio_object *o, struct err *e);

#endif
