/*
 * disguise: what becomes of the texts of captures and objects that are given away: names of threads, paths, functions, files of
 * source. Each is kept, dropped, or replaced by a pseudonym, by the table of policy.h. What was kept and what was removed is
 * remembered, so that the result can be searched for the latter.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_DISGUISE_H
#define PERFOLIO_LIB_QUESTION_SHARE_DISGUISE_H

#include "core/model/timeline/timeline.h"
#include "lib/question/share/scrub/leaks.h"
#include "lib/question/share/scrub/policy.h"
#include "lib/question/share/scrub/pseudonym.h"

struct disguise { /* all zeros but for `level` and `names`, which are borrowed */
    enum scrub_level level;
    struct pseudonyms *names;
    struct names stays;             /* names that stay at every level (--keep) */
    struct names commands;          /* names of threads that are the names of files whose paths are kept */
    struct names kept;              /* texts that are kept */
    struct names functions;         /* ... names of functions; but those that --keep names are in `kept` */
    struct names removed;           /* texts that are removed */
    struct leaks_own own;           /* bytes that the program itself writes, or keeps as a whole */
    struct names seen[SCRUB_KINDS]; /* the different texts of each kind */
    uint64_t found
        [SCRUB_KINDS]; /* how much there is of each kind: different texts, or records, samples and features */
    uint64_t replaced[SCRUB_KINDS]; /* of them: the texts that are not kept */
};

void disguise_free(struct disguise *d);

/* Reads names that stay from a file: a line for each object (its path, or the last part of that) or function; empty lines and
   those that begin with '#' are comments. False with `e` set. */
bool disguise_read_stays(struct disguise *d, const char *path, struct err *e);

/* What happens to a kind. */
enum scrub_act disguise_act(const struct disguise *d, enum scrub_kind kind);

/* Counts a record, sample or feature of a kind. Returns whether it is kept as it is. */
bool disguise_lets_through(struct disguise *d, enum scrub_kind kind);

/* Notes the names of programs whose paths are kept, as the kernel shortens them: threads may have them. */
void disguise_note_programs(struct disguise *d, const struct timeline *t);

/* Notes a text that is kept, of no kind. NULL and "" are ignored. */
void disguise_keep(struct disguise *d, const char *s);

/* Notes a text of a kind that is removed, and is not replaced. */
void disguise_remove(struct disguise *d, enum scrub_kind kind, const char *s);

/* What becomes of a text of a kind; of a path of a file; of the name of a thread. Valid until the disguise and its pseudonyms are
   freed; "": it is dropped. `disguise` is a struct disguise: the last two are called back by writers of records. */
const char *disguise_text(struct disguise *d, enum scrub_kind kind, const char *prefix, const char *s);
const char *disguise_path(void *disguise, const char *path);
const char *disguise_comm(void *disguise, const char *comm);

/* What becomes of the name of an event, or of a group of events; "" is none. */
const char *disguise_event(void *disguise, const char *name);

/* Whether --keep names an object: its functions keep their names, too. */
bool disguise_keeps_object(const struct disguise *d, const char *path);

/* What becomes of the name of a function; `kept_object`: the result of disguise_keeps_object(). A path in a name that is kept
   becomes what that path becomes elsewhere. */
const char *disguise_function(struct disguise *d, bool kept_object, const char *name);

/* What becomes of the path of a file of source; "": dropped. */
const char *disguise_source(struct disguise *d, const char *path);

#endif
