/*
 * diagnosis: what keeps samples without a name, and what is wrong with the recording. doctor.c counts
 * and sums up, objects.c says why an object's samples have no names, recording.c what the recorder did
 * wrong.
 *
 * Every sample is counted once: as named, or as nameless in an object, or outside of every mapping.
 */
#ifndef PERFOLIO_LIB_QUESTION_DOCTOR_DIAGNOSIS_H
#define PERFOLIO_LIB_QUESTION_DOCTOR_DIAGNOSIS_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/profile/count/count.h"

/* What samples an object has. */
struct object_diagnosis {
    const struct object *object;
    uint64_t samples, nameless;
    bool lines_unread; /* it has debug information, and that cannot be read */
    bool lacks;        /* something is missing of it */
};

/* What a sample outside of every mapping is. */
enum outside {
    OUTSIDE_ZERO, /* its address is 0: of an event that records none */
    OUTSIDE_KERNEL,
    OUTSIDE_USER,
    OUTSIDE_OTHER, /* guests, hypervisors */
    OUTSIDES
};

/* What doctor asks of an object's sources: bits. Whatever else was asked in the session before is wrong with none of it. */
enum { DOCTOR_NAMES = 1, DOCTOR_LINES = 2 };

/* What was counted. */
struct diagnosis {
    const struct session *s;
    uint8_t *asks; /* by object->index */
    struct source_list_scope scope;
    bool all; /* objects are shown, not just those that matter most */
    struct profile profile;
    struct object_diagnosis
        *objects; /* objects with samples: what lacks something, then most nameless, most samples, by path */
    size_t n, well;                      /* the last `well` of them lack nothing */
    uint64_t samples, nameless, outside; /* nameless: in objects; outside: of every mapping */
    uint64_t of_outside[OUTSIDES];       /* the same by what they are */
    uint64_t in_kernel;                  /* samples in the host's kernel image */
    uint64_t without_id;                 /* samples in files recorded without a build-id */
    uint64_t period;                     /* of all samples */
    uint64_t astray; /* of those with a caller outside of every mapping: at least so much */
    bool has_chains;
    uint64_t called; /* of those with a caller, a sample counted for each object its callers are in */
};

/* Share of all samples in percent. */
static inline double doctor_percent(const struct diagnosis *w, uint64_t samples)
{
    if (!w->samples)
        return 0;
    return 100.0 * (double)samples / (double)w->samples;
}

/* Whether something is missing that could name more of an object's samples. */
bool doctor_could_have_more(const struct diagnosis *w, const struct object_diagnosis *p);

/* "objects"; of text the blocks of those that lack something, then a line for each of the others, of the first
 * ones, and what the rest has. */
void doctor_objects(const struct diagnosis *w, struct rows *r);

/* How many things are wrong with the recording; what they are, "recording". */
size_t doctor_recording_faults(const struct diagnosis *w);
void doctor_recording(const struct diagnosis *w, struct rows *r);

/* debug_files.c: the distribution of the recorded machine, or NULL when its kernel's release does not show it. */
const char *doctor_distribution(const struct env *env);

/* The i-th way to get names for an object, added to `out`, a sentence or a command; false behind the last one.
   Nothing is asked over a network: whether the place still has the file is unknown. */
bool doctor_suggestion(const struct env *env, const struct object *o, size_t i, struct text *out);

/* namespaces.c: for JIT code, adds the perf-PID.map files under other pids that may be of the same process (pid namespaces). */
void doctor_show_other_maps(const struct session *s, const struct object *o, struct rows *r);

#endif
