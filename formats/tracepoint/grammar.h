/*
 * grammar: what a tracepoint's `format` file looks like when a kernel wrote it (linux/Documentation/trace/
 * events.rst, and the macros of include/trace/stages). libtraceevent's parser takes other texts badly: it
 * divides by zero, follows pointers to nowhere and loses memory. So it is shown nothing else. Private to
 * formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_GRAMMAR_H
#define PERFOLIO_FORMATS_TRACEPOINT_GRAMMAR_H

#include "core/base/cur.h"

/* Whether the lines of a format are as they should be up to its print format. `print`: where that begins,
   behind "print fmt: "; it ends with the text. `printable`: whether that too is as it should be. */
bool grammar_check(struct span text, size_t *print, bool *printable);

#endif
