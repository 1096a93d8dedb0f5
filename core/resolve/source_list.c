#include "core/resolve/source_list.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/resolve/files/identity.h"
#include "core/resolve/files/sharing.h"

void source_list_init(struct source_list *c, const struct symbol_reader *const *readers)
{
    *c = (struct source_list){ .readers = readers };
}

void source_list_add(struct source_list *c, struct source *s)
{
    if (!s)
        return;
    s->next = NULL;
    if (c->last)
        c->last->next = s;
    else
        c->first = s;
    c->last = s;
}

void source_list_announce_objects(struct source_list *c, const struct object *const *objects, size_t n)
{
    for (struct source *s = c->first; s; s = s->next) {
        s->expected = objects;
        s->nexpected = n;
    }
}

static struct source_list_note *source_list_note_put(struct source_list *c, const struct want *w,
                                                     const struct source *s, const char *origin,
                                                     enum answer a, const char *why)
{
    struct source_list_note n = {
        .kind = w->kind,
        .object = w->object,
        .source = "",
        .where = "",
        .origin = arena_text(&c->arena, origin, strlen(origin)),
        .answer = a,
        .why = arena_text(&c->arena, why, strlen(why)),
        .evidence = "",
        .module = w->module,
        .use = w->use,
    };
    if (s)
        n.source = s->ops->name;
    if (s && s->where)
        n.where = s->where;
    *MEM_ADD(c->notes, c->nnotes, c->cap_notes) = n;
    uint32_t *last = idmap_find_or_add(&c->last_note, w->object->index), place = (uint32_t)c->nnotes;
    if (*last)
        c->notes[*last - 1].next = place;
    else
        *idmap_find_or_add(&c->first_note, w->object->index) = place;
    *last = place;
    return &c->notes[c->nnotes - 1];
}

static void note_absent(struct source_list *c, const struct want *w, const struct source *s, bool passed_over,
                        const char *why)
{
    if (passed_over)
        why = "no build-id was recorded to compare it with";
    source_list_note_put(c, w, s, "", ANSWER_ABSENT, why)->passed_over = passed_over;
}

const struct source_list_note *source_list_next_note(const struct source_list *c, const struct object *o,
                                                     const struct source_list_note *n)
{
    uint32_t place = n ? n->next : idmap_get(&c->first_note, o->index);
    if (place)
        return &c->notes[place - 1];
    return NULL;
}

static const struct symbol_reader *source_list_recognise(const struct source_list *c, enum want_kind kind,
                                                         const struct blob *b)
{
    if (b->reader)
        return b->reader;
    for (size_t i = 0; c->readers[i]; i++)
        if (c->readers[i]->kinds & 1u << kind && c->readers[i]->recognise(b->bytes))
            return c->readers[i];
    return NULL;
}

/* The object's first note in a scope with this kind, this answer (-1: any) and this origin (NULL: any).
   NULL: there is none. */
static const struct source_list_note *find_note(const struct source_list *c,
                                                const struct source_list_scope *scope, const struct object *o,
                                                enum want_kind kind, int answer, const char *origin)
{
    const struct source_list_note *n = NULL;
    while ((n = source_list_next_note(c, o, n)) != NULL) {
        const bool is_answer = answer < 0 || (int)n->answer == answer;
        const bool is_it = n->kind == kind && is_answer && (!origin || !strcmp(n->origin, origin));
        if (is_it && source_list_scope_has(scope, n))
            break;
    }
    return n;
}

/* The note of an earlier answer about the same file, or NULL. The kernel's listing is wanted again for
   every module. */
static const struct source_list_note *known_answer(const struct source_list *c, const struct want *w,
                                                   const char *origin)
{
    return find_note(c, NULL, w->object, w->kind, -1, origin);
}

/* Whether a file was mapped only as data, such as locales, fonts, packs of git. Then it need not be an ELF
   file. */
static bool is_mapped_data(const struct object *o)
{
    return o->kind == OBJECT_USER && o->code_foff == o->code_end;
}

/* Logs an answer about a file. */
static void note_answer(struct source_list *c, const struct want *w, const struct source *s,
                        const struct blob *b, enum answer a, const char *why)
{
    const bool refused = a == ANSWER_REFUSED;
    struct source_list_note *n = source_list_note_put(c, w, s, b->origin, refused ? ANSWER_UNUSABLE : a, why);
    n->file = b->node;
    n->refused = refused;
    n->quiet = refused && s->quiet;
    n->chosen = s->chosen;
}

/* Whether this kernel listing was refused before. It is wanted again for every module, and refused again
   each time. */
static bool was_refused(struct source_list *c, const struct want *w, const struct source *s,
                        const struct blob *b, const struct source_list_note *known)
{
    const bool is_refusal = known && known->answer != ANSWER_FOUND && (known->contradicts || !known->refused);
    if (w->kind != WANT_KALLSYMS || !is_refusal)
        return false;
    note_answer(c, w, s, b, ANSWER_REFUSED, known->why);
    c->notes[c->nnotes - 1].contradicts = true;
    return true;
}

/* Remembers that a listing of this host was not the recorded one. */
static void note_wrong(struct source_list *c, const struct want *w, const struct source *s)
{
    if (c->guessed && s->local && w->kind == WANT_KALLSYMS)
        *c->guessed = true;
}

/* Whether a file may be used if files are given to others (sharing.h). */
static bool may_share(struct source_list *c, const struct want *w, const struct source *s, struct blob *b,
                      const struct symbol_reader *reader)
{
    static const char why[] = "no build-id proves it, and not everyone may read it";
    const bool is_guess = s->local && w->kind == WANT_KALLSYMS && c->guessed && *c->guessed;
    enum sharing sharing = SHARING_PROVEN;
    if (s->local)
        sharing = sharing_classify(w, reader, b);
    if (sharing == SHARING_PROVEN && is_guess)
        sharing = b->everyones ? SHARING_EVERYONE : SHARING_PRIVATE;
    b->unproven = sharing != SHARING_PROVEN;
    if (sharing != SHARING_PRIVATE || !c->guarded)
        return true;
    note_wrong(c, w, s);
    source_list_note_put(c, w, s, b->origin, ANSWER_UNUSABLE, why)->problem = PROBLEM_WITHHELD_FILE + 1;
    return false;
}

static bool source_list_take(struct source_list *c, const struct want *w, const struct source *s,
                             struct blob *b, const struct symbol_reader **reader)
{
    struct err why = { 0 };
    const struct source_list_note *known = known_answer(c, w, b->origin);
    *reader = source_list_recognise(c, w->kind, b);
    if (!*reader) {
        static const char why_not[] = "of no known format";
        if (is_mapped_data(w->object))
            source_list_note_put(c, w, NULL, b->origin, ANSWER_UNUSABLE, why_not);
        else
            source_list_reject(c, PROBLEM_BAD_OBJECT, w, b, why_not);
        return false;
    }
    if (was_refused(c, w, s, b, known))
        return false;
    const struct identity_case judged = { .want = w,
                                          .reader = *reader,
                                          .blob = b,
                                          .arch = c->arch,
                                          .agreed = w->kind == WANT_KALLSYMS && known &&
                                                    known->answer == ANSWER_FOUND,
                                          .since = c->since,
                                          .until = c->until };
    const enum identity is = identity_judge(&judged, &why);
    if (is == IDENTITY_UNUSABLE) {
        source_list_reject(c, PROBLEM_BAD_OBJECT, w, b, why.msg);
        return false;
    }
    if (is == IDENTITY_OTHER)
        note_wrong(c, w, s);
    if (is != IDENTITY_OTHER && !may_share(c, w, s, b, *reader))
        return false;
    note_answer(c, w, s, b, is == IDENTITY_OTHER ? ANSWER_REFUSED : ANSWER_FOUND, why.msg);
    struct source_list_note *n = &c->notes[c->nnotes - 1];
    struct text evidence = { 0 };
    identity_text(b, &evidence);
    n->lacks_dwarf = b->lacks_dwarf && is != IDENTITY_OTHER;
    n->evidence = arena_text(&c->arena, text_str(&evidence), evidence.n);
    n->contradicts = b->says[EVIDENCE_KERNEL] == EVIDENCE_CONTRADICTS;
    n->other = is == IDENTITY_OTHER && b->says[EVIDENCE_BUILD_ID] != EVIDENCE_CONTRADICTS && !n->contradicts;
    text_free(&evidence);
    return is != IDENTITY_OTHER;
}

/* Whether a source can have files of a kind. If not, the source is not asked, and nothing is logged. */
static bool may_have(const struct source *s, enum want_kind kind)
{
    if (kind == WANT_RECORDED || kind == WANT_CODE)
        return s->recorded >> kind & 1;
    return !s->recorded && (kind != WANT_IMAGE || s->images);
}

static bool source_list_is_asked(const struct source *s, enum source_list_which which)
{
    if (s->remote || which == SOURCE_LIST_REMOTE)
        return s->remote && which == SOURCE_LIST_REMOTE;
    return which == SOURCE_LIST_ALL || s->chosen == (which == SOURCE_LIST_CHOSEN);
}

static void close_around(struct blob *b)
{
    struct blob *around = b->owner;
    blob_close(around);
    free(around);
}

/* Narrows the blob of a container to the object inside it. False: the file is too short, or its offsets
   were changed. */
static bool cut_out(struct source_list *c, const struct object *o, struct blob *b)
{
    if (b->fitted || o->inside > b->bytes.n || o->inside_len > b->bytes.n - o->inside)
        return false;
    struct blob *around = mem_new(1, sizeof(*b));
    *around = *b;
    struct text origin = { 0 };
    text_printf(&origin, "%s:0x%" PRIx64, b->origin, o->inside);
    b->file = b->origin;
    b->origin = arena_text(&c->arena, origin.s, origin.n);
    b->bytes = (struct span){ b->bytes.p + o->inside, (size_t)o->inside_len };
    b->owner = around;
    b->close = close_around;
    text_free(&origin);
    return true;
}

/* For an object inside a container: whether `b` is the object's file. If the container was wanted, the
   object is cut out of it. A file that a source has at the object's own path is refused. */
static bool fits_inside(struct source_list *c, const struct want *w, const struct source_list_cursor *at,
                        struct blob *b)
{
    if (!w->object->container || w->kind != WANT_ELF)
        return true;
    return (!at->around || cut_out(c, w->object, b)) && source_list_recognise(c, w->kind, b);
}

/* Whether to ask the source for the container of the object next. */
static bool goes_around(const struct want *w, struct source_list_cursor *at)
{
    at->around = w->object->container && w->kind == WANT_ELF && !at->around;
    return at->around;
}

static void note_unusable(struct source_list *c, const struct want *w, const struct source *s,
                          const struct blob *b, const char *why)
{
    const char *origin = b->origin ? b->origin : "";
    note_wrong(c, w, s);
    source_list_note_put(c, w, s, origin, ANSWER_UNUSABLE, why)->problem = PROBLEM_BAD_OBJECT + 1;
}

bool source_list_next(struct source_list *c, const struct want *w, struct source_list_cursor *at,
                      struct blob *out, const struct symbol_reader **reader)
{
    const struct want around = { .kind = WANT_CONTAINER, .object = w->object->container };
    if (!at->started)
        *at = (struct source_list_cursor){ .which = at->which, .at = c->first, .started = true };
    while (at->at) {
        struct source *s = at->at;
        struct err e = { 0 };
        enum answer a = ANSWER_ABSENT;

        *out = (struct blob){ 0 };
        if (source_list_is_asked(s, at->which) && may_have(s, w->kind)) {
            bool passed_over = s->by_id && !w->id.n;
            if (passed_over)
                a = ANSWER_ABSENT;
            else
                a = s->ops->open(s, at->around ? &around : w, at->i, out, &e);
            const bool is_first = !at->i && !at->around;
            if (a == ANSWER_ABSENT && is_first)
                note_absent(c, w, s, passed_over, e.msg);
        }
        if (a == ANSWER_ABSENT) {
            at->at = goes_around(w, at) ? s : s->next;
            at->i = 0;
            continue;
        }
        at->i++;
        if (a == ANSWER_FOUND && !fits_inside(c, w, at, out)) {
            blob_close(out);
            continue;
        }
        if (a == ANSWER_FOUND && source_list_take(c, w, s, out, reader))
            return true;
        if (a == ANSWER_REFUSED)
            note_answer(c, w, s, out, a, e.msg);
        if (a == ANSWER_UNUSABLE)
            note_unusable(c, w, s, out, e.msg);
        blob_close(out);
    }
    return false;
}

bool source_list_open_source_file(struct source_list *c, const struct object *o, const char *path,
                                  struct blob *out)
{
    for (struct source *s = c->first; s; s = s->next) {
        struct err e = { 0 };
        *out = (struct blob){ 0 };
        const bool asked = s->ops->open_text && o->build_id.n;
        const enum answer a = asked ? s->ops->open_text(s, o, path, out, &e) : ANSWER_ABSENT;
        if (a == ANSWER_FOUND)
            return true;
        if (a == ANSWER_UNUSABLE)
            problem_add_at(&c->text_problems, PROBLEM_BAD_OBJECT, 1, o->index + 1u, "%s: %s", path, e.msg);
        blob_close(out);
    }
    return false;
}

bool source_list_is_host_file(struct source_list *c, const struct object *o, const struct blob *b)
{
    bool has = false;
    for (struct source *s = c->first; s && !has; s = s->next)
        has = s->ops->has && s->ops->has(s, o, b);
    return has;
}

void source_list_reject(struct source_list *c, enum problem_kind kind, const struct want *w,
                        const struct blob *b, const char *why)
{
    source_list_note_put(c, w, NULL, b->origin, ANSWER_UNUSABLE, why)->problem = (uint8_t)(kind + 1);
}

/* Whether two notes are about the same file. It may have several names: a build-id cache has links to its
   folders. A container is one file with many objects, so that the reasons have to agree as well. */
static bool is_same_file(const struct source_list_note *a, const struct source_list_note *b)
{
    return !strcmp(a->origin, b->origin) ||
           (a->file.ino && file_node_equal(&a->file, &b->file) && !strcmp(a->why, b->why));
}

/* Whether an earlier answer is about the same file. Each file is one problem. */
static bool was_told(const struct source_list *c, const struct source_list_scope *scope,
                     const struct source_list_note *n)
{
    const struct source_list_note *first = source_list_next_note(c, n->object, NULL);
    assert(first); /* it is `n` if there is no other */
    while (first != n &&
           !(first->kind == n->kind && is_same_file(first, n) && source_list_scope_has(scope, first)))
        first = source_list_next_note(c, n->object, first);
    return first != n;
}

/* Whether a file was used although only its name matches the recorded file. */
static bool is_by_name(const struct source_list *c, const struct source_list_scope *scope,
                       const struct source_list_note *n)
{
    const bool found = n->answer == ANSWER_FOUND && *n->why && source_list_scope_has(scope, n);
    return found && !was_told(c, scope, n) &&
           !find_note(c, scope, n->object, n->kind, ANSWER_UNUSABLE, n->origin);
}

/* Whether this is the object's first note of a file that matches by name only. Several such files of an
   object may be used, but they are one problem. */
static bool is_first_by_name(const struct source_list *c, const struct source_list_scope *scope,
                             const struct source_list_note *n)
{
    const struct source_list_note *first = source_list_next_note(c, n->object, NULL);
    if (!is_by_name(c, scope, n))
        return false;
    assert(first); /* it is `n` if there is no other */
    while (!is_by_name(c, scope, first))
        first = source_list_next_note(c, n->object, first);
    return first == n;
}

/* Adds a note as a problem. A file that may not be shared is one problem, even if it was wanted several
   times. */
static void add_own_problem(const struct source_list *c, const struct source_list_scope *scope,
                            const struct source_list_note *n, struct problems *into)
{
    const enum problem_kind kind = n->problem - 1;
    const uint64_t place = n->object->index + 1u;
    const char *path = n->object->path;
    const bool is_named = !strcmp(n->origin, path) || strstr(n->why, n->origin);
    if (kind == PROBLEM_WITHHELD_FILE) {
        if (find_note(c, scope, n->object, n->kind, ANSWER_UNUSABLE, n->origin) == n)
            problem_add_at(into, kind, 1, place, "%s", n->origin);
    } else if (!*n->source) {
        problem_add_at(into, kind, 1, place, "%s: %s", n->origin, n->why);
    } else if (is_named) {
        problem_add_at(into, kind, 1, place, "%s: %s", path, n->why);
    } else {
        problem_add_at(into, kind, 1, place, "%s: %s: %s", path, n->origin, n->why);
    }
}

void source_list_add_problems(const struct source_list *c, const struct source_list_scope *scope,
                              struct problems *into)
{
    problems_merge(into, &c->problems);
    if (!scope)
        problems_merge(into, &c->text_problems);
    for (size_t i = 0; i < c->nnotes; i++) {
        const struct source_list_note *n = &c->notes[i];
        const uint64_t place = n->object->index + 1u;
        if (!source_list_scope_has(scope, n))
            continue;
        if (n->problem)
            add_own_problem(c, scope, n, into);
        if (n->lacks_dwarf && !was_told(c, scope, n))
            problem_add_at(into, PROBLEM_LARGE_OBJECT, 1, place, "%s: its DWARF: lines and inlined functions",
                           n->origin);
        if (n->quiet || !*n->why || was_told(c, scope, n))
            continue;
        if (n->contradicts)
            problem_add_at(into, PROBLEM_OTHER_KERNEL, 1, place, "%s: %s", n->origin, n->why);
        else if (n->refused && (n->chosen || !find_note(c, scope, n->object, n->kind, ANSWER_FOUND, NULL)))
            problem_add_at(into, n->other ? PROBLEM_OTHER_OBJECT : PROBLEM_BUILD_ID_DIFFERS, 1, place,
                           "%s: %s", n->origin, n->why);
        if (is_first_by_name(c, scope, n))
            problem_add_at(into, PROBLEM_NAME_ONLY, 1, place, "%s for %s: %s", n->origin, n->object->path,
                           n->why);
    }
}

void source_list_free(struct source_list *c)
{
    for (struct source *s = c->first, *next; s; s = next) {
        next = s->next;
        source_close(s);
    }
    free(c->notes);
    idmap_free(&c->first_note);
    idmap_free(&c->last_note);
    arena_free(&c->arena);
    *c = (struct source_list){ 0 };
}
