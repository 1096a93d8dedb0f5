/* Call chains below a line, an entry each, the innermost first. */
#include <inttypes.h>

#include "cli/trace/tracer.h"

enum { CHAIN_COLUMN = 39 };

/* The kernel and its parts by their names, files by their paths. */
static const char *object_name(const struct object *o)
{
    if (!o)
        return "[unknown]";
    bool is_kernel = o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE || o->kind == OBJECT_KSYMBOL;
    return is_kernel ? o->name : o->path;
}

static void add_text(struct tracer *t, const struct resolved_addr *resolved, const struct symbol *symbol)
{
    struct text *line = &t->line;
    bool is_inlined = symbol && symbol->is_inlined;
    text_char(line, ' ', CHAIN_COLUMN);
    if (symbol) {
        struct symbol plain = *symbol;
        struct text name = { 0 };
        plain.is_inlined = false; /* that stands in the place of the object */
        symtab_symbol_name(t->s->demangle, &plain, &name);
        text_add_clean(line, name.s);
        text_free(&name);
    } else {
        uint64_t at = resolved->place.map ? resolved->addr : 0;
        text_printf(line, at ? "[0x%" PRIx64 "]" : "[0]", at);
    }
    text_add(line, " (");
    text_add_clean(line, is_inlined ? "inlined" : object_name(resolved->place.object));
    text_add(line, ")\n");
}

static void add_document(struct tracer *t, const struct resolved_addr *resolved, const struct symbol *symbol)
{
    struct json *j = &t->json;
    struct text name = { 0 };
    if (symbol)
        symtab_symbol_name(t->s->demangle, symbol, &name);
    json_object_line(j, NULL);
    json_text(j, "symbol", symbol ? name.s : NULL);
    json_text(j, "object", resolved->place.object ? resolved->place.object->path : NULL);
    json_hex(j, "address", resolved->addr);
    json_end(j);
    text_free(&name);
}

void trace_chain(struct tracer *t, const struct sample *s)
{
    bool json = t->o->common.json;
    void (*add)(struct tracer *, const struct resolved_addr *, const struct symbol *) = json ? add_document
                                                                                             : add_text;
    struct task_slot *task = address_cache_task_of(&t->addresses, s);
    if (!(s->has & PERF_SAMPLE_CALLCHAIN))
        return;
    stack_of(&t->stacks, s, task);
    if (json)
        json_array(&t->json, "chain");
    for (size_t i = 0; i < t->stacks.n; i++) {
        const struct frame *f = &t->stacks.frames[i];
        struct resolved_addr resolved = address_cache_find(&t->addresses, task, f->mode, f->avma, s->when, 0);
        struct inlined in = { 0 };
        if (resolved.place.object && !resolved.place.table)
            problem_add(&t->calls.problems, PROBLEM_CALLER_NO_OBJECT, 1, "0x%" PRIx64 " in %s", resolved.addr,
                        resolved.place.object->path);
        if (f->found >= FRAME_UNWOUND && resolved.place.symbol) /* of recorded ones perf does not ask */
            in = resolver_inlined(t->addresses.r, &resolved.place);
        for (size_t k = 0; k < in.n; k++)
            add(t, &resolved, in.v[k]);
        add(t, &resolved, resolved.place.symbol);
    }
    if (json)
        json_end(&t->json);
}
