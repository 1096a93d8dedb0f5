/* The sentence that doctor begins with: what share of the samples has names, what costs most of the others,
 * and whether the recording has faults. */
#include <inttypes.h>

#include "cli/doctor/diagnosis.h"

/* By the least share of samples with a name, in percent. */
static const struct {
    double least;
    const char *key;
} verdicts[] = { { 99, "good" }, { 90, "usable" }, { 0, "incomplete" } };

static uint64_t nameless_of(const struct diagnosis *w)
{
    return w->nameless + w->outside;
}

const char *doctor_verdict_key(const struct diagnosis *w)
{
    if (!w->samples)
        return "empty";
    size_t i = 0;
    while (doctor_percent(w, w->samples - nameless_of(w)) < verdicts[i].least)
        i++;
    return verdicts[i].key;
}

/* What most of the nameless samples are for want of. */
static void add_cause(const struct diagnosis *w, struct text *out)
{
    const struct object_diagnosis *worst = w->n && w->objects->nameless >= w->outside ? w->objects : NULL;
    if (worst) {
        text_printf(out, ", %.2f%% in ", doctor_percent(w, worst->nameless));
        text_add_clean(out, worst->object->path);
        text_printf(out, ": %s", doctor_why(w->s, worst));
    } else {
        text_printf(out, ", %.2f%% outside of every mapping", doctor_percent(w, w->outside));
    }
}

void doctor_verdict(const struct diagnosis *w, struct text *out)
{
    size_t faults = doctor_recording_faults(w);
    text_add(out, doctor_verdict_key(w));
    if (!w->samples)
        text_add(out, ": there are no samples");
    else if (!nameless_of(w))
        text_add(out, ": every sample has a name");
    else
        text_printf(out, ": %.2f%% of the samples have no name", doctor_percent(w, nameless_of(w)));
    if (nameless_of(w))
        add_cause(w, out);
    text_add(out, faults ? "; the recording has " : "; nothing is wrong with the recording");
    if (faults)
        text_printf(out, "%zu fault%s", faults, faults == 1 ? "" : "s");
}
