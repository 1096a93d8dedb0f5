/* input: the file that a command reads. It is opened only once, because a pipe cannot be read a second
   time. */
#ifndef PERFOLIO_LIB_SESSION_INPUT_H
#define PERFOLIO_LIB_SESSION_INPUT_H

#include "archive/package/unwrap.h"

struct fault;
struct folio;

/* All zeros: nothing is open. A directory has this state, too, since it has no bytes. */
struct input {
    struct folio *folio;
    struct file file; /* the file, if it is not a folio */
    bool has_file;
    struct fault *fault; /* the first read error of the file; a folio has its own */
    struct unwrapped unwrapped;
    /* why opening failed; stored for later callers, because a pipe cannot be examined twice */
    struct err wrong;
    bool lent; /* everything except `file` is borrowed from a session that stays open longer */
};

/* Opens a file, a folio, "-" (standard input) or a directory. The contents of a wrapped file (unwrap.h) or of a pipe
   are stored in a temporary file in the folder `temporary` (surroundings.h). False with `e` set on failure. */
bool input_open(struct input *in, const char *path, const char *temporary, struct err *e);

/* Like input_open(), for an open file; `path` is its name in messages. Takes over the file; closes it on
   failure. */
bool input_open_file(struct input *in, const char *path, struct file *file, struct err *e);

/* Opens the input of an open session a second time. It uses the session's open file, not the path, which
   may now lead to another file. Only a directory is opened by its path. */
struct session;
bool input_reopen(struct input *in, const struct session *s, struct err *e);

/* Whether all reads so far succeeded. False with `e` set. */
bool input_check_reads(const struct input *in, struct err *e);
void input_close(struct input *in);

/* The kind of a file: "folio" or "capture"; NULL with `e` set: neither. */
const char *input_kind_name(const char *path, const char *temporary, struct err *e);

#endif
