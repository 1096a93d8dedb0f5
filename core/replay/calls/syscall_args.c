#include "core/replay/calls/syscall.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/replay/calls/syscall_show.h"

/* Calls that perf 6.1 knows by another name than the kernel's tracepoint (perf, builtin-trace.c,
   syscall_fmts[].alias). */
static const char *const aliases[][2] = {
    { "fstat", "newfstat" }, { "fstatat", "newfstatat" },  { "lstat", "newlstat" },
    { "pread", "pread64" },  { "preadv", "pread" },        { "pwrite", "pwrite64" },
    { "stat", "newstat" },   { "sendfile", "sendfile64" }, { "umount2", "umount" },
    { "uname", "newuname" },
};

/* The row of a call that perf 6.1 treats differently on this architecture; NULL: none. */
static const struct arch_perf_call *perf_call(const struct call_kinds *k, const char *name)
{
    if (!k->arch)
        return NULL;
    for (const struct arch_perf_call *c = k->arch->perf_calls; c && c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

static const char *syscall_args_name_of(const struct call_kinds *k, const struct syscall *s)
{
    const struct arch_perf_call *c = perf_call(k, s->name);
    if (c && c->perf)
        return c->perf;
    return s->name;
}

static bool is_listed(const struct call_kinds *k, const struct syscall *s)
{
    const struct arch_perf_call *c = perf_call(k, s->name);
    bool same = !strcmp(syscall_args_name_of(k, s), s->entry) ||
                (c && c->entry && !strcmp(c->entry, s->entry));
    for (size_t i = 0; i < COUNT(aliases); i++)
        same = same || (!strcmp(aliases[i][0], s->name) && !strcmp(aliases[i][1], s->entry));
    return s->traced && same && (!c || c->perf);
}

static const struct constants *constants_of(struct call_kinds *k, const struct shape *shape)
{
    for (size_t i = 0; i < k->nsets; i++)
        if (k->sets[i]->of == shape)
            return k->sets[i];
    struct constants *s = mem_new(1, sizeof(*s));
    size_t cap = 0;
    const char *name;
    uint32_t value;
    for (size_t i = 0; (name = uapi_constant(k->arch, shape->set, i, &value)) != NULL; i++) {
        const bool is_other = shape->only && syscall_word_index(shape->only, name) == SIZE_MAX;
        if (!*name || is_other)
            continue;
        s->v = mem_room(s->v, s->n, &cap, sizeof(*s->v));
        size_t at = s->n++;
        for (; at &&
               syscall_word_index(shape->order, s->v[at - 1].name) > syscall_word_index(shape->order, name);
             at--)
            s->v[at] = s->v[at - 1];
        s->v[at] = (struct constant){ value, name };
    }
    s->of = shape;
    return *MEM_ADD(k->sets, k->nsets, k->sets_cap) = s;
}

/* Split a list of parameters such as "int dfd, const char * filename" into types and names. */
static void read_parameters(struct call_kinds *k, struct call_kind *kind, const char *parameters)
{
    for (const char *at = parameters; *at && kind->nargs < SYSCALL_ARGS;) {
        size_t n = strcspn(at, ","), name = n;
        while (name && at[name - 1] != ' ')
            name--;
        struct call_arg *a = &kind->args[kind->nargs++];
        a->type = arena_text(&k->texts, at, name ? name - 1 : 0);
        a->name = arena_text(&k->texts, at + name, n - name);
        at += n + strspn(at + n, ", ");
    }
}

static void read_raw(struct call_kinds *k, struct call_kind *kind)
{
    for (; kind->nargs < SYSCALL_ARGS; kind->nargs++) {
        char name[8] = { 'a', 'r', 'g', (char)('0' + kind->nargs), 0 };
        kind->args[kind->nargs].type = "long";
        kind->args[kind->nargs].name = arena_text(&k->texts, name, 4);
    }
}

static struct call_kind *kind_new(struct call_kinds *k, uint32_t number, const char *name)
{
    struct call_kind *kind = mem_new(1, sizeof(*kind));
    struct syscall s = { .name = name, .entry = "", .parameters = "" };
    kind->number = number;
    bool in_table = syscall_by_number(k->arch, number, &s);
    kind->known = in_table || name;
    kind->listed = in_table ? is_listed(k, &s) : name != NULL;
    if (!s.name) {
        struct text t = { 0 };
        text_printf(&t, "syscall_%" PRIu32, number);
        s.name = arena_text(&k->texts, t.s, t.n);
        text_free(&t);
    } else if (!in_table) {
        s.name = arena_text(&k->texts, name, strlen(name));
    }
    kind->name = syscall_args_name_of(k, &s);
    kind->ends = !strcmp(s.name, "exit") || !strcmp(s.name, "exit_group");
    syscall_set_result_shape(kind);
    if (*s.entry)
        read_parameters(k, kind, s.parameters);
    else
        read_raw(k, kind);
    for (unsigned i = 0; i < kind->nargs; i++) {
        struct call_arg *a = &kind->args[i];
        a->shape = syscall_shape_of(kind->name, i, a->type, a->name);
        if (a->shape->set)
            a->constants = constants_of(k, a->shape);
        else
            a->constants = NULL;
    }
    *MEM_ADD(k->v, k->n, k->cap) = kind;
    return kind;
}

const struct call_kind *syscall_kind_look_up(struct call_kinds *k, uint32_t number, const char *name)
{
    const uint32_t known = idmap_number_key(&k->by_number, number);
    struct call_kind **recent = &k->recent[number % SYSCALL_RECENT];
    if (known > k->n)
        *recent = kind_new(k, number, name);
    else
        *recent = k->v[known - 1];
    return *recent;
}

void syscall_show_arg(struct call_line *c, unsigned i, struct text *out)
{
    assert(i < c->kind->nargs);
    if (!(c->masked & 1u << i))
        c->kind->args[i].shape->show(c, i, out);
}

void syscall_show(struct call_line *c, struct text *out)
{
    const char *between = "";
    text_add_clean(out, c->kind->name);
    text_add(out, "(");
    for (unsigned i = 0; i < c->kind->nargs; i++) {
        const struct call_arg *a = &c->kind->args[i];
        const bool is_nothing = !c->v[i] && !a->shape->zero;
        if (c->masked & 1u << i || is_nothing)
            continue;
        text_printf(out, "%s%s: ", between, a->name);
        syscall_show_arg(c, i, out);
        between = ", ";
    }
}

static void show_error(const struct call_line *c, uint64_t number, struct text *out)
{
    const char *text = "", *name = NULL;
    if (number <= UINT32_MAX)
        name = uapi_error(c->kinds->arch, (uint32_t)number, &text);
    text_printf(out, "-1 %s (", name ? name : "(unknown)");
    if (name && *text)
        text_add(out, text);
    else
        text_printf(out, "Unknown error %" PRIu64, number);
    text_add(out, ")");
}

/* Append a thread id and the thread's name, if it has one. perf prints nothing for unknown threads. */
static void show_new_task(const struct call_line *c, int64_t tid, struct text *out)
{
    const char *comm = NULL;
    bool there = c->kinds->task(c->kinds->arg, (int32_t)tid, c->when, &comm);
    if (there || c->kinds->complete)
        text_printf(out, "%" PRId64, tid);
    if (there && comm)
        syscall_add_comm(comm, out);
}

void syscall_show_result(struct call_line *c, int64_t result, struct text *out)
{
    if (syscall_failed(result)) {
        show_error(c, -(uint64_t)result, out);
    } else if (!result && c->kind->timeout) {
        text_add(out, "0 (Timeout)");
    } else if (c->returns) {
        struct call_line r = *c;
        /* the result is printed with the constants of the last argument (fcntl) */
        unsigned i = c->kind->nargs - 1;
        r.v[i] = (uint64_t)result;
        c->returns(&r, i, out);
    } else if (c->kind->hex) {
        syscall_add_hex(c->kinds->bits == 32 ? (uint32_t)result : (uint64_t)result, out);
    } else if (c->kind->is_task) {
        show_new_task(c, result, out);
    } else {
        text_printf(out, "%" PRId64, result);
    }
}

void syscall_kinds_free(struct call_kinds *k)
{
    for (size_t i = 0; i < k->n; i++)
        free(k->v[i]);
    for (size_t i = 0; i < k->nsets; i++) {
        free(k->sets[i]->v);
        free(k->sets[i]);
    }
    free(k->v);
    free(k->sets);
    idmap_free(&k->by_number);
    arena_free(&k->texts);
}
