/*
 * replaced: which file at an output path may be replaced. A command replaces a file of the kind that it writes, or an empty one;
 * a command that writes text for other programs replaces any file but a recording, which nobody can make again. What is no
 * regular file is written into (output.h). pack has the rule of its own kind in target.c.
 */
#ifndef PERFOLIO_LIB_SESSION_REPLACED_H
#define PERFOLIO_LIB_SESSION_REPLACED_H

#include <stdbool.h>

#include "core/base/err.h"

/* Whether a capture, or a text, may be written to a path. False with `e` set if a file is there that is kept. */
bool replaced_by_capture(const char *path, struct err *e);
bool replaced_by_text(const char *path, struct err *e);

#endif
