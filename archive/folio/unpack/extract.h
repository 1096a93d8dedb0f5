/*
 * extract: turns a folio into files again: each capture as it was, and its objects, as far as they are kept, in a
 * build-id cache like perf's (source/cache.c has its layout). Names in a folio are a stranger's: all files are written
 * below one folder (safe_extract.h), and names that lead elsewhere are refused.
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

#endif
