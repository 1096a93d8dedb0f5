/* open: opens captures from a file, a pipe's stream, a directory or a folio. */
#ifndef PERFOLIO_FORMATS_PERF_OPEN_H
#define PERFOLIO_FORMATS_PERF_OPEN_H

#include "core/base/file/file.h"
#include "core/model/capture.h"

/* Whether the first bytes of a file begin a capture. False: `e` is set. */
bool perfdata_recognise(struct span head, struct err *e);

/* The files of a capture. */
struct capture_place {
    bool directory; /* a directory with `data` and data.0, data.1...; false: one file, whose name is "" */
    /* Opens the file with a name. False with `e` set; *absent: it does not exist, as opposed to being
       unreadable. */
    bool (*open)(const struct capture_place *place, const char *name, struct file *f, bool *absent,
                 struct err *e);
    /* Sets *n to 1 + the largest N of the files PREFIXN; 0: there are none. False with `e` set: it cannot
       be found out. */
    bool (*last_numbered)(const struct capture_place *place, const char *prefix, uint32_t *n, struct err *e);
    struct fault *fault; /* stores read errors of all files (file.h); NULL: each file has its own */
    /* the capture's index (record_index_put()), which the capture owns and frees with file_unmap(); n 0:
       none */
    struct span index;
};

/* Opens a capture: a file, "-", a stored pipe stream or a directory. NULL with `e` set: it is not a
   capture. Close it with capture->ops->close(). `fault` (may be NULL) receives errors of later reads, and
   must outlive the capture. */
struct capture *perfdata_open(const char *path, struct fault *fault, struct err *e);

/* Like perfdata_open(), for a capture whose files the caller opens through `place`. `path` is the
   capture's name in messages. */
struct capture *perfdata_open_at(const char *path, const struct capture_place *place, struct err *e);

/* Like perfdata_open(), for n open files of a folio or a stream. `paths`: the names of the files in the
   capture's directory; "" is the capture itself. Takes over the files and the index (open_files.c). */
struct capture *perfdata_open_files(const char *path, bool directory, struct file *files,
                                    const char *const *paths, size_t n, struct span index, struct err *e);

/* Whether the files of a folio's capture unpack to at most `most` bytes (0: budget_for_files()). False: `e` is set. */
bool perfdata_check_unpacked(const struct capture *c, uint64_t most, struct err *e);

/* Calls `show` for each record of a capture, in file order (every_record.c). For a sample `r` is NULL, for
   any other record `s` is NULL. Samples that cannot be decoded are counted in `problems`; other damage was
   counted when the capture was walked. False with `e` set: the capture cannot be read. */
bool perfdata_every_record(struct capture *c,
                           void (*show)(void *arg, const struct record *r, const struct sample *s), void *arg,
                           struct problems *problems, struct err *e);

#endif
