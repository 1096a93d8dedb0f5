/*
 * diagnosis: why samples have no names, and what is wrong with the recording. doctor.c counts and summarises,
 * objects.c reports why samples in an object have no names, recording.c reports mistakes in the recording.
 *
 * Every sample is counted in exactly one of three groups: it has a name; it is nameless, that is, in an
 * object but without a symbol; or it is outside, that is, not in any mapping.
 */
#ifndef PERFOLIO_LIB_QUESTION_DOCTOR_DIAGNOSIS_H
#define PERFOLIO_LIB_QUESTION_DOCTOR_DIAGNOSIS_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/profile/count/count.h"

/* The samples of an object, and the data that is missing to name them. */
struct object_diagnosis {
    const struct object *object;
    uint64_t samples, nameless;
    bool lines_unread; /* the object has debug information that cannot be read */
    bool lacks;        /* some file or data of the object is missing */
};

/* The kinds of samples that are outside of all mappings. */
enum outside {
    OUTSIDE_ZERO, /* the address is 0: the event records none */
    OUTSIDE_KERNEL,
    OUTSIDE_USER,
    OUTSIDE_OTHER, /* guests, hypervisors */
    OUTSIDES
};

/* What doctor looks up about an object, as bits. Failures of other look-ups, made earlier in the session, are not
   reported. */
enum { DOCTOR_NAMES = 1, DOCTOR_LINES = 2 };

/* The counts of doctor. */
struct diagnosis {
    struct session *s;
    uint8_t *asks; /* per object->index: DOCTOR_* bits */
    struct source_list_scope scope;
    bool all; /* show all objects, not only the most important ones */
    struct profile profile;
    struct object_diagnosis
        /* objects with samples; sorted: those that lack something first, then by nameless samples, by samples (most
           first), by path */
        *objects;
    size_t n, well;                      /* the last `well` of them lack nothing */
    uint64_t samples, nameless, outside; /* nameless: in an object without a symbol; outside: in no mapping */
    uint64_t of_outside[OUTSIDES];       /* `outside`, by enum outside */
    uint64_t in_kernel;                  /* samples in the host's kernel image */
    uint64_t without_id;                 /* samples in files recorded without a build-id */
    uint64_t period;                     /* of all samples */
    uint64_t astray; /* lower bound of the period of samples that have a caller outside of all mappings */
    bool has_chains;
    /* period of the samples with callers; a sample is counted once for each object that contains one of
       its callers */
    uint64_t called;
};

/* A number of samples in percent of all samples. */
static inline double doctor_percent(const struct diagnosis *w, uint64_t samples)
{
    if (!w->samples)
        return 0;
    return 100.0 * (double)samples / (double)w->samples;
}

/* Whether missing data would allow to name more samples of an object. */
bool doctor_could_have_more(const struct diagnosis *w, const struct object_diagnosis *p);

/* Shows the list "objects". In text: a block for each object that lacks something, then a line for each of the first
 * complete objects, then the sum of the remaining ones. */
void doctor_objects(const struct diagnosis *w, struct rows *r);

/* doctor_recording_faults(): the number of things that are wrong with the recording. doctor_recording(): shows them
   as the list "recording". */
size_t doctor_recording_faults(const struct diagnosis *w);
void doctor_recording(const struct diagnosis *w, struct rows *r);

/* debug_files.c: the distribution of the recorded machine; NULL: its kernel's release does not show it. */
const char *doctor_distribution(const struct env *env);

/* Appends the i-th suggestion how to get names for an object to `out`: a sentence or a command. False:
   there are fewer. It does not use the network, so a suggested source may no longer have the file. */
bool doctor_suggestion(const struct env *env, const struct object *o, size_t i, struct text *out);

/* namespaces.c: for JIT code, adds perf-PID.map files with other pids that may belong to the same process
   (pid namespaces). */
void doctor_show_other_maps(const struct session *s, const struct object *o, struct rows *r);

#endif
