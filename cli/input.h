/* input: what a command is about, opened once: a pipe has nothing to give to those who look a second time. */
#ifndef PERFOLIO_CLI_INPUT_H
#define PERFOLIO_CLI_INPUT_H

#include "core/base/file.h"

struct folio;

struct input { /* all zeros: nothing is open, as with a directory, which has no bytes of its own */
    struct folio *folio;
    struct file file; /* of what is no folio */
    bool has_file;
};

/* Open a file, a folio, "-" or a directory. False with `e` set. */
bool input_open(struct input *in, const char *path, struct err *e);
void input_close(struct input *in);

#endif
