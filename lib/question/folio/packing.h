/* packing: the private header of perfolio pack and merge: the folio that is being written, and the report about it. */
#ifndef PERFOLIO_LIB_QUESTION_FOLIO_PACKING_H
#define PERFOLIO_LIB_QUESTION_FOLIO_PACKING_H

#include "archive/folio/pack/pack.h"
#include "core/base/file/held.h"
#include "lib/question/provenance/holdings.h"
#include "lib/question/common/common.h"
#include "lib/question/share/scrub/giving.h"

struct packing {
    struct common_opts common; /* first: the struct is the command's options, too */
    const char *command;
    struct pack_opts opts;
    char *output;
    struct words labels, prefixes; /* --source-prefix OLD=NEW */
    struct words notes;            /* --note */
    bool drops_notes;              /* --drop-notes: those of the inputs are left out */
    char *note_capture;            /* --note-capture: what the two are about; NULL: every capture */
    bool html;                     /* --html: the folio is written into a page */
    char *page;                    /* --page; NULL: not given */
    struct text installed;         /* path of the page that is installed here */
    int level;                     /* --level; -1: not asked for */
    /* append: --append; merges: the command is merge; trusts: --trust-paths */
    bool append, merges, waited, trusts;
    bool repacks;   /* the level is that of the folio that is read */
    bool noted;     /* a capture that --note-capture names was packed */
    bool several;   /* there are several captures, so messages name theirs */
    struct target { /* the file at the output path */
        struct held held;
        bool holds;       /* the file was read; it is replaced only if it is unchanged */
        bool folio, page; /* the file is a folio; is a page with a folio in it */
    } target;
    struct input old; /* the folio that --append extends */
    struct pack *pack;
    struct names names; /* the names of the captures in the folio */
    struct names texts;
    struct problems problems;
    struct holdings holdings;
    struct packing_gap { /* an object that was not found */
        const char *capture, *path;
        struct build_id id;
        uint64_t samples;
    } * gaps;
    size_t ngaps, cap_gaps;
    struct packing_seen { /* a packed capture */
        const char *name;
        uint64_t samples, first, last;
    } * seen;
    size_t nseen, cap_seen;
    uint64_t captures;
    struct giving_opts give; /* --for and what goes with it */
    uint64_t most;           /* --for-issue: bytes that the folio may have; 0: any number */
    uint64_t size;           /* receives how many it has */
    bool too_large;          /* set: those are too many, so it was not written */
    const char *left_out;    /* what was left out so that the folio fits; NULL: nothing */
    struct giving *giving;   /* the captures are scrubbed; NULL: they are packed as they are */
    bool guessed;            /* as in struct source_list, for all captures */
    struct outlet *out, *err;
};

/* The options of a command without options. */
extern const struct packing packing_usual;

/* Adds the name of a file without its folders; of standard input "perf.data". */
void packing_add_base(struct text *t, const char *path);

/* Packs the captures of a folio anew, as they are: the options of `command` for that. */
struct packing packing_of_folio(const char *command, const struct common_opts *common, char *output);

/* Packs all captures, and reports. Returns the exit status. */
int packing_run(struct packing *p, struct outlet *out, struct outlet *err);

/* Reports a capture that was added; captures that --append found in the folio are not reported. `origin`: the session of the
   capture that was scrubbed into that of `s`, or `s`. `shares`: number of samples per object; `samples`: their sum; `problems`: the
   problems of packing this capture. */
void packing_show_added(struct packing *p, struct session *s, const struct session *origin, const char *name,
                        const uint64_t *shares, uint64_t samples, struct problems *problems);

/* target.c: examines the file at the output path; `reads`: the file will be read, so it is locked; if another program
   has locked it, prints a message and waits. False with `e` set if the file must not be replaced, because it is no
   folio or cannot be read. packing_unlock_target() unlocks it. */
bool packing_lock_target(struct packing *p, bool reads, struct err *e);
void packing_unlock_target(struct packing *p);

/* Shows the answer: the packed captures and objects, or, with --dry-run, the expected sizes. */
void packing_show(struct packing *p);

#endif
