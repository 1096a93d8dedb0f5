/*
 * policy: what happens to each kind of data in a capture that is given away: one table, a row for each kind, a column for
 * each purpose.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_POLICY_H
#define PERFOLIO_LIB_QUESTION_SHARE_POLICY_H

#include <stdbool.h>
#include <stddef.h>

/* For whom a capture is. */
enum scrub_level { SCRUB_TEAM, SCRUB_VENDOR, SCRUB_PUBLIC, SCRUB_NOTHING, SCRUB_LEVELS };

enum scrub_kind {
    SCRUB_STACK,        /* stack dumps and registers: memory of the process */
    SCRUB_RAW,          /* raw data of events, such as strings of tracepoints, and what describes them */
    SCRUB_CODE,         /* code bytes: BPF programs, changes of the kernel's code */
    SCRUB_COMMAND_LINE, /* of the recorder */
    SCRUB_HOST,         /* the name of the machine */
    SCRUB_MACHINE,      /* its processors, memory and kernel release */
    SCRUB_CLOCK,        /* day and time of the recording */
    SCRUB_USER_PATH,    /* paths outside of the system's folders */
    SCRUB_SYSTEM_PATH,  /* paths in the system's folders */
    SCRUB_COMMAND,      /* names of threads */
    SCRUB_EVENT,        /* names of probes, events and groups of events that users chose */
    SCRUB_CGROUP,       /* paths of control groups */
    SCRUB_NUMBER,       /* numbers of files, devices and namespaces */
    SCRUB_BUILD_ID,
    SCRUB_SYMBOL,  /* names of functions: in records, such as those of BPF programs, and in symbol tables */
    SCRUB_ADDRESS, /* of code */
    SCRUB_DATA_ADDRESS, /* of data, virtual and physical */
    SCRUB_SOURCE_PATH,  /* paths of files of source */
    SCRUB_SOURCE,       /* lines of source text */
    SCRUB_FILE,         /* whole programs, debug files, and listings of symbols */
    SCRUB_NOTE,         /* notes and labels of people, and the names of captures */
    SCRUB_UNKNOWN,      /* what this program does not know */
    SCRUB_KINDS
};

enum scrub_act {
    ACT_KEEP,
    ACT_DROP,
    ACT_NAME,   /* replace by a pseudonym */
    ACT_FOLDER, /* of a path: replace the folder by a pseudonym, and keep the last name */
    ACT_REBASE, /* of an address: keep its offset in the object, which gets a place of its own */
};

/* What happens to a kind. */
enum scrub_act policy_act(enum scrub_kind kind, enum scrub_level level);

/* The key of a kind, as in JSON, and what it is, in words. */
const char *policy_key(enum scrub_kind kind);
const char *policy_words(enum scrub_kind kind);

/* What an act does, in words; the name of a level, NULL after the last. */
const char *policy_act_name(enum scrub_act act);
const char *policy_level_name(size_t level);

/* The kind of a header feature (enum scrub_kind); -1: it tells nothing about persons and machines. */
int policy_feature_kind(unsigned bit);

/* The kind of a type of records that are kept or dropped as a whole; -1: its fields have kinds of their own, or tell nothing. */
int policy_record_kind(unsigned type);

/* Whether a path lies in the folders of the system, or is no path of a file ("[heap]", "//anon"). */
int policy_path_kind(const char *path);

/* Whether an absolute path begins at an offset of a text, such as the name of a function that was made from a script:
   "py::run:/srv/run.py". In "github.com/a/b.F", and in "(a)/(b)", none does. */
bool policy_begins_path(const char *s, size_t at);

#endif
