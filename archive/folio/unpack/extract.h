/*
 * extract: turns a folio into files again: each capture as it was, and its objects, as far as they are kept, in a
 * build-id cache like perf's (source/cache.c has its layout). Names in a folio are a stranger's: all files are written
 * below one folder (safe_extract.c), and names that lead elsewhere are refused.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_UNPACK_EXTRACT_H
#define PERFOLIO_ARCHIVE_FOLIO_UNPACK_EXTRACT_H

#include "archive/folio/folio.h"
#include "core/base/file/file.h"
#include "core/base/file/output.h"

#define EXTRACT_TREE ".debug"

enum extracted_kind { EXTRACTED_CAPTURE, EXTRACTED_OBJECT, EXTRACTED_PERF_MAP };

struct extracted_file {
    enum extracted_kind kind;
    const char *name; /* of the capture, or the path of the object */
    const char *path; /* in the folder */
    uint64_t bytes;
    struct build_id id; /* of an object */
};

/* The result. Its texts live as long as it does. */
struct extracted {
    struct extracted_file *files; /* the files that exist now */
    size_t nfiles, cap_files;
    struct refusal {
        const char *name, *why;
    } * refusals; /* files that should exist and do not */
    size_t nrefusals, cap_refusals;
    uint64_t without_id; /* objects that perf will not find, because their capture has no build-id for them */
    const char *first_without_id;
    struct names names;
};

/* Extracts a capture (-1: all) and its objects into a folder, which is made if need be. Existing files are never
   changed. False with `e` set: there is no such folder. */
bool extract(const struct folio *f, const char *dir, int64_t capture, struct extracted *out, struct err *e);

void extracted_free(struct extracted *x);

/* Turns an object in a folio into a file that other programs read: the file itself if the folio has it, else
   one with the same symbols and the parts of the file that the folio has. */

struct restored {
    struct span bytes; /* empty: the folio keeps nothing that such a file could hold */
    struct text made;  /* owns the bytes, unless they are a section's */
};

void restored_free(struct restored *r);

/* Makes the ELF file; one that is not the original gets the build-id `id`. False with `e` set: a section cannot be
   read. */
bool restore_elf(const struct folio *f, const struct folio_object *o, const struct build_id *id,
                 struct restored *out, struct err *e);

/* Makes a listing of a kernel's symbols. `modules`: the answers for objects whose symbols came from the same listing. */
bool restore_kallsyms(const struct folio *f, const struct folio_object *o,
                      const struct folio_answer *const *modules, size_t n, struct restored *out,
                      struct err *e);

/* Makes the perf map of a process: the code that it generated (formats/text/perf_map.h). */
bool restore_perf_map(const struct folio *f, const struct folio_object *o, struct restored *out,
                      struct err *e);

/* Writes files below a folder under names that come from a stranger. Any folder will do; below it no link
   is followed, no existing file is changed, and no name leads elsewhere. */

/* Appends the components of a name to a path in the folder. Slashes in front and behind, and repeated ones, are
   dropped. False with `e` set: a component is "." or "..", or has control characters, or there is none. */
bool safe_extract_append_name(struct text *path, const char *name, struct err *e);

/* Writes a file, whole or not at all. True also if a file with the same bytes is there already. Anything else there is
   left alone: false with `e` set. */
bool safe_extract_write_file(const char *dir, const char *path, const struct file *from,
                             enum output_mode mode, struct err *e);

/* Makes a symbolic link that says `says`. Only after the last file was written. */
bool safe_extract_make_link(const char *dir, const char *path, const char *says, struct err *e);

#endif
