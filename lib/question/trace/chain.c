/* Call chains below a line, an entry each, the innermost first. */
#include <inttypes.h>

#include "lib/question/trace/tracer.h"

enum { CHAIN_COLUMN = 39 };

/* The kernel and its parts by their names, files by their paths. */
static const char *object_name(const struct object *o)
{
    if (!o)
        return "[unknown]";
    bool is_kernel = o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE || o->kind == OBJECT_KSYMBOL;
    return is_kernel ? o->name : o->path;
}

static void add_entry(struct tracer *t, const struct resolved_addr *resolved, const struct symbol *symbol)
{
    const bool json = t->o->common.json, is_inlined = symbol && symbol->is_inlined;
    const struct object *o = resolved->place.object;
    struct text name = { 0 };
    if (symbol) {
        struct symbol y = *symbol;
        y.is_inlined = is_inlined && json; /* which stands in the place of the object in text */
        symtab_symbol_name(t->s->o.demangle, &y, &name);
    }
    if (json) {
        rows_object(&t->rows, NULL);
        rows_fact(&t->rows, "symbol", value_text(name.s));
        rows_fact(&t->rows, "object", value_text(o ? o->path : NULL));
        rows_fact(&t->rows, "address", value_hex(resolved->addr));
        rows_close(&t->rows);
    } else {
        uint64_t at = resolved->place.map ? resolved->addr : 0;
        text_char(&t->line, ' ', CHAIN_COLUMN);
        if (symbol)
            text_add_clean(&t->line, name.s);
        else
            text_printf(&t->line, at ? "[0x%" PRIx64 "]" : "[0]", at);
        text_add(&t->line, " (");
        text_add_clean(&t->line, is_inlined ? "inlined" : object_name(o));
        text_add(&t->line, ")\n");
    }
    text_free(&name);
}

void trace_chain(struct tracer *t, const struct sample *s)
{
    struct task_slot *task = address_cache_task_of(&t->addresses, s);
    if (!(s->has & PERF_SAMPLE_CALLCHAIN))
        return;
    stack_of(&t->stacks, s, task);
    if (t->o->common.json)
        rows_list(&t->rows, "chain");
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
            add_entry(t, &resolved, in.v[k]);
        add_entry(t, &resolved, resolved.place.symbol);
    }
    if (t->o->common.json)
        rows_close(&t->rows);
}
