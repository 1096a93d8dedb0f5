/* capture_files: the files that a capture is made of, to be packed. */
#ifndef PERFOLIO_CLI_FOLIO_CAPTURE_FILES_H
#define PERFOLIO_CLI_FOLIO_CAPTURE_FILES_H

#include "cli/session/session.h"
#include "core/base/arena.h"

/* Opened; those that are `own` are closed with them. */
struct capture_files {
    struct file *files;
    const char **paths;
    size_t n;
    bool own;
};

/* Open them; `paths` are kept in `names`. False with `e` set. Close them in either case. */
bool capture_files_open(const struct session *s, struct names *names, struct capture_files *c, struct err *e);
void capture_files_close(struct capture_files *c);

#endif
