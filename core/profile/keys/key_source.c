#include "core/profile/keys/key_source.h"

#include <inttypes.h>
#include <string.h>

struct cell key_get_source(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    if (!p->object)
        return (struct cell){ 0 };
    return (struct cell){ .v = p->at, .tag = p->object->index + 1 };
}

struct place key_source_place(uint32_t object, uint64_t at, const struct key_context *kc)
{
    size_t n;
    const struct object *const *objects = timeline_objects(kc->timeline, &n);
    if (!object || object > n)
        return (struct place){ 0 };
    return resolver_place_at(kc->resolver, objects[object - 1], at);
}

/* Shorten a frame's file name unless full paths are asked for. False: the file is unknown. */
static bool has_file(struct line_frame *f, const struct key_context *kc)
{
    if (!f->file || kc->full_paths)
        return f->file;
    const char *slash = strrchr(f->file, '/');
    if (slash)
        f->file = slash + 1;
    return true;
}

/* The innermost line at a place. False: unknown. */
static bool key_source_line_of(const struct place *p, const struct key_context *kc, struct line_frame *f)
{
    const char *why;
    return p->object && resolver_lines(kc->resolver, p, f, 1, &why) && has_file(f, kc);
}

/* Whether a function starts at or before an address. */
static bool follows_function(const struct symtab *t, uint64_t at)
{
    for (size_t i = 0; i < t->n; i++)
        if (!t->v[i].is_plt && !t->v[i].is_object)
            return t->v[i].start <= at;
    return false;
}

/* Whether addr2line would know the function of a place. It takes the last function in front of the address,
   but only of the same section, and no function in a .plt. For a vdso perf has no file to pass to addr2line. */
static bool key_source_has_function(const struct place *p)
{
    if (!resolver_place_has_file(p) || p->object->kind == OBJECT_VDSO)
        return false;
    if (p->symbol)
        return !p->symbol->is_plt;
    return follows_function(p->table, p->at);
}

static void key_source_add_line(const struct line_frame *f, struct text *out)
{
    text_add_clean(out, f->file);
    text_printf(out, ":%" PRIu32, f->line);
}

void key_show_srcline(const struct key_cell *c)
{
    const struct place p = key_source_place(c->cell->tag, c->cell->v, c->kc);
    struct line_frame f;
    if (key_source_line_of(&p, c->kc, &f)) {
        key_source_add_line(&f, c->text);
    } else if (!p.object || key_source_has_function(&p)) {
        text_add(c->text, "??:0");
    } else if (p.symbol) {
        struct text name = { 0 };
        symtab_symbol_name(c->kc->demangle, p.symbol, &name);
        text_add_clean(c->text, name.s);
        text_free(&name);
        text_printf(c->text, "+%" PRIu64, p.at - p.symbol->start);
    } else {
        text_add_clean(c->text, p.object->name);
        text_printf(c->text, "[%" PRIx64 "]", p.at);
    }
}

/* Whether the line belongs to the inlined function `y`. */
static bool is_line_of(const struct line_frame *f, const struct symbol *y)
{
    const bool may_be = y && y->is_inlined && f->function;
    return may_be && !strcmp(f->function, y->name);
}

bool key_source_line_of_frame(const struct path_frame *frame, bool inlines, const struct key_context *kc,
                              struct line_frame *out)
{
    struct line_frame f[LINE_FRAMES_MOST];
    const char *why;
    if (!frame->object)
        return false;
    const struct place p = resolver_place_at(kc->resolver, frame->object, frame->at);
    size_t n = resolver_lines(kc->resolver, &p, f, LINE_FRAMES_MOST, &why), i = 0;
    while (inlines && i + 1 < n && !is_line_of(&f[i], frame->symbol))
        i++;
    if (n)
        *out = f[i];
    return n && out->file;
}

bool key_source_of_frame(const struct path_frame *frame, bool inlines, bool offsets,
                         const struct key_context *kc, struct text *out)
{
    struct line_frame f;
    if (!frame->object)
        return false;
    const struct place p = resolver_place_at(kc->resolver, frame->object, frame->at);
    if (key_source_line_of_frame(frame, inlines, kc, &f) && has_file(&f, kc))
        key_source_add_line(&f, out);
    else if (key_source_has_function(&p))
        text_add(out, "??:0");
    else if (offsets && frame->symbol)
        text_printf(out, "+%" PRIu64, frame->at - frame->symbol->start);
    else
        return false;
    return true;
}

struct value key_value_srcline(const struct key_cell *c)
{
    const struct place p = key_source_place(c->cell->tag, c->cell->v, c->kc);
    struct line_frame f;
    if (key_source_line_of(&p, c->kc, &f))
        return value_source(f.file, f.line);
    return value_unknown();
}

struct value key_value_srcfile(const struct key_cell *c)
{
    return value_text(key_value_srcline(c).source.file);
}
