#include "lib/question/annotate/annotate_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "core/base/file/file.h"

struct annotate_view annotate_view_of(const struct annotation *a, uint32_t first, uint32_t n, struct rows *r)
{
    return (struct annotate_view){ .o = a->o,
                                   .s = a->s,
                                   .w = &a->w,
                                   .sources = a->sources,
                                   .code = a->code,
                                   .first = first,
                                   .n = n,
                                   .columns = n,
                                   .style = &r->out->style,
                                   .arrows = a->o->arrows < 0 ? r->out->is_terminal : a->o->arrows,
                                   .rows = r };
}

void annotate_view_set_function(struct annotate_view *v, const struct annotation *a,
                                const struct hot_function *f)
{
    v->l = annotation_listing(a, f);
    for (uint32_t e = 0; e < v->n; e++)
        v->of[e] = weights_of(&a->w, f, v->first + e);
}

double annotate_percent(const struct annotate_view *v, uint32_t i, const struct weight *w)
{
    const struct weight *all = &v->w->totals[v->first + i], *own = &v->of[i];
    uint64_t part = w->samples, whole;
    switch ((enum percent_type)v->o->percent_type) {
    case PERCENT_LOCAL_HITS:
        whole = own->samples;
        break;
    case PERCENT_GLOBAL_HITS:
        whole = all->samples;
        break;
    case PERCENT_GLOBAL_PERIOD:
        part = w->period;
        whole = all->period;
        break;
    default:
        part = w->period;
        whole = own->period;
    }
    if (whole)
        return 100.0 * (double)part / (double)whole;
    return 0;
}

void annotate_name(const struct annotate_view *v, const struct symbol *symbol, struct text *out)
{
    struct text name = { 0 };
    symtab_symbol_name(v->s->o.demangle, symbol, &name);
    text_add_clean(out, name.s);
    text_free(&name);
}

void annotate_function(const struct annotate_view *v, const char *name, struct text *out)
{
    const struct symbol as = { .name = name };
    annotate_name(v, &as, out);
}

void annotate_line(const struct annotate_view *v, const struct line_frame *f, struct text *out)
{
    if (!f || !f->file) {
        text_add(out, "??:0");
        return;
    }
    text_add_clean(out, v->o->full_paths ? f->file : text_base_name(f->file));
    text_printf(out, ":%" PRIu32, f->line);
}

/* The address space around an object that has only its own code: the space of the process that made the
   code (the path names this process), or of the kernel. */
static const struct space *space_beside(const struct annotate_view *v, const struct object *o)
{
    const struct when last = WHEN_NEVER;
    struct when from, until;
    int pid;
    if (o->kind != OBJECT_JIT)
        return timeline_kernel_space(v->s->timeline, -1);
    if (sscanf(text_base_name(o->path), "perf-%d.map", &pid) == 1)
        return timeline_space(v->s->timeline, o->machine, pid, last, &from, &until);
    return NULL;
}

/* The place of an address outside of this object. If its mapping is gone at the end of the recording, the
   last mapping there is used. */
static struct place place_as_run(const struct annotate_view *v, uint64_t avma)
{
    const struct space *space = space_beside(v, v->l->function->object);
    struct when from, until, before;
    const struct map *m = NULL;
    if (space)
        m = space_find(space, avma, WHEN_NEVER, &from, &until);
    if (space && !m && (from.time || from.seq)) {
        before = from.seq ? (struct when){ from.time, from.seq - 1 }
                          : (struct when){ from.time - 1, UINT64_MAX };
        m = space_find(space, avma, before, &from, &until);
    }
    if (m)
        return resolver_place(v->s->resolver, m, avma);
    return (struct place){ .at = avma };
}

bool annotate_add_place_name(const struct annotate_view *v, uint64_t svma, struct text *out)
{
    const struct hot_function *f = v->l->function;
    const char *why;
    const struct code_file *file = code_file_of(v->code, f->object, &why);
    const struct listing_row *own = listing_find(v->l, svma);
    struct place p = { .symbol = f->symbol };
    if (own)
        p.at = svma - own->svma + own->at;
    else if (v->l->addresses == CODE_AS_RUN)
        p = place_as_run(v, svma);
    else if (v->l->addresses == CODE_UNLINKED) /* targets are in the function's section */
        p.symbol = symtab_find(f->table, p.at = svma - v->l->rows[0].svma + v->l->rows[0].at);
    else if (file && code_reader_of(v->code)->at(file, svma, &p.at))
        p.symbol = symtab_find(f->table, p.at);
    else
        p.symbol = NULL;
    if (!p.symbol)
        return false;
    const uint64_t start = own ? v->l->rows[0].at : p.symbol->start;
    annotate_name(v, p.symbol, out);
    if (p.at != start)
        text_printf(out, "+0x%" PRIx64, p.at - start);
    return true;
}

static void view_add_place(const struct annotate_view *v, const char *before, uint64_t svma, struct text *out)
{
    struct text name = { 0 };
    if (annotate_add_place_name(v, svma, &name))
        text_printf(out, "%s<%s>", before, name.s);
    text_free(&name);
}

void annotate_operands(const struct annotate_view *v, const struct insn *insn, struct text *out)
{
    text_add_clean(out, insn->operands);
    if (insn->has_target)
        view_add_place(v, " ", insn->target, out);
    char hex[24];
    snprintf(hex, sizeof(hex), "%" PRIx64, insn->refers);
    if (insn->link && !strstr(insn->operands, insn->link)) {
        text_add(out, "        # <");
        text_add_clean(out, insn->link);
        text_char(out, '>', 1);
    }
    if (insn->has_refers && !strstr(insn->operands, hex))
        text_printf(out, "        # %s", hex);
    if (insn->has_refers)
        view_add_place(v, " ", insn->refers, out);
}

/* Events that the kernel itself counts do not skid: a fault is sampled at the faulting instruction, a
   tracepoint at its own address, and a clock at the instruction that it interrupts. */
bool annotate_event_may_skid(const struct event *e)
{
    return e->attr.type != PERF_TYPE_SOFTWARE && e->attr.type != PERF_TYPE_TRACEPOINT &&
           !(e->attr.flags >> ATTR_PRECISE_IP & 3);
}

static const char *origin_of(const struct listing *l, const struct object *o)
{
    if (l->addresses == CODE_AS_RUN)
        return o->kind == OBJECT_JIT ? "as it ran: a jitdump has it" : "as it ran: the recording has it";
    if (o->build_id.n)
        return "of the recorded build-id";
    return "from a file matched by name only: the recording has no build-id";
}

static void trust_code(const struct annotate_view *v)
{
    const struct object *o = v->l->function->object;
    if (v->l->why) {
        const struct folio *folio = v->s->folio;
        const bool of_file = o->kind != OBJECT_JIT && o->kind != OBJECT_KSYMBOL && o->kind != OBJECT_DATA;
        rows_print(v->rows, "# no code: %s", v->l->why);
        if (folio && folio->level < FOLIO_CODE && of_file)
            rows_print(v->rows, "; the folio was packed without code (pack --level code keeps it)");
        rows_print(v->rows, "\n");
        return;
    }
    if (!v->l->by && v->l->addresses == CODE_AS_RUN) {
        rows_print(v->rows, "# code: not disassembled: the recording lacks these bytes of the code\n");
        return;
    }
    rows_print(v->rows, "# code: by %s, %s\n", v->l->by ? v->l->by->name.s : "nothing", origin_of(v->l, o));
    if (v->l->by && v->l->by->missing.s)
        rows_print(v->rows, "# code: %s\n", v->l->by->missing.s);
    const char *why;
    const struct code_file *file = code_file_of(v->code, o, &why);
    if (v->l->addresses == CODE_UNLINKED)
        rows_print(v->rows, "# code: from a file that is not linked: the targets of its calls and reads %s\n",
                   file && code_reader_of(v->code)->relocated(file) ? "are those of its relocations"
                                                                    : "are unknown until it is loaded");
    if (v->l->patched.before || v->l->patched.after)
        rows_print(
            v->rows,
            "# code: with %zu of %zu recorded changes of the kernel's code, as in most samples; %" PRIu64
            " samples are older, %" PRIu64 " newer\n",
            v->l->patched.in_force, v->l->patched.all, v->l->patched.before, v->l->patched.after);
    else if (v->l->patched.all)
        rows_print(v->rows, "# code: with %zu of %zu recorded changes of the kernel's code\n",
                   v->l->patched.in_force, v->l->patched.all);
    else if (v->l->addresses != CODE_AS_RUN && (o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE))
        rows_print(v->rows,
                   "# code: as it was built: without the patches of the running kernel (alternatives, static "
                   "keys, tracing)\n");
}

/* When the file with the code was written; 0: unknown, for example for code from a folio. */
static uint64_t built_at(const struct annotate_view *v)
{
    const char *path = code_origin(v->code, v->l->function->object);
    struct err unused = { 0 };
    struct file f;
    const enum file_kind kind = file_kind_of(path);
    if ((kind != FILE_REGULAR && kind != FILE_LINK) || !file_open(&f, path, &unused))
        return 0;
    uint64_t at = file_mtime(&f);
    file_close(&f);
    return at;
}

/* Prints that a file of this machine is not used, since nothing proves that it was compiled. */
static void show_withheld(const struct annotate_view *v, const struct line_frame *f)
{
    struct text at = { 0 };
    text_add_clean(&at, sources_withheld(v->sources, v->l->function->object, f));
    int folder = (int)(text_base_name(at.s) - at.s);
    if (folder > 1)
        folder--;
    rows_print(v->rows,
               "is not shown: nothing proves that this machine's file is the compiled version; "
               "--source-prefix %.*s=%.*s shows it\n",
               folder, at.s, folder, at.s);
    text_free(&at);
}

/* Prints what is known about the age of a source file. */
static void show_age(const struct annotate_view *v, const struct line_frame *f, enum source_age age)
{
    struct text name = { 0 };
    const char *of = "", *side = "";
    if (v->side) {
        of = " of the ";
        side = v->side;
    }
    text_add_clean(&name, f->file);
    rows_print(v->rows, "# source: %s ", name.s);
    switch (age) {
    case SOURCE_OTHER:
        rows_print(v->rows, "is not the version from which the code%s%s was compiled: its MD5 differs\n", of,
                   side);
        break;
    case SOURCE_NEWER:
        rows_print(v->rows, "was written after the code%s%s was built: it may be another version\n", of,
                   side);
        break;
    case SOURCE_WITHHELD:
        show_withheld(v, f);
        break;
    case SOURCE_UNREAD:
        rows_print(v->rows, "cannot be read: %s\n",
                   sources_read_error(v->sources, v->l->function->object, f));
        break;
    default:
        rows_print(v->rows,
                   "is this machine's file: it may not be the version from which the code was compiled\n");
    }
    text_free(&name);
}

/* Prints doubts about source files, since source of another version would be shown at the wrong
   instructions. If the age of a file is unknown, this is not printed a second time if `other` (may be
   NULL) has printed it. */
static void trust_sources(const struct annotate_view *v, const struct annotate_view *other)
{
    static const char *const words[] = { [SOURCE_NEWER] = "newer",
                                         [SOURCE_UNKNOWN] = "unknown",
                                         [SOURCE_OTHER] = "other",
                                         [SOURCE_WITHHELD] = "withheld",
                                         [SOURCE_UNREAD] = "unread" };
    const uint64_t built = built_at(v);
    const char *last = NULL;
    for (size_t i = 0; i < v->l->n; i++) {
        const struct line_frame *f = v->l->rows[i].frames;
        if (!v->l->rows[i].nframes || !f->file || f->file == last)
            continue;
        last = f->file;
        enum source_age age = sources_age(v->sources, v->l->function->object, f, built);
        const bool once = age == SOURCE_UNKNOWN || age == SOURCE_WITHHELD || age == SOURCE_UNREAD;
        if (age == SOURCE_FITS || (other && once && sources_known_age(other->sources, f) == age))
            continue;
        show_age(v, f, age);
        if (v->side)
            continue;
        rows_object(v->rows, NULL);
        rows_fact(v->rows, "file", value_text(f->file));
        rows_fact(v->rows, "age", value_text(words[age]));
        rows_close(v->rows);
    }
}

/* For two captures only text has these lines. */
void annotate_show_source_trust(const struct annotate_view *v, const struct annotate_view *other)
{
    const bool is_said = v->o->source && !v->o->quiet;
    if (v->side) {
        if (is_said && rows_prints_text(v->rows))
            trust_sources(v, other);
        return;
    }
    rows_list(v->rows, "doubtful_sources");
    if (rows_includes(v->rows, is_said))
        trust_sources(v, NULL);
    rows_close(v->rows);
}

void annotate_show_skid(const struct annotate_view *v)
{
    for (uint32_t i = 0; i < v->n && !v->o->quiet; i++) {
        const struct event *e = &v->s->capture->events.v[v->first + i];
        struct text name = { 0 };
        text_add_clean(&name, e->name);
        if (annotate_event_may_skid(e))
            rows_print(v->rows,
                       "# skid: %s is not precise: a sample may be some instructions after its cause\n",
                       text_str(&name));
        text_free(&name);
    }
}

void annotate_show_trust(const struct annotate_view *v)
{
    uint64_t all = 0, astray = listing_inside_insns(v->l, v->w);
    for (size_t i = v->l->function->first; i < v->l->function->end; i++)
        all += v->w->rows[i].weight.samples;
    if (!v->o->quiet)
        trust_code(v);
    annotate_show_source_trust(v, NULL);
    if (astray && !v->o->quiet)
        rows_print(v->rows,
                   "# astray: %" PRIu64 " of %" PRIu64
                   " samples (%.2f%%) lie inside instructions: other code may have run at these addresses\n",
                   astray, all, 100.0 * (double)astray / (double)all);
}
