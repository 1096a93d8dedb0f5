/*
 * The capture itself as a source: the machine code of BPF programs, which the recorder read from the kernel
 * (BPF_PROG_INFO). A function is identified by its address and by the tag of its program, since another
 * function may have been at the address before.
 */
#include <stdlib.h>
#include <string.h>

#include "archive/source/sources.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/write/elf_core.h"
#include "formats/perf/features/feature.h"

struct bpf_source {
    struct source source;
    const struct capture *capture;
    struct feature_bpf_function *v; /* sorted by their addresses */
    size_t n, cap;
};

static void bpf_code_see(void *arg, const struct feature_bpf_function *f)
{
    struct bpf_source *s = arg;
    *MEM_ADD(s->v, s->n, s->cap) = *f;
}

/* Whether a name, as in a KSYMBOL record, is that of a program with one of the tags: bpf_prog_TAG_NAME, or
   without _NAME (linux/kernel/bpf/core.c, bpf_get_prog_name()). */
static bool has_tag(const char *name, const struct feature_bpf_function *f)
{
    static const char prefix[] = "bpf_prog_";
    const size_t n = sizeof(prefix) - 1;
    bool has = false;
    for (size_t i = 0; i < COUNT(f->tags) && !strncmp(name, prefix, n); i++) {
        struct text tag = { 0 };
        text_add_hex_bytes(&tag, f->tags[i].p, f->tags[i].n);
        has = has ||
              (tag.n && !strncmp(name + n, tag.s, tag.n) && (!name[n + tag.n] || name[n + tag.n] == '_'));
        text_free(&tag);
    }
    return has;
}

/* The function of an object; NULL: it was not recorded. If many functions were at one address, only the
   last ones are examined. */
static const struct feature_bpf_function *bpf_code_find(const struct bpf_source *s, const struct object *o)
{
    enum { OF_ONE_PLACE = 64 };
    const size_t end = sort_count_up_to(s->v, s->n, sizeof(*s->v), o->base);
    for (size_t i = end; i && end - i < OF_ONE_PLACE && s->v[i - 1].avma == o->base; i--)
        if (has_tag(o->name, &s->v[i - 1]))
            return &s->v[i - 1];
    return NULL;
}

static void bpf_code_release(struct blob *b)
{
    free(b->owner);
}

static enum answer bpf_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                            struct err *e)
{
    static const struct symbol_reader reader = { .name = "BPF_PROG_INFO" };
    struct bpf_source *s = (struct bpf_source *)source;
    const struct object *o = w->object;
    const struct arch *a = s->capture->env.arch;
    const struct feature_bpf_function *f = NULL;
    if (!i && o->kind == OBJECT_KSYMBOL)
        f = bpf_code_find(s, o);
    if (!f)
        return ANSWER_ABSENT;
    out->origin = arena_names_printf(&source->names, "%s:BPF_PROG_INFO", s->capture->path);
    if (!a) {
        err_set(e, ERR_UNSUPPORTED, 0, "the architecture of its code was not recorded");
        return ANSWER_UNUSABLE;
    }
    struct text file = { 0 };
    const struct code_piece code = { a, f->code, o->base, 0 };
    if (!elf_core_put(a, &code, 1, &file, e))
        return ANSWER_UNUSABLE;
    *out = (struct blob){ .bytes = { (const uint8_t *)file.s, file.n },
                          .origin = out->origin,
                          .reader = &reader,
                          .proven = true,
                          .owner = file.s,
                          .close = bpf_code_release };
    return ANSWER_FOUND;
}

static void bpf_close(struct source *source)
{
    free(((struct bpf_source *)source)->v);
}

struct source *source_bpf_code(const struct capture *c)
{
    static const struct source_ops ops = { .name = "code in the capture",
                                           .open = bpf_open,
                                           .close = bpf_close };
    struct bpf_source *s = source_new(sizeof(*s), &ops, NULL);
    s->source.recorded = 1u << WANT_CODE;
    s->capture = c;
    feature_bpf_functions(c, bpf_code_see, s);
    sort_by_first(s->v, s->n, sizeof(*s->v));
    if (s->n)
        return &s->source;
    source_close(&s->source);
    return NULL;
}
