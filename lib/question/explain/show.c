#include "lib/question/explain/show.h"

#include <inttypes.h>

#include "lib/question/provenance/lookup_trace.h"

void explain_name(const struct explain *x, const struct symbol *s, struct text *out)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session.o.demangle, s, &name);
    text_add_clean(out, name.s);
    text_free(&name);
}

static const char *const bindings[] = {
    [SYMBOL_LOCAL] = "local", [SYMBOL_GLOBAL] = "global", [SYMBOL_WEAK] = "weak"
};

void explain_range(const struct symbol *s, struct text *out)
{
    text_printf(out, "0x%" PRIx64 "-0x%" PRIx64 ", %s", s->start, s->end,
                s->is_plt ? "a slot of the procedure linkage table" : bindings[s->binding]);
    text_add(out, s->is_object ? ", data" : "");
}

void explain_object(const struct object *o, struct rows *r)
{
    struct text t = { 0 };
    char id[BUILD_ID_HEX];
    text_add_clean(&t, o->path);
    text_printf(&t, ", %s, ", lookup_objects[o->kind].words);
    text_printf(&t,
                o->build_id.n     ? "build-id %s"
                : o->doubted_id.n ? "recorded with a build-id that proves nothing, %s"
                                  : "recorded without a build-id",
                object_build_id_text(o->build_id.n ? &o->build_id : &o->doubted_id, id));
    rows_line(r, "object", &t);
    text_free(&t);
}

void explain_table(const struct explain *x, const struct object *o, struct rows *r)
{
    struct text t = { 0 };
    struct resolved_from from = resolver_resolved(x->session.resolver, o);
    enum table_kind kind = resolver_table_kind(x->session.resolver, o);
    char id[BUILD_ID_HEX];
    rows_object(r, "object");
    rows_fact(r, "path", value_text(o->path));
    rows_fact(r, "kind", value_text(lookup_objects[o->kind].key));
    rows_fact(r, "build_id", value_text(o->build_id.n ? object_build_id_text(&o->build_id, id) : NULL));
    rows_close(r);
    rows_object(r, "table");
    rows_fact(r, "kind", value_text(lookup_tables[kind].key));
    rows_fact(r, "file", value_text(*from.origin ? from.origin : NULL));
    rows_fact(r, "symbols", value_count(from.table ? from.table->n : 0));
    rows_close(r);
    text_add_clean(&t, from.origin);
    text_printf(&t, "%s%s", *from.origin ? ": " : "", lookup_tables[kind].words);
    if (from.table)
        text_printf(&t, ", %zu symbol%s", from.table->n, from.table->n == 1 ? "" : "s");
    rows_line(r, "table", &t);
    text_free(&t);
}

void explain_symbol_members(const struct explain *x, const struct symbol *s, struct rows *r)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session.o.demangle, s, &name);
    rows_fact(r, "symbol", value_text(text_str(&name)));
    rows_fact(r, "in_file", value_text(s->name));
    rows_fact(r, "start", value_hex(s->start));
    rows_fact(r, "end", value_hex(s->end));
    rows_fact(r, "binding", value_text(bindings[s->binding]));
    rows_fact(r, "plt", value_yes_no(s->is_plt));
    rows_fact(r, "data", value_yes_no(s->is_object));
    text_free(&name);
}

const struct rows_column explain_holder_columns[HOLDER_COLUMNS] = {
    ROWS_UNSEEN("pid", SIGNED), ROWS_UNSEEN("comm", TEXT), ROWS_UNSEEN("guest", SIGNED),
    ROWS_UNSEEN("since", TIME), ROWS_UNSEEN("path", TEXT),
};
const struct rows_table explain_holders = { .name = "holders",
                                            .columns = explain_holder_columns,
                                            .n = HOLDER_COLUMNS - 1 };

void explain_holder(const struct explain *x, const struct holder *h, int32_t machine, struct when when,
                    struct rows *r)
{
    struct when from, until;
    const char *comm = h->pid < 0 ? NULL
                                  : timeline_comm(x->session.timeline, h->pid, when, false, &from, &until);
    rows_row(r,
             (const struct value[]){ h->pid < 0 ? value_unknown() : value_signed(h->pid), value_text(comm),
                                     machine < 0 ? value_unknown() : value_signed(machine),
                                     value_time(h->map->from.time), value_text(h->map->how->object->path) });
}
