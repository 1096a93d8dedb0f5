/*
 * extract: turns a folio into files: each capture as it was packed, and its objects in a build-id cache with
 * perf's layout (source/cache.c describes it), as far as the folio has them. Names in a folio come from a
 * stranger: all files are written below one folder (safe_extract.c), and a name that leads out of it is
 * refused.
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
    const char *name; /* of the capture; or the object's path */
    const char *path; /* path in the folder */
    uint64_t bytes;
    struct build_id id; /* of the object */
};

/* The result. Its texts live as long as it does. */
struct extracted {
    struct extracted_file *files; /* the files that exist now */
    size_t nfiles, cap_files;
    struct refusal {
        const char *name, *why;
    } * refusals; /* files that could not be written, and why */
    size_t nrefusals, cap_refusals;
    /* number of objects that perf will not find, because their capture has no build-id for them */
    uint64_t without_id;
    const char *first_without_id;
    struct names names;
};

/* Extracts a capture (-1: all captures) and its objects into the folder `dir`, which is created if it does not exist.
   Existing files are not changed. A capture of more than `max_unpacked` bytes (0: budget_for_files()) is refused.
   False with `e` set: the folder cannot be created or opened. */
bool extract(const struct folio *f, const char *dir, int64_t capture, uint64_t max_unpacked,
             struct extracted *out, struct err *e);

void extracted_free(struct extracted *x);

/* Restoring: makes a file that other programs can read from an object in a folio. If the folio has the
   whole file, the result is that file. Otherwise it is a new file with the object's symbols and the parts
   of the original that the folio has. */

struct restored {
    struct span bytes; /* empty: the folio has no data for such a file */
    struct text made;  /* owns `bytes`, unless they are the bytes of a section */
};

void restored_free(struct restored *r);

/* Makes an ELF file. If it is not the original file, it gets the build-id `id`. False with `e` set: a
   section cannot be read. */
bool restore_elf(const struct folio *f, const struct folio_object *o, const struct build_id *id,
                 struct restored *out, struct err *e);

/* Makes a listing of a kernel's symbols, in the format of /proc/kallsyms. `modules`: the n modules whose symbols came
   from the same listing. */
bool restore_kallsyms(const struct folio *f, const struct folio_object *o,
                      const struct folio_answer *const *modules, size_t n, struct restored *out,
                      struct err *e);

/* Makes the perf map of a process, a list of the code that the process generated (formats/text/perf_map.h). */
bool restore_perf_map(const struct folio *f, const struct folio_object *o, struct restored *out,
                      struct err *e);

/* Safe extraction: writes files below a folder under names that come from a stranger. The folder itself
   may be anywhere. Below it, no symbolic link is followed, no existing file is changed, and no name leads
   out of it. */

/* Appends the components of a name to a path in the folder. Leading, trailing and repeated slashes are dropped. False
   with `e` set: a component is "." or "..", a component has control characters, or the name has no components. */
bool safe_extract_append_name(struct text *path, const char *name, struct err *e);

/* Writes a file, completely or not at all. Also true if a file with the same bytes exists already. If
   anything else exists at the path, it is not changed, and the result is false with `e` set. */
bool safe_extract_write_file(const char *dir, const char *path, const struct file *from,
                             enum output_mode mode, struct err *e);

/* Makes a symbolic link with the target `says`. Call it after all files are written, so that no file is
   written through the link. */
bool safe_extract_make_link(const char *dir, const char *path, const char *says, struct err *e);

#endif
