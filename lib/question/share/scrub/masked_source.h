/*
 * masked_source: the objects of a capture, for the capture that scrubber.h made of it: their symbols and source lines with the
 * names, paths and addresses that the scrubbed capture has for them. It is a source as any other (core/resolve/source.h), so
 * whoever packs or counts the scrubbed capture needs to know nothing of the original.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_MASKED_SOURCE_H
#define PERFOLIO_LIB_QUESTION_SHARE_MASKED_SOURCE_H

#include "core/resolve/source.h"
#include "lib/question/share/scrub/scrubber.h"

/* Makes the source; the source list that gets it owns it. `x` is the scrubber of the capture, after scrubber_write(), with its
   session. It is borrowed until the source is closed. */
struct source *masked_source(struct scrubber *x);

#endif
