/* The capture itself as a source: the symbols that simpleperf or hiperf wrote into it. They were read from
   the recorded files on the recorded machine, and are at least the symbols that samples hit. */

#include "archive/source/sources.h"
#include "formats/elf/elf.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/text/kallsyms.h"

struct simpleperf_source {
    struct source source;
    const struct capture *capture;
};

static struct symbol_content kept_content(const struct blob *b UNUSED)
{
    return (struct symbol_content){ .recorded = true };
}

/* Sets up the table for a file's symbols. Returns the number to add to their addresses. */
static uint64_t place_table(struct symtab *t, const struct simpleperf_file *f, const struct object *o)
{
    switch (f->kind) {
    case SIMPLEPERF_KERNEL:
        t->is_listing = true;
        if (o->kind == OBJECT_KERNEL)
            t->space = SYMTAB_KERNEL;
        else
            t->space = SYMTAB_AVMA;
        return 0;
    case SIMPLEPERF_MODULE: /* relative to where it is mapped */
        t->space = SYMTAB_FOFF;
        return f->min_foff - f->min_vaddr;
    case SIMPLEPERF_ELF:
        t->space = SYMTAB_AVMA;
        if (o->kind == OBJECT_JIT)
            return 0;
        t->space = SYMTAB_FOFF;
        if (f->has_foff)
            return f->min_foff - f->min_vaddr;
        return o->main_foff - f->min_vaddr;
    default:
        if (f->kind == SIMPLEPERF_SYMBOL_MAP)
            t->space = SYMTAB_AVMA;
        else
            t->space = SYMTAB_FOFF; /* a DEX file */
        return 0;
    }
}

static const char *recorder_of(enum simpleperf_form form)
{
    if (form == SIMPLEPERF_HIPERF)
        return "hiperf";
    return "simpleperf";
}

static bool kept_read(const struct symbol_input *in, enum simpleperf_form form, struct symtab *out,
                      struct err *e)
{
    struct simpleperf_file f;
    struct simpleperf_symbol s;
    if (!simpleperf_file_read(in->bytes, form, &f))
        return err_set(e, ERR_FORMAT, 0, "it is not a valid entry of a file in the format of %s",
                       recorder_of(form));
    uint64_t add = place_table(out, &f, in->object);
    out->demangle = NULL;
    if (f.kind == SIMPLEPERF_ELF)
        out->demangle = elf_demangle;
    while (simpleperf_symbol(&f, &s))
        if (s.name.n && !memchr(s.name.p, 0, s.name.n))
            symtab_add(out, s.vaddr + add, s.len, SYMBOL_GLOBAL,
                       arena_text(&out->arena, (const char *)s.name.p, s.name.n));
    if (f.rest.bad)
        return err_set(e, ERR_FORMAT, 0, "the symbols that %s kept are damaged", recorder_of(form));
    symtab_seal(out);
    return out->n; /* false for a file without symbols: perhaps no sample hit it */
}

static bool struct_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    return kept_read(in, SIMPLEPERF_STRUCT, out, e);
}

static bool message_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    return kept_read(in, SIMPLEPERF_MESSAGE, out, e);
}

static bool hiperf_read(const struct symbol_input *in, struct symtab *out, struct err *e)
{
    return kept_read(in, SIMPLEPERF_HIPERF, out, e);
}

static const struct symbol_reader readers[] = {
    [SIMPLEPERF_STRUCT] = { .name = "simpleperf FILE", .content = kept_content, .read = struct_read },
    [SIMPLEPERF_MESSAGE] = { .name = "simpleperf FILE2", .content = kept_content, .read = message_read },
    [SIMPLEPERF_HIPERF] = { .name = "hiperf FILES_SYMBOL", .content = kept_content, .read = hiperf_read },
};

/* Opens the symbols of a file. For the kernel the whole listing comes first, if the recorder stored it. */
static enum answer simpleperf_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                                   struct err *e UNUSED)
{
    const struct capture *c = ((struct simpleperf_source *)source)->capture;
    const struct simpleperf_entry *entry = simpleperf_entry_of(c, w->object);
    bool has_listing = w->object->kind == OBJECT_KERNEL && w->object->machine == -1 &&
                       simpleperf_listing(c).n;
    *out = (struct blob){ .origin = c->path, .proven = true, .cached_as = w->id };
    if (w->kind != WANT_RECORDED || i >= (unsigned)has_listing + !!entry)
        return ANSWER_ABSENT;
    if (has_listing && !i) {
        out->reader = &kallsyms_reader;
        out->bytes = simpleperf_listing(c);
    } else {
        out->reader = &readers[entry->form];
        out->bytes = entry->bytes;
    }
    return ANSWER_FOUND;
}

struct source *source_simpleperf(const struct capture *c)
{
    static const struct source_ops ops = { .name = "symbols in the capture", .open = simpleperf_open };
    if (!simpleperf_keeps_symbols(c))
        return NULL;
    struct simpleperf_source *s = source_new(sizeof(*s), &ops, NULL);
    s->source.recorded = 1u << WANT_RECORDED;
    s->capture = c;
    return &s->source;
}
