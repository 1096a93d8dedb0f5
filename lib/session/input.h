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

/* Of a session that lies open what that has opened, whatever the path leads to by now; only a directory is opened by its path. */
struct session;
bool input_again(struct input *in, const struct session *s, struct err *e);

/* Whether all that was asked of it could be read so far; else false, and `e` is set. */
bool input_all_read(const struct input *in, struct err *e);
void input_close(struct input *in);

/* What a file is: "a folio" or "a capture" without the article; NULL with `e` set where it is neither. */
const char *input_what(const char *path, const char *temporary, struct err *e);

#endif
