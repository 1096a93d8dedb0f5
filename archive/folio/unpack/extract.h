/*
 * extract: a folio as files again: each capture as it was, and what is kept of their objects as perf keeps
 * such things, in a build-id cache (source/cache.c has its layout). Names in a folio are a stranger's: what
 * is written lies below one folder (safe_extract.h), and what cannot lie there is refused.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_UNPACK_EXTRACT_H
#define PERFOLIO_ARCHIVE_FOLIO_UNPACK_EXTRACT_H

#include "archive/folio/folio.h"

#define EXTRACT_TREE ".debug"

enum extracted_kind { EXTRACTED_CAPTURE, EXTRACTED_OBJECT, EXTRACTED_PERF_MAP };

struct extracted_file {
    enum extracted_kind kind;
    const char *name; /* of the capture, or the path of the object */
    const char *path; /* in the folder */
    uint64_t bytes;
    struct build_id id; /* of an object */
};

/* What became of a folio. Texts live as long as it does. */
struct extracted {
    struct extracted_file *files; /* that are there now */
    size_t nfiles, cap_files;
    struct refusal {
        const char *name, *why;
    } * refusals; /* what is not, and should be */
    size_t nrefusals, cap_refusals;
    uint64_t without_id; /* objects that perf will not find: their capture has no build-id of them */
    const char *first_without_id;
    struct names names;
};

/* Extract a capture and its objects, or all (`capture` -1), into a folder, which is made if need be. What is
   there already is never changed. False with `e` set: there is no such folder. */
bool extract(const struct folio *f, const char *dir, int64_t capture, struct extracted *out, struct err *e);

void extracted_free(struct extracted *x);

#endif
