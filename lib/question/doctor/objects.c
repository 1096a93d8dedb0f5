/* Why samples of an object have no name, and what would help: one row for each reason. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/provenance/lookup_trace.h"
#include "lib/question/doctor/diagnosis.h"

enum reason {
    REASON_NONE,
    REASON_JIT,
    REASON_DATA,
    REASON_NOT_ASKED,
    REASON_NOT_FOUND,
    REASON_REFUSED,
    REASON_OTHER_OBJECT,
    REASON_SEVERAL,
    REASON_LATER,
    REASON_OTHER_KERNEL,
    REASON_UNUSABLE,
    REASON_NO_BUILD_ID,
    REASON_STRIPPED,
    REASON_NAMELESS,
    REASON_LISTING,
    REASON_KEPT,
    REASON_GAPS,
    REASON_UNREAD_LINES,
    REASONS
};

static const struct {
    const char *key, *sentence;
    bool curable; /* a file would help */
} reasons[REASONS] = {
    [REASON_NONE] = { "none", "", false },
    [REASON_JIT] = { "jit", "the process generated this code: only a perf map or jitdump has its names",
                     true },
    [REASON_DATA] = { "data", "no file with code is mapped there", false },
    [REASON_NOT_ASKED] = { "not-asked", "no source was searched for it: name one with --objects", true },
    [REASON_NOT_FOUND] = { "not-found", "no searched source has it", true },
    [REASON_REFUSED] = { "build-id-differs",
                         "the file that was found is not the recorded one: the build-ids differ", true },
    [REASON_OTHER_OBJECT] = { "other-object",
                              "the file that was found is not the mapped one: other evidence than the build-id contradicts",
                              true },
    [REASON_SEVERAL] = { "path-of-several-files",
                         "several files had this path during the recording, and the recorded build-id belongs to "
                         "one of them: nothing tells which",
                         false },
    [REASON_LATER] = { "path-of-later-file",
                       "the file was replaced during the recording, and the recorded build-id belongs to the new "
                       "file",
                       false },
    [REASON_OTHER_KERNEL] = { "other-kernel",
                              "the kernel that was found is not the recorded one: its addresses do not fit",
                              true },
    [REASON_UNUSABLE] = { "unusable", "the file that was found cannot be used", true },
    [REASON_NO_BUILD_ID] = { "no-build-id",
                             "it was recorded without a build-id, so it is searched by name only, in folders of "
                             "--objects or --symfs (a kernel: --vmlinux, --kallsyms)",
                             true },
    [REASON_STRIPPED] = { "stripped",
                          "the file is stripped: .dynsym has only exported symbols, so internal functions get the "
                          "name of the symbol before them, or none",
                          true },
    [REASON_NAMELESS] = { "no-symbols", "the file is stripped of all symbols", true },
    [REASON_LISTING] = { "listing-gaps",
                         "the kernel's symbol list has nothing at these addresses: it is of another boot or kernel, "
                         "or incomplete",
                         true },
    [REASON_KEPT] = { "kept",
                      "the recorder kept only the symbols that it needed, and none for these addresses",
                      true },
    [REASON_GAPS] = { "gaps", "its symbol table is complete, but has nothing at these addresses", false },
    [REASON_UNREAD_LINES] = { "unread-lines",
                              "its debug information cannot be read, so source lines and inlined calls are missing",
                              true },
};

/* The kinds of answers from sources that found no symbol table for an object. */
struct refusals {
    bool refused, other, contradicted, unusable;
};

static struct refusals refusals_of(const struct lookup_answer *asked, size_t n)
{
    struct refusals r = { false };
    for (size_t i = 0; i < n; i++) {
        const struct source_list_note *note = asked[i].note;
        const bool differs = note->contradicts || note->other; /* a difference of more than the build-id */
        r.contradicted = r.contradicted || note->contradicts;
        r.other = r.other || note->other;
        r.refused = r.refused || (note->refused && !differs);
        r.unusable = r.unusable || note->answer == ANSWER_UNUSABLE;
    }
    return r;
}

static enum reason reason_without_table(const struct object *o, const struct lookup_answer *asked, size_t n)
{
    const struct refusals said = refusals_of(asked, n);
    if (o->doubt == ID_OF_ONE_FILE)
        return REASON_SEVERAL;
    if (o->doubt == ID_OF_LATER_FILE)
        return REASON_LATER;
    if (said.other)
        return REASON_OTHER_OBJECT;
    if (said.refused)
        return REASON_REFUSED;
    if (said.contradicted)
        return REASON_OTHER_KERNEL;
    if (said.unusable)
        return REASON_UNUSABLE;
    if (!o->build_id.n)
        return REASON_NO_BUILD_ID;
    return n ? REASON_NOT_FOUND : REASON_NOT_ASKED;
}

static enum reason if_nameless(const struct object_diagnosis *p, enum reason reason)
{
    return p->nameless ? reason : REASON_NONE;
}

/* The reason why an object's samples have no names. */
static enum reason names_reason_of(const struct session *s, const struct object_diagnosis *p,
                                   const struct lookup_answer *asked, size_t n)
{
    const struct object *o = p->object;
    const enum table_kind have = resolver_table_kind(s->resolver, o);
    if (o->kind == OBJECT_DATA)
        return if_nameless(p, REASON_DATA);
    if (o->kind == OBJECT_JIT && have != TABLE_KEPT)
        return if_nameless(p, REASON_JIT);
    switch (have) {
    case TABLE_NOTHING:
        return reason_without_table(o, asked, n);
    case TABLE_LISTING:
        return if_nameless(p, REASON_LISTING);
    case TABLE_KEPT:
        return if_nameless(p, REASON_KEPT);
    case TABLE_NAMELESS:
        return REASON_NAMELESS;
    case TABLE_DYNAMIC:
        return REASON_STRIPPED;
    default:
        return if_nameless(p, REASON_GAPS);
    }
}

static enum reason reason_of(const struct session *s, const struct object_diagnosis *p,
                             const struct lookup_answer *asked, size_t n)
{
    const enum reason reason = names_reason_of(s, p, asked, n);
    if (reason == REASON_NONE && p->lines_unread)
        return REASON_UNREAD_LINES;
    return reason;
}

bool doctor_could_have_more(const struct diagnosis *w, const struct object_diagnosis *p)
{
    size_t n;
    struct lookup_answer *asked = lookup_trace_of(w->s, p->object, &w->scope, &n);
    enum reason reason = reason_of(w->s, p, asked, n);
    free(asked);
    return reason != REASON_NONE;
}

/* Whether an answer says more than that a source has no file: a refusal, a damage, a match by name only. */
static bool is_remark(const struct lookup_answer *a)
{
    return *a->note->why && (a->note->answer == ANSWER_UNUSABLE || a->taken);
}

/* Appends the sources that have no file, each once. */
static void absent_text(const struct lookup_answer *asked, size_t n, struct text *out)
{
    for (size_t i = 0; i < n; i++) {
        bool known = asked[i].note->answer != ANSWER_ABSENT || asked[i].note->passed_over;
        for (size_t k = 0; k < i && !known; k++)
            known = asked[k].note->answer == ANSWER_ABSENT &&
                    !strcmp(asked[k].note->source, asked[i].note->source) &&
                    !strcmp(asked[k].note->where, asked[i].note->where);
        if (known)
            continue;
        if (out->n)
            text_add(out, ", ");
        lookup_trace_source(asked[i].note, out);
        if (*asked[i].note->why)
            text_printf(out, " (%s)", asked[i].note->why);
    }
}

static void show_from(const struct session *s, const struct object *o, struct text *t)
{
    struct resolved_from from = resolver_symbol_origin(s->resolver, o);
    text_add_clean(t, from.origin);
    if (*from.origin)
        text_add(t, ": ");
    text_add(t, lookup_tables[resolver_table_kind(s->resolver, o)].words);
}

/* A diagnosis of an object and the texts that are shown for it. Text has separate blocks or lines for it. */
struct object_block {
    const struct diagnosis *w;
    const struct object_diagnosis *p;
    const struct object *o;
    struct lookup_answer *asked;
    size_t nasked;
    enum reason reason;
};

static void show_block(const struct object_block *b, struct rows *r)
{
    const struct object *o = b->o;
    struct text t = { 0 };
    char id[BUILD_ID_HEX];
    text_add_clean(&t, o->path);
    rows_print(r, "\n%s\n", text_str(&t));
    t.n = 0;
    text_printf(&t, "%" PRIu64 " (%.2f%%), %" PRIu64 " of them (%.2f%%) without a name", b->p->samples,
                doctor_percent(b->w, b->p->samples), b->p->nameless, doctor_percent(b->w, b->p->nameless));
    style_paint_percents(&r->out->style, &t, 0, ROLE_SHARE);
    rows_line(r, "samples", &t);
    text_printf(&t, "%s, ", lookup_objects[o->kind].words);
    if (o->build_id.n)
        text_printf(&t, "build-id %s", object_build_id_text(&o->build_id, id));
    else if (o->doubted_id.n)
        text_printf(&t, "recorded with an unreliable build-id: %s", object_build_id_text(&o->doubted_id, id));
    else
        text_add(&t, "recorded without a build-id");
    rows_line(r, "object", &t);
    show_from(b->w->s, o, &t);
    rows_line(r, "names", &t);
    text_add(&t, reasons[b->reason].sentence);
    rows_line(r, "why", &t);
    for (size_t i = 0; i < b->nasked; i++) {
        if (!is_remark(&b->asked[i]))
            continue;
        lookup_trace_text(&b->asked[i], &t);
        rows_line(r, "", &t);
    }
    absent_text(b->asked, b->nasked, &t);
    if (t.n && reasons[b->reason].curable)
        rows_line(r, "had none", &t);
    text_free(&t);
}

static void show_well(const struct object_block *b, struct rows *r)
{
    struct text t = { 0 };
    text_printf(&t, "  %6.2f%%  %" PRIu64 " sample%s, ", doctor_percent(b->w, b->p->samples), b->p->samples,
                text_plural(b->p->samples));
    text_add_clean(&t, b->o->path);
    text_add(&t, ": ");
    show_from(b->w->s, b->o, &t);
    for (size_t i = 0; i < b->nasked; i++) {
        if (!b->asked[i].taken || !*b->asked[i].note->why)
            continue;
        text_add(&t, "; matched by name only: ");
        text_add_clean(&t, b->asked[i].note->why);
    }
    rows_print(r, "%s\n", t.s);
    text_free(&t);
}

static void show_rest(const struct diagnosis *w, size_t from, struct rows *r)
{
    struct object_diagnosis rest = { 0 };
    for (size_t i = from; i < w->n; i++) {
        rest.samples += w->objects[i].samples;
        rest.nameless += w->objects[i].nameless;
    }
    rows_print(r,
               "\n%zu more object%s with %" PRIu64 " sample%s (%.2f%%), %" PRIu64
               " of them (%.2f%%) without a name: --all\n",
               w->n - from, text_plural(w->n - from), rest.samples, text_plural(rest.samples),
               doctor_percent(w, rest.samples), rest.nameless, doctor_percent(w, rest.nameless));
}

ROWS_TABLE(objects, "objects", ROWS_UNSEEN("path", TEXT), ROWS_UNSEEN("kind", TEXT),
           ROWS_UNSEEN("build_id", TEXT), ROWS_UNSEEN("samples", COUNT), ROWS_UNSEEN("percent", PERCENT),
           ROWS_UNSEEN("nameless", COUNT), ROWS_UNSEEN("nameless_percent", PERCENT),
           ROWS_UNSEEN("names_from", TEXT), ROWS_UNSEEN("file", TEXT), ROWS_UNSEEN("reason", TEXT),
           ROWS_UNSEEN("why", TEXT));

static void doctor_objects_add(const struct diagnosis *w, const struct object_diagnosis *p, struct rows *r)
{
    struct object_block b = { .w = w, .p = p, .o = p->object };
    const char *origin = resolver_symbol_origin(w->s->resolver, b.o).origin;
    struct text t = { 0 };
    char id[BUILD_ID_HEX];
    b.asked = lookup_trace_of(w->s, b.o, &w->scope, &b.nasked);
    b.reason = reason_of(w->s, p, b.asked, b.nasked);
    struct value key = value_unknown(), why = value_unknown();
    if (b.reason != REASON_NONE) {
        key = value_text(reasons[b.reason].key);
        why = value_text(reasons[b.reason].sentence);
    }
    ROWS_ROW_BEGIN(r, value_text(b.o->path), value_text(lookup_objects[b.o->kind].key),
                   value_build_id(&b.o->build_id, id), value_count(p->samples),
                   value_percent(doctor_percent(w, p->samples)), value_count(p->nameless),
                   value_percent(doctor_percent(w, p->nameless)),
                   value_text(lookup_tables[resolver_table_kind(w->s->resolver, b.o)].key),
                   value_text_unless_empty(origin), key, why);
    lookup_trace_rows(r, b.asked, b.nasked);
    if (p->lacks)
        show_block(&b, r);
    else
        show_well(&b, r);
    rows_list(r, "get");
    const char *line = "  get it    %s\n";
    for (size_t i = 0; reasons[b.reason].curable && doctor_suggestion(&w->s->capture->env, b.o, i, &t); i++) {
        rows_say(r, NULL, value_text(t.s), line);
        line = "            %s\n";
        t.n = 0;
    }
    if (reasons[b.reason].curable)
        doctor_show_other_maps(w->s, b.o, r);
    rows_close(r);
    rows_row_end(r);
    free(b.asked);
    text_free(&t);
}

enum { MATTERING = 10 /* number of objects; further ones are shown with --all */ };

void doctor_objects(const struct diagnosis *w, struct rows *r)
{
    size_t shown = w->all ? w->n : rows_limit(r, MATTERING);
    if (shown > w->n)
        shown = w->n;
    rows_table(r, &objects);
    for (size_t i = 0; i < shown; i++) {
        if (i == w->n - w->well)
            rows_print(r, "\nnothing is missing for\n");
        doctor_objects_add(w, &w->objects[i], r);
    }
    rows_table_end(r);
    if (shown < w->n)
        show_rest(w, shown, r);
}
