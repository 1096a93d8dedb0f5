#include "lib/question/common/run_list.h"

#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "lib/question/common/merged_message.h"
#include "core/base/mem.h"

static const char *side_word(bool after)
{
    return after ? "after" : "before";
}

struct listed_run *run_list_add(struct run_list *l, bool after, const char *path)
{
    struct listed_run *run = MEM_ADD(l->v, l->n, l->cap);
    path = arena_names_intern(&l->texts, path);
    *run = (struct listed_run){ .after = after, .path = path, .name = path };
    return run;
}

void run_list_add_captures(struct run_list *l, bool after, const char *path, const struct folio *f,
                           const char *label)
{
    struct text t = { 0 };
    for (size_t i = 0; i < f->ncaptures; i++) {
        if (label && !folio_has_label(f, (uint32_t)i, label))
            continue;
        struct listed_run *run = run_list_add(l, after, path);
        t.n = 0;
        text_add_clean(&t, f->captures[i].name);
        run->name = arena_names_intern(&l->texts, t.s);
        run->labelled = label != NULL;
        snprintf(run->capture, sizeof(run->capture), "%zu", i + 1);
    }
    text_free(&t);
}

/* Adds the runs of a file: a capture, or each capture of a folio. If `label` ("KEY=VALUE") is not NULL, only captures
   with this label. */
static bool run_list_add_file(struct run_list *l, bool after, const char *path, const char *label,
                              const struct common_opts *o, struct outlet *err)
{
    struct err e = { 0 };
    enum folio_look look = folio_recognise_path(path, o->desk->around.temporary, &e);
    struct folio *f = look == FOLIO_IS ? folio_open(path, o->desk->around.temporary, &e) : NULL;
    if (look == FOLIO_UNREADABLE || (look == FOLIO_IS && !f))
        return outlet_fail(err, &e, "perfolio: ");
    if (!f && !label)
        run_list_add(l, after, path);
    if (f)
        run_list_add_captures(l, after, path, f, label);
    folio_close(f);
    return true;
}

/* Adds some of the labels of the named folios: "; there: side=before, side=after". */
static void run_list_add_labels(const struct common_opts *o, struct text *out)
{
    enum { MOST = 8 };
    struct names seen = { 0 };
    struct text label = { 0 };
    for (size_t i = 0; i < o->inputs.n; i++) {
        const char *path = o->inputs.v[i], *temporary = o->desk->around.temporary;
        struct folio *f = NULL;
        if (folio_recognise_path(path, temporary, &(struct err){ 0 }) == FOLIO_IS)
            f = folio_open(path, temporary, &(struct err){ 0 });
        for (size_t k = 0; f && k < f->ncaptures; k++)
            for (const char *s = f->captures[k].labels; s && *s; s += strcspn(s, "\n"), s += *s != 0) {
                const uint32_t n = seen.n;
                label.n = 0;
                text_add_clean_n(&label, s, strcspn(s, "\n"));
                if (n > MOST || arena_names_id(&seen, text_str(&label)) <= n)
                    continue;
                text_add(out, n ? ", " : "; there: ");
                text_add(out, n < MOST ? label.s : "...");
            }
        folio_close(f);
    }
    text_free(&label);
    arena_names_free(&seen);
}

/* Adds the runs that a word of --before or --after stands for: a file, files that match a pattern, or the captures
   with a label in the folios that are named besides. */
static bool run_list_add_word(struct run_list *l, bool after, const char *word, const struct common_opts *o,
                              struct outlet *err)
{
    uint32_t known = l->n;
    bool ok = true;
    struct file_status st;
    if (file_look(word, &st))
        return run_list_add_file(l, after, word, NULL, o, err);
    size_t nfound;
    char **found = file_list_matches(word, &nfound);
    for (size_t i = 0; ok && i < nfound; i++)
        ok = run_list_add_file(l, after, found[i], NULL, o, err);
    if (found) {
        free(found);
    } else if (strchr(word, '=')) {
        for (size_t i = 0; ok && i < o->inputs.n; i++)
            ok = run_list_add_file(l, after, o->inputs.v[i], word, o, err);
    }
    if (ok && l->n == known) {
        struct text labels = { 0 };
        run_list_add_labels(o, &labels);
        const char *how = "; name the folios with labelled captures before --before";
        if (!strchr(word, '='))
            how = labels.n ? ", and a label has the form KEY=VALUE" : "";
        else if (o->inputs.n)
            how = ", and no capture with that label in the named folios";
        outlet_print(err, "perfolio %s: --%s: there is no file '%s'%s%s\n", l->command, side_word(after),
                     word, how, text_str(&labels));
        text_free(&labels);
    }
    return ok && l->n > known;
}

static bool is_used(const struct run_list *l, const char *path)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->v[i].labelled && !strcmp(l->v[i].path, path))
            return true;
    return false;
}

/* Whether labels selected captures from the inputs, and all inputs are folios. If not, prints an input that is on no
   side. */
static bool inputs_are_used(const struct run_list *l, const struct common_opts *o, struct outlet *err)
{
    size_t used = 0;
    for (size_t i = 0; i < o->inputs.n; i++) {
        const bool is = is_used(l, o->inputs.v[i]);
        used += is;
        if (is || (folio_recognise_path(o->inputs.v[i], o->desk->around.temporary, &(struct err){ 0 }) ==
                       FOLIO_IS &&
                   (used || i + 1 < o->inputs.n)))
            continue;
        return outlet_refuse(
            err,
            "perfolio %s: '%s' is on no side: put runs after --before and --after, and folios with "
            "labelled captures before them\n",
            l->command, o->inputs.v[i]);
    }
    return true;
}

bool run_list_find(struct run_list *l, const char *command, const struct common_opts *o, struct outlet *err)
{
    const struct words *sides[] = { &o->before, &o->after };
    *l = (struct run_list){ .command = command };
    for (int after = 0; after < 2; after++) {
        l->before = l->n;
        for (size_t i = 0; i < sides[after]->n; i++)
            if (!run_list_add_word(l, after, sides[after]->v[i], o, err))
                return false;
    }
    if (l->n && !inputs_are_used(l, o, err))
        return false;
    if (l->before && l->n > l->before)
        return true;
    return outlet_refuse(err, "perfolio %s: --%s: the runs of the other side are missing\n", command,
                         side_word(l->before));
}

bool run_list_open(struct listed_run *run, const struct common_opts *o, struct session *s, struct outlet *err)
{
    struct common_opts common = *o;
    common.input = run->path;
    if (*run->capture)
        common.capture = run->capture;
    common.opened = run->opened;
    if (!common_open(s, &common, SESSION_RESOLVE, err))
        return false;
    run->samples = s->capture->nsamples;
    run->first_time = s->capture->first_time;
    run->last_time = s->capture->last_time;
    return true;
}

bool run_list_add_problem_text(const struct run_list *l, bool after, int i, bool base_names, struct text *out)
{
    struct merged_message s = { 0 };
    struct problems sum = { 0 };
    uint64_t samples = 0;
    uint32_t n;
    const struct listed_run *v = run_list_side(l, after, &n);
    for (uint32_t k = 0; k < n; k++) {
        if (!s.n && v[k].problems.of[i].n)
            sum.of[i] = v[k].problems.of[i];
        merged_message_add(&s, base_names ? text_base_name(v[k].name) : v[k].name, v[k].problems.of[i].n);
        samples += v[k].counted;
    }
    sum.of[i].n = s.sum;
    if (s.n) {
        merged_message_names(&s, out);
        text_add(out, ": ");
        session_problem_line(&sum, i, samples, out);
        merged_message_counts(&s, out);
    }
    const bool any = s.n != 0;
    merged_message_free(&s);
    return any;
}

void run_list_print_problems(const struct run_list *l, bool after, struct outlet *err)
{
    struct text line = { 0 };
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        line.n = 0;
        if (run_list_add_problem_text(l, after, i, false, &line))
            outlet_print(err, "perfolio: %s\n", line.s);
    }
    text_free(&line);
}

bool run_list_check_distinct(const struct run_list *l, struct outlet *err)
{
    for (uint32_t i = 0; i < l->n; i++)
        for (uint32_t j = 0; j < i; j++) {
            const struct listed_run *a = &l->v[i], *b = &l->v[j];
            if (a->samples != b->samples || a->first_time != b->first_time || a->last_time != b->last_time ||
                !a->last_time)
                continue;
            return outlet_refuse(err, "perfolio %s: %s (%s) and %s (%s) are the same recording\n", l->command,
                                 b->name, side_word(b->after), a->name, side_word(a->after));
        }
    return true;
}

void run_list_free(struct run_list *l)
{
    free(l->v);
    arena_names_free(&l->texts);
    *l = (struct run_list){ .n = 0 };
}
