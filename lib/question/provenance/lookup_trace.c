#include "lib/question/provenance/lookup_trace.h"

#include <string.h>

#include "core/base/mem.h"

const struct lookup_words lookup_tables[TABLE_KINDS] = {
    [TABLE_NOTHING] = { "nothing", "nothing" },
    [TABLE_NAMELESS] = { "nameless", "a file without any symbols" },
    [TABLE_DYNAMIC] = { "dynamic", "dynamic symbols only (.dynsym)" },
    [TABLE_MINI] = { "mini", "mini-debuginfo (.gnu_debugdata)" },
    [TABLE_KEPT] = { "kept", "what the recorder kept" },
    [TABLE_FULL] = { "full", "full symbol table" },
    [TABLE_LISTING] = { "listing", "listing of the kernel's symbols" },
    [TABLE_PERF_MAP] = { "perf-map", "the list that the process wrote" },
    [TABLE_RECORDED] = { "recording", "the name in the recording" },
};

const struct lookup_words lookup_objects[] = {
    [OBJECT_USER] = { "user", "an ELF file" },
    [OBJECT_KERNEL] = { "kernel", "a kernel" },
    [OBJECT_MODULE] = { "module", "a kernel module" },
    [OBJECT_VDSO] = { "vdso", "code of the kernel in processes" },
    [OBJECT_KSYMBOL] = { "ksymbol", "code that the kernel made at run time" },
    [OBJECT_JIT] = { "jit", "code that the process made at run time" },
    [OBJECT_DATA] = { "data", "memory without a file with code" },
};

static bool lookup_trace_is_same(const struct source_list_note *a, const struct source_list_note *b)
{
    return a->kind == b->kind && a->answer == b->answer && !strcmp(a->source, b->source) &&
           !strcmp(a->where, b->where) && !strcmp(a->origin, b->origin) && !strcmp(a->why, b->why);
}

struct list {
    struct lookup_answer *v;
    size_t n, cap;
};

/* Whether a note is about the names of an object. Other notes are about its code, or about files that only
   a kernel's modules need. `listing`: whether it is about the kernel's listing of symbols. */
static bool is_of_names(const struct source_list_note *n, bool listing)
{
    if (listing)
        return n->kind == WANT_KALLSYMS;
    return n->kind != WANT_IMAGE && n->kind != WANT_CODE && !n->module;
}

/* Adds the notes about an object's names; `listing`: only those about its listing of symbols. */
static void add_notes(struct list *l, const struct source_list *c, const struct object *o,
                      const struct source_list_scope *scope, bool listing, const char *origin)
{
    for (const struct source_list_note *note = NULL; (note = source_list_next_note(c, o, note)) != NULL;) {
        bool known = !is_of_names(note, listing) || !source_list_scope_has(scope, note);
        for (size_t k = 0; k < l->n && !known; k++)
            known = lookup_trace_is_same(l->v[k].note, note);
        if (known)
            continue;
        bool lines = note->kind == WANT_DWO || note->kind == WANT_ALT;
        *MEM_ADD(l->v, l->n, l->cap) = (struct lookup_answer){
            note, note->answer == ANSWER_FOUND && (lines || !strcmp(note->origin, origin))
        };
    }
}

struct lookup_answer *lookup_trace_of(const struct session *s, const struct object *o,
                                      const struct source_list_scope *scope, size_t *n)
{
    const char *origin = resolver_symbol_origin(s->resolver, o).origin;
    struct list l = { 0 };
    size_t nobjects;
    const struct object *const *objects = timeline_objects(s->timeline, &nobjects);
    add_notes(&l, &s->sources, o, scope, false, origin);
    for (size_t i = 0; o->kind == OBJECT_MODULE && i < nobjects; i++)
        if (objects[i]->kind == OBJECT_KERNEL && objects[i]->machine == o->machine)
            add_notes(&l, &s->sources, objects[i], scope, true, origin);
    *n = l.n;
    return l.v;
}

/* The names of the kinds of files that are searched, in JSON and in text. */
static const struct lookup_words wanted_kinds[] = {
    [WANT_ELF] = { "elf", "ELF file" },
    [WANT_DEBUG] = { "debug", "linked debug file" },
    [WANT_KALLSYMS] = { "kallsyms", "listing" },
    [WANT_PERF_MAP] = { "perf-map", "perf map or jitdump" },
    [WANT_IMAGE] = { "image", "kept image" },
    [WANT_DWO] = { "dwo", "split DWARF" },
    [WANT_ALT] = { "alt", "common DWARF" },
    [WANT_RECORDED] = { "recorded", "recorded symbols" },
    [WANT_CONTAINER] = { "container", "file around it" },
    [WANT_CODE] = { "code", "recorded code" },
};

static const char *answer_key(const struct source_list_note *n)
{
    switch (n->answer) {
    case ANSWER_FOUND:
        return "found";
    case ANSWER_ABSENT:
        return "absent";
    default:
        return n->refused ? "refused" : "unusable";
    }
}

void lookup_trace_source(const struct source_list_note *n, struct text *out)
{
    text_add(out, n->source);
    if (*n->where)
        text_add(out, " ");
    text_add_clean(out, n->where);
}

void lookup_trace_text(const struct lookup_answer *a, struct text *out)
{
    const struct source_list_note *n = a->note;
    if (*n->source) { /* empty: the note is about the contents of a file */
        lookup_trace_source(n, out);
        text_printf(out, ", %s: ", wanted_kinds[n->kind].words);
    }
    if (n->answer != ANSWER_ABSENT)
        text_add(out, answer_key(n));
    else if (n->passed_over)
        text_add(out, "passed over");
    else
        text_add(out, "has none");
    if (*n->origin)
        text_add(out, " ");
    text_add_clean(out, n->origin);
    if (*n->why)
        text_add(out, ": ");
    text_add_clean(out, n->why);
    if (a->taken)
        text_add(out, ", taken");
    else if (n->answer == ANSWER_FOUND)
        text_add(out, ", not taken");
}

void lookup_trace_rows(struct rows *r, const struct lookup_answer *a, size_t n)
{
    ROWS_TABLE(asked, "asked", ROWS_UNSEEN("source", TEXT), ROWS_UNSEEN("where", TEXT),
               ROWS_UNSEEN("wanted", TEXT), ROWS_UNSEEN("answer", TEXT), ROWS_UNSEEN("file", TEXT),
               ROWS_UNSEEN("why", TEXT), ROWS_UNSEEN("taken", YES_NO));
    rows_table(r, &asked);
    for (size_t i = 0; i < n; i++) {
        const struct source_list_note *note = a[i].note;
        ROWS_ROW(r, value_text_unless_empty(note->source), value_text_unless_empty(note->where),
                 value_text(wanted_kinds[note->kind].key), value_text(answer_key(note)),
                 value_text_unless_empty(note->origin), value_text_unless_empty(note->why),
                 value_yes_no(a[i].taken));
    }
    rows_table_end(r);
}
