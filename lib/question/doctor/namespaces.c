/*
 * Finds perf maps and jitdumps under another pid. A process in a PID namespace has another pid there than in the
 * recording, and names its perf-PID.map or jit-PID.dump by this pid. A pid in a file name proves nothing, so such a
 * file is not used. It is only suggested to the user, with a command, if most of its functions are in memory that the
 * process made executable.
 */
#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "lib/question/doctor/diagnosis.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/perf/jitdump.h"
#include "formats/text/perf_map.h"

enum { FILES = 1 << 16, READ = 64, MOST = 90 /* percent */ };

static const struct kind {
    const char *prefix, *tail;
    const struct symbol_reader *reader;
} kinds[] = { { "perf-", ".map", &perf_map_reader }, { "jit-", ".dump", &jitdump_reader } };

/* The kind of a file by its name, and the pid in the name; NULL: the name has neither form. */
static const struct kind *namespaces_kind_of(const char *name, long *pid)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const size_t n = strlen(kinds[i].prefix);
        char *end;
        if (strncmp(name, kinds[i].prefix, n) != 0 || name[n] < '0' || name[n] > '9')
            continue;
        *pid = strtol(name + n, &end, 10);
        if (!strcmp(end, kinds[i].tail))
            return &kinds[i];
    }
    return NULL;
}

struct search {
    const struct session *s;
    const struct object *o;
    long pid; /* the pid of the process in the recording */
    unsigned read;
    struct range {
        uint64_t start, end;
    } * made; /* ranges in which the process made code, sorted by address; they do not touch */
    size_t n, cap;
    struct rows *r;
};

static void add_made(struct search *x)
{
    size_t n = 0;
    for (size_t i = 0; i < timeline_count_spaces(x->s->timeline); i++) {
        const struct space *space = timeline_space_view(x->s->timeline, i).space;
        const struct map *m;
        for (size_t k = 0; (m = space_nth_map(space, k)); k++)
            if (m->how->object == x->o)
                *MEM_ADD(x->made, x->n, x->cap) = (struct range){ m->start, map_end(m) };
    }
    sort_by_first(x->made, x->n, sizeof(*x->made));
    for (size_t i = 0; i < x->n; i++) {
        if (!n || x->made[i].start > x->made[n - 1].end)
            x->made[n++] = x->made[i];
        else if (x->made[i].end > x->made[n - 1].end)
            x->made[n - 1].end = x->made[i].end;
    }
    x->n = n;
}

static bool namespaces_lies_in(const struct search *x, const struct symbol *y)
{
    const size_t n = sort_count_up_to(x->made, x->n, sizeof(*x->made), y->start);
    return n && y->end <= x->made[n - 1].end;
}

/* Counts a file's functions, and how many of them are in these ranges. */
static void namespaces_count(const struct search *x, const struct kind *kind, const char *path, size_t *n,
                             size_t *fit)
{
    struct names origins = { 0 };
    struct symtab t = { 0 };
    struct blob b = { 0 };
    struct err ignored = { 0 };
    *n = *fit = 0;
    const bool there = blob_open_file(path, &origins, NULL, NULL, &b, &ignored) == ANSWER_FOUND;
    const struct symbol_input in = { .bytes = b.bytes, .object = x->o };
    if (there && kind->reader->recognise(b.bytes) && kind->reader->read(&in, &t, &ignored))
        for (; *n < t.n; ++*n)
            *fit += namespaces_lies_in(x, &t.v[*n]);
    symtab_free(&t);
    blob_close(&b);
    arena_names_free(&origins);
}

/* Whether the process had mapped a file with this name, as the writer of a jitdump does. */
static bool had_mapped(const struct search *x, const char *name)
{
    bool had = false;
    for (size_t i = 0; i < timeline_count_spaces(x->s->timeline) && !had; i++) {
        const struct space_view v = timeline_space_view(x->s->timeline, i);
        const struct map *m;
        for (size_t k = 0; v.machine == x->o->machine && v.pid == x->pid && (m = space_nth_map(v.space, k));
             k++)
            had = had || !strcmp(text_base_name(m->how->object->path), name);
    }
    return had;
}

static void offer(struct search *x, const char *path)
{
    long pid;
    size_t n, fit;
    struct text t = { 0 };
    const char *name = text_base_name(path);
    const struct kind *kind = namespaces_kind_of(name, &pid);
    if (!kind || pid == x->pid || x->read == READ)
        return;
    x->read++;
    namespaces_count(x, kind, path, &n, &fit);
    if (!n || fit * 100 < n * MOST)
        return;
    text_add_clean(&t, path);
    text_printf(&t,
                ": %zu of its %zu functions lie where this process generated code%s; if the process had "
                "pid %ld in its PID namespace, copy the file to %s%ld%s",
                fit, n, had_mapped(x, name) ? ", which had the file mapped" : "", pid, kind->prefix, x->pid,
                kind->tail);
    rows_say(x->r, NULL, value_text(t.s), "  may fit   %s\n");
    text_free(&t);
}

static void offer_in(struct search *x, const char *folder)
{
    struct err ignored = { 0 };
    struct text path = { 0 };
    size_t n = 0;
    char **names = file_list_names(folder, FILES, &n, &ignored);
    for (size_t i = 0; names && i < n; i++) {
        path.n = 0;
        text_printf(&path, "%s/%s", folder, names[i]);
        offer(x, path.s);
    }
    free(names);
    text_free(&path);
}

/* Whether an earlier source has the same folder. Such sources are adjacent. */
static bool is_again(const struct source *s, const struct source *first)
{
    while (first != s && (!first->where || strcmp(first->where, s->where)))
        first = first->next;
    return first != s;
}

void doctor_show_other_maps(const struct session *s, const struct object *o, struct rows *r)
{
    static const char prefix[] = "perf-";
    const char *name = text_base_name(o->path);
    struct text tmp = { 0 };
    struct file_status st;
    if (o->kind != OBJECT_JIT || strncmp(name, prefix, sizeof(prefix) - 1))
        return;
    struct search x = { .s = s, .o = o, .pid = atol(name + sizeof(prefix) - 1), .r = r };
    add_made(&x);
    for (const struct source *at = s->sources.first; at; at = at->next) {
        if (!at->where || !*at->where || is_again(at, s->sources.first) || !file_look(at->where, &st))
            continue;
        if (st.kind != FILE_FOLDER) {
            offer(&x, at->where);
            continue;
        }
        offer_in(&x, at->where);
        tmp.n = 0;
        text_printf(&tmp, "%s/tmp", at->where);
        offer_in(&x, tmp.s);
    }
    text_free(&tmp);
    free(x.made);
}
