/* open: captures, wherever they are kept: a file, a pipe's stream, a directory, what a folio has of one. */
#ifndef PERFOLIO_FORMATS_PERF_OPEN_H
#define PERFOLIO_FORMATS_PERF_OPEN_H

#include "core/base/file/file.h"
#include "core/model/capture.h"

/* Whether bytes, the first of a file, begin a capture; else `e` says what is wrong with them. */
bool perfdata_begins(struct span head, struct err *e);

/* Where the files of a capture are. */
struct capture_place {
    bool directory; /* `data` and data.0, data.1...; else one file, whose name is "" */
    /* Open one. False with `e` set; `absent`: it is not there, which is no failure to read it. */
    bool (*open)(const struct capture_place *place, const char *name, struct file *f, bool *absent,
                 struct err *e);
    /* The largest N of the files PREFIXN, + 1, in *n; 0: there are none. False with `e` set: unknown. */
    bool (*last_numbered)(const struct capture_place *place, const char *prefix, uint32_t *n, struct err *e);
    struct fault *fault; /* the files' (file.h); NULL: each keeps its own */
    struct span
        index; /* what record_index_put() has of the capture, taken over and freed with file_unmap() */
};

/* Open a capture: a file, "-", a stored pipe stream or a directory. NULL with `e` set when it is none. Close
   with capture->ops->close(). `fault` (may be NULL) keeps what could not be read as long as it is open. */
struct capture *perfdata_open(const char *path, struct fault *fault, struct err *e);

/* The same where it is not the file system that has it: `path` is what it is called. */
struct capture *perfdata_open_at(const char *path, const struct capture_place *place, struct err *e);

/* The same of n files that are open, of a folio or a stream: `paths` are theirs in the directory, "" of the capture
   itself. They are taken over, and so is the index (open_files.c). */
struct capture *perfdata_open_files(const char *path, bool directory, struct file *files,
                                    const char *const *paths, size_t n, struct span index, struct err *e);

/* Call `show` for each record of a capture, in file order (every_record.c): with a sample (and no record), or with a
   record (and no sample). Samples that cannot be decoded are counted in `problems`; other damage was when the capture
   was walked. */
bool perfdata_every_record(struct capture *c,
                           void (*show)(void *arg, const struct record *r, const struct sample *s), void *arg,
                           struct problems *problems, struct err *e);

#endif
