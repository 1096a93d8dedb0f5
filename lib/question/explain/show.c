#include "lib/question/explain/show.h"

#include <inttypes.h>

#include "lib/question/provenance/lookup_trace.h"

void explain_name(const struct explain *x, const struct symbol *s, struct text *out)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session->o.demangle, s, &name);
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
    const bool good = o->build_id.n, doubted = !good && o->doubted_id.n;
    char hex[BUILD_ID_HEX];
    const char *id = object_build_id_text(good ? &o->build_id : &o->doubted_id, hex);
    rows_object(r, "object");
    rows_say(r, "path", value_text(o->path), "  object    %s, ");
    rows_say_as(r, "kind", value_text(lookup_objects[o->kind].key), lookup_objects[o->kind].words, "%s, ");
    rows_say_as(r, "build_id", good ? value_text(id) : value_unknown(), id,
                good      ? "build-id %s\n"
                : doubted ? "recorded with a build-id that proves nothing, %s\n"
                          : "recorded without a build-id\n");
    rows_close(r);
}

void explain_table(const struct explain *x, const struct object *o, struct rows *r)
{
    const struct resolved_from from = resolver_resolved(x->session->resolver, o);
    const enum table_kind kind = resolver_table_kind(x->session->resolver, o);
    const size_t n = from.table ? from.table->n : 0;
    rows_print(r, "  table     ");
    rows_object(r, "table");
    rows_say(r, "file", value_text(*from.origin ? from.origin : NULL), "%s: ");
    rows_say_as(r, "kind", value_text(lookup_tables[kind].key), lookup_tables[kind].words, "%s");
    rows_say(r, "symbols", value_count(n), !from.table ? NULL : n == 1 ? ", %s symbol" : ", %s symbols");
    rows_close(r);
    rows_print(r, "\n");
}

void explain_symbol_members(const struct explain *x, const struct symbol *s, struct rows *r)
{
    struct text name = { 0 };
    symtab_symbol_name(x->session->o.demangle, s, &name);
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
                                  : timeline_comm(x->session->timeline, h->pid, when, false, &from, &until);
    ROWS_ROW(r, h->pid < 0 ? value_unknown() : value_signed(h->pid), value_text(comm),
             machine < 0 ? value_unknown() : value_signed(machine), value_time(h->map->from.time),
             value_text(h->map->how->object->path));
}
