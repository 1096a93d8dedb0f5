#include "lib/question/share/share.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "lib/question/common/common_answer.h"
#include "lib/session/replaced.h"

bool share_prepare(const char *command, const struct common_opts *o, const char *output, struct outlet *err)
{
    if (!output)
        return outlet_refuse(err, "perfolio %s: no output is named: use -o FILE\n", command);
    if (o->json && !strcmp(output, "-"))
        return outlet_refuse(err, "perfolio %s: the capture and --json cannot both go to standard output\n",
                             command);
    for (size_t i = 0; i < o->inputs.n; i++)
        if (strcmp(output, "-") && file_would_replace(output, o->inputs.v[i]))
            return outlet_refuse(err, "perfolio %s: -o %s would replace the capture that is read\n", command,
                                 output);
    return true;
}

/* The folder of a path; for free(). */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mem_copy(".", 1);
    return mem_copy(path, (size_t)(slash + 1 - path));
}

/* Whether two paths lead to one file, which need not exist yet. */
static bool are_one_file(const char *a, const char *b)
{
    if (file_same(a, b))
        return true;
    char *in_a = folder_of(a), *in_b = folder_of(b);
    const bool is = !strcmp(text_base_name(a), text_base_name(b)) && file_same(in_a, in_b);
    free(in_a);
    free(in_b);
    return is;
}

bool share_key_is_apart(const char *command, const struct common_opts *o, const char *output,
                        const char *option, const char *key, struct outlet *err)
{
    if (output && are_one_file(output, key))
        return outlet_refuse(err, "perfolio %s: -o and %s name the same file\n", command, option);
    for (size_t i = 0; i < o->inputs.n; i++)
        if (file_same(key, o->inputs.v[i]))
            return outlet_refuse(err, "perfolio %s: %s %s is the capture that is read\n", command, option,
                                 key);
    return true;
}

bool share_may_write(const char *command, const char *output, const struct outlet *out, struct outlet *err)
{
    return strcmp(output, "-") || !out->person_reads ||
           outlet_refuse(
               err,
               "perfolio %s: a capture is binary, and is not written to a terminal: use -o FILE or a pipe\n",
               command);
}

bool share_open(struct output *out, const struct common_opts *o, const char *path, struct err *e)
{
    if (!path)
        return output_open_nowhere(out, o->desk->around.temporary, e);
    return replaced_by_capture(path, e) &&
           output_open(out, path, OUTPUT_PRIVATE, o->desk->around.temporary, e);
}

void share_facts(struct rows *r, const char *output, const struct share_sums *sums)
{
    rows_say(r, "output", value_text(output), "%s: ");
    rows_say(r, "bytes", value_count(sums->bytes), "%s bytes, ");
    rows_say(r, "samples", value_count(sums->samples), "%s of ");
    rows_say(r, "samples_before", value_count(sums->samples_before), "%s samples, ");
    rows_say(r, "records", value_count(sums->records), "%s of ");
    rows_say(r, "records_before", value_count(sums->records_before), "%s other records\n");
}

void share_answer(const char *command, const struct session *s, const struct common_opts *o,
                  const char *output, const struct share_sums *sums, const struct problems *problems,
                  struct outlet *out, struct outlet *err)
{
    struct rows r;
    struct outlet *to = out;
    if (!strcmp(output, "-"))
        to = err;
    answer_begin_rows(&r, o, NULL, command, to);
    share_facts(&r, output, sums);
    answer_rows_end(&r, s, problems, 0, err);
}
