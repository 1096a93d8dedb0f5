/* notes: what people wrote about a capture, which its folio has (docs/pack.md), for the pages that show what it is about. */
#ifndef PERFOLIO_CLI_VIEW_NOTES_H
#define PERFOLIO_CLI_VIEW_NOTES_H

#include "core/base/arena.h"
#include "core/base/text.h"
#include "include/perfolio.h"

/* A note about a function, an instruction of it, a line of source or a time; one with none of these is about the whole capture. */
struct note {
    const char *function, *file, *text; /* function and file may be NULL */
    bool has_offset;
    uint64_t offset;   /* of the instruction, in bytes from the function's start */
    uint64_t line;     /* of `file` */
    uint64_t from, to; /* ns, both included; to 0: the note is about no time */
};

struct notes {
    struct note *v;
    size_t n, cap;
    struct arena texts;
};

/* Takes the notes from an answer to `info`. */
void notes_take(struct notes *notes, pf_view *info);
void notes_free(struct notes *notes);

/* These add the texts of the notes about something, with "; " between them, and nothing if there are none. About a function are
   also the notes about its instructions. `place`: a line of source as reports name it, "path/of/file.c:12". */
void notes_of_function(const struct notes *notes, const char *function, struct text *to);
void notes_of_instruction(const struct notes *notes, const char *function, uint64_t offset, struct text *to);
void notes_of_line(const struct notes *notes, const char *place, struct text *to);
void notes_of_time(const struct notes *notes, uint64_t from, uint64_t to, struct text *out);

/* Adds all notes, each with what it is about, as lines. */
void notes_list(const struct notes *notes, struct text *to);

#endif
