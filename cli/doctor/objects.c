/* Why samples of an object have no name, and what would help: a row for each reason. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/provenance/lookup_trace.h"
#include "cli/doctor/debug_files.h"
#include "cli/doctor/doctor.h"

enum reason {
    REASON_NONE,
    REASON_JIT,
    REASON_DATA,
    REASON_NOT_ASKED,
    REASON_NOT_FOUND,
    REASON_REFUSED,
    REASON_OTHER_KERNEL,
    REASON_UNUSABLE,
    REASON_NO_BUILD_ID,
    REASON_STRIPPED,
    REASON_NAMELESS,
    REASON_LISTING,
    REASON_KEPT,
    REASON_GAPS,
    REASONS
};

static const struct {
    const char *key, *sentence;
    bool curable; /* by a file */
} reasons[REASONS] = {
    [REASON_NONE] = { "none", "", false },
    [REASON_JIT] = { "jit", "the process made this code itself: no file has its names", true },
    [REASON_DATA] = { "data", "no file with code is mapped there", false },
    [REASON_NOT_ASKED] = { "not-asked", "nobody was asked for it: --objects names a place to look in", true },
    [REASON_NOT_FOUND] = { "not-found", "nobody that was asked has it", true },
    [REASON_REFUSED] = { "build-id-differs", "what was found is not what was recorded: the build-ids differ",
                         true },
    [REASON_OTHER_KERNEL] = { "other-kernel",
                              "what was found is another kernel: it lies or ends where the recorded one "
                              "cannot",
                              true },
    [REASON_UNUSABLE] = { "unusable", "what was found cannot be used", true },
    [REASON_NO_BUILD_ID] = { "no-build-id",
                             "it was recorded without a build-id: only its name can be looked for, in a "
                             "place "
                             "that --objects or --symfs names (a kernel: --vmlinux, --kallsyms)",
                             true },
    [REASON_STRIPPED] = { "stripped",
                          "the file is stripped: .dynsym has only what it exports, so functions inside of it "
                          "count as the one before them, or have no name",
                          true },
    [REASON_NAMELESS] = { "no-symbols", "the file is stripped of all symbols", true },
    [REASON_LISTING] = { "listing-gaps",
                         "the kernel's listing has nothing at these addresses: it is of another boot or "
                         "kernel, "
                         "or not all of it",
                         true },
    [REASON_KEPT] = { "kept", "the recorder kept the symbols that it needed, and none for these addresses",
                      true },
    [REASON_GAPS] = { "gaps", "its table is complete, but has nothing at these addresses", false },
};

static enum reason reason_of(const struct session *s, const struct object_diagnosis *p,
                             const struct lookup_answer *asked, size_t n)
{
    const struct object *o = p->object;
    enum table_kind have = lookup_table_kind_of(s, o);
    bool refused = false, contradicted = false, unusable = false;
    for (size_t i = 0; i < n; i++) {
        contradicted = contradicted || asked[i].note->contradicts;
        refused = refused || (asked[i].note->refused && !asked[i].note->contradicts);
        unusable = unusable || asked[i].note->answer == ANSWER_UNUSABLE;
    }
    if ((o->kind == OBJECT_JIT && have != TABLE_KEPT) || o->kind == OBJECT_DATA)
        return p->nameless ? o->kind == OBJECT_JIT ? REASON_JIT : REASON_DATA : REASON_NONE;
    switch (have) {
    case TABLE_NOTHING:
        return refused          ? REASON_REFUSED
               : contradicted   ? REASON_OTHER_KERNEL
               : unusable       ? REASON_UNUSABLE
               : !o->build_id.n ? REASON_NO_BUILD_ID
               : n              ? REASON_NOT_FOUND
                                : REASON_NOT_ASKED;
    case TABLE_LISTING:
        return p->nameless ? REASON_LISTING : REASON_NONE;
    case TABLE_KEPT:
        return p->nameless ? REASON_KEPT : REASON_NONE;
    case TABLE_NAMELESS:
        return REASON_NAMELESS;
    case TABLE_DYNAMIC:
        return REASON_STRIPPED;
    default:
        return p->nameless ? REASON_GAPS : REASON_NONE;
    }
}

bool doctor_lacks(const struct session *s, const struct object_diagnosis *p)
{
    return *doctor_why(s, p);
}

const char *doctor_why(const struct session *s, const struct object_diagnosis *p)
{
    size_t n;
    struct lookup_answer *asked = lookup_trace_of(s, p->object, &n);
    enum reason reason = reason_of(s, p, asked, n);
    free(asked);
    return reason == REASON_NONE ? "" : reasons[reason].sentence;
}

/* An answer that says more than that somebody has nothing: a refusal, a damage, a match by name only. */
static bool is_remark(const struct lookup_answer *a)
{
    return *a->note->why && (a->note->answer == ANSWER_UNUSABLE || a->taken);
}

/* The names of those who looked and had nothing, each once. */
static void absent_text(const struct lookup_answer *asked, size_t n, struct text *out)
{
    for (size_t i = 0; i < n; i++) {
        bool told = asked[i].note->answer != ANSWER_ABSENT || asked[i].note->passed_over;
        for (size_t k = 0; k < i && !told; k++)
            told = asked[k].note->answer == ANSWER_ABSENT &&
                   !strcmp(asked[k].note->source, asked[i].note->source) &&
                   !strcmp(asked[k].note->where, asked[i].note->where);
        if (told)
            continue;
        text_add(out, out->n ? ", " : "");
        lookup_trace_source(asked[i].note, out);
        if (*asked[i].note->why)
            text_printf(out, " (%s)", asked[i].note->why);
    }
}

static void line(FILE *out, const char *name, struct text *t)
{
    fprintf(out, "  %-9s %s\n", name, t->n ? t->s : "");
    t->n = 0;
}

static void show_from(const struct session *s, const struct object *o, struct text *t)
{
    struct resolved_from from = resolver_resolved(s->resolver, o);
    text_add_clean(t, from.origin);
    text_add(t, *from.origin ? ": " : "");
    text_add(t, lookup_table_kind_words(lookup_table_kind_of(s, o)));
}

static void show_object(const struct diagnosis *w, const struct object_diagnosis *p, FILE *out)
{
    const struct object *o = p->object;
    struct text t = { 0 };
    size_t n;
    struct lookup_answer *asked = lookup_trace_of(w->s, o, &n);
    enum reason reason = reason_of(w->s, p, asked, n);
    char id[BUILD_ID_HEX];
    text_add_clean(&t, o->path);
    fprintf(out, "\n%s\n", t.s);
    t.n = 0;
    text_printf(&t, "%" PRIu64 " (%.2f%%), %" PRIu64 " of them (%.2f%%) without a name", p->samples,
                doctor_percent(w, p->samples), p->nameless, doctor_percent(w, p->nameless));
    line(out, "samples", &t);
    text_printf(&t, "%s, %s%s", lookup_object_kind_words(o->kind),
                o->build_id.n ? "build-id " : "recorded without a build-id",
                o->build_id.n ? object_build_id_text(&o->build_id, id) : "");
    line(out, "object", &t);
    show_from(w->s, o, &t);
    line(out, "names", &t);
    text_add(&t, reasons[reason].sentence);
    line(out, "why", &t);
    for (size_t i = 0; i < n; i++) {
        if (!is_remark(&asked[i]))
            continue;
        lookup_trace_text(&asked[i], &t);
        line(out, "", &t);
    }
    absent_text(asked, n, &t);
    if (t.n && reasons[reason].curable)
        line(out, "had none", &t);
    t.n = 0;
    for (size_t i = 0; reasons[reason].curable && debug_files_way(&w->s->capture->env, o, i, &t); i++)
        line(out, i ? "" : "get it", &t);
    free(asked);
    text_free(&t);
}

static void show_well(const struct diagnosis *w, const struct object_diagnosis *p, FILE *out)
{
    struct text t = { 0 };
    size_t n;
    struct lookup_answer *asked = lookup_trace_of(w->s, p->object, &n);
    text_printf(&t, "  %6.2f%%  %" PRIu64 " samples, ", doctor_percent(w, p->samples), p->samples);
    text_add_clean(&t, p->object->path);
    text_add(&t, ": ");
    show_from(w->s, p->object, &t);
    for (size_t i = 0; i < n; i++) {
        if (!asked[i].taken || !*asked[i].note->why)
            continue;
        text_add(&t, "; by its name only: ");
        text_add_clean(&t, asked[i].note->why);
    }
    fprintf(out, "%s\n", t.s);
    free(asked);
    text_free(&t);
}

static void show_rest(const struct diagnosis *w, size_t from, FILE *out)
{
    struct object_diagnosis rest = { 0 };
    for (size_t i = from; i < w->n; i++) {
        rest.samples += w->objects[i].samples;
        rest.nameless += w->objects[i].nameless;
    }
    fprintf(out,
            "\n%zu more object%s with %" PRIu64 " samples (%.2f%%), %" PRIu64
            " of them (%.2f%%) without a name: --all\n",
            w->n - from, w->n - from == 1 ? "" : "s", rest.samples, doctor_percent(w, rest.samples),
            rest.nameless, doctor_percent(w, rest.nameless));
}

void doctor_objects(const struct diagnosis *w, size_t most, FILE *out)
{
    const size_t sick = w->n - w->well, shown = w->n < most ? w->n : most;
    for (size_t i = 0; i < sick && i < shown; i++)
        show_object(w, &w->objects[i], out);
    if (sick < shown)
        fprintf(out, "\nnothing is missing of\n");
    for (size_t i = sick; i < shown; i++)
        show_well(w, &w->objects[i], out);
    if (shown < w->n)
        show_rest(w, shown, out);
}

static void ways_json(const struct session *s, const struct object *o, bool curable, struct json *j)
{
    struct text t = { 0 };
    json_array(j, "get");
    for (size_t i = 0; curable && debug_files_way(&s->capture->env, o, i, &t); i++) {
        json_text(j, NULL, t.s);
        t.n = 0;
    }
    json_end(j);
    text_free(&t);
}

void doctor_objects_json(const struct diagnosis *w, struct json *j)
{
    json_array(j, "objects");
    for (size_t i = 0; i < w->n; i++) {
        const struct object_diagnosis *p = &w->objects[i];
        const char *origin = resolver_resolved(w->s->resolver, p->object).origin;
        size_t n;
        struct lookup_answer *asked = lookup_trace_of(w->s, p->object, &n);
        enum reason reason = reason_of(w->s, p, asked, n);
        json_object(j, NULL);
        json_text(j, "path", p->object->path);
        json_text(j, "kind", lookup_object_kind_key(p->object->kind));
        answer_build_id(j, &p->object->build_id);
        json_count(j, "samples", p->samples);
        json_percent(j, "percent", doctor_percent(w, p->samples));
        json_count(j, "nameless", p->nameless);
        json_percent(j, "nameless_percent", doctor_percent(w, p->nameless));
        json_text(j, "names_from", lookup_table_kind_key(lookup_table_kind_of(w->s, p->object)));
        json_text(j, "file", *origin ? origin : NULL);
        json_text(j, "reason", reason == REASON_NONE ? NULL : reasons[reason].key);
        json_text(j, "why", reason == REASON_NONE ? NULL : reasons[reason].sentence);
        lookup_trace_json(j, asked, n);
        ways_json(w->s, p->object, reasons[reason].curable, j);
        json_end(j);
        free(asked);
    }
    json_end(j);
}
