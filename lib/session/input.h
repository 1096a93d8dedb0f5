/* input: what a command is about, opened once: a pipe has nothing to give to those who look a second time. */
#ifndef PERFOLIO_LIB_SESSION_INPUT_H
#define PERFOLIO_LIB_SESSION_INPUT_H

#include "archive/package/unwrap.h"

struct fault;
struct folio;

struct input { /* all zeros: nothing is open, as with a directory, which has no bytes of its own */
    struct folio *folio;
    struct file file; /* of what is no folio */
    bool has_file;
    struct fault *fault; /* what of it could not be read; a folio keeps its own */
    struct unwrapped unwrapped;
    struct err wrong; /* why nothing is open, for who comes later: a pipe does not say it twice */
    bool lent;        /* but for the file it is all of a session that lies open for longer */
};

/* Open a file, a folio, "-" or a directory; what is wrapped or a pipe goes to the folder `temporary` (surroundings.h). False with
   `e` set. */
bool input_open(struct input *in, const char *path, const char *temporary, struct err *e);

/* The same of an open file, which is taken over, and closed where it fails; `path` is what it is called. */
bool input_open_file(struct input *in, const char *path, struct file *file, struct err *e);

/* Opens the input of an open session a second time, whatever its path leads to now; only a directory is opened by path. */
struct session;
bool input_reopen(struct input *in, const struct session *s, struct err *e);

/* Whether all reads so far succeeded. False with `e` set. */
bool input_check_reads(const struct input *in, struct err *e);
void input_close(struct input *in);

/* The kind of a file: "folio" or "capture"; NULL with `e` set: it is neither. */
const char *input_kind_name(const char *path, const char *temporary, struct err *e);

#endif
