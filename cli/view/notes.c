#include "cli/view/notes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { NS = 1000000000 };

/* The columns of the table of notes, by their names in JSON. */
struct notes_columns {
    size_t function, offset, file, line, from, to, text;
};

static size_t notes_column(pf_view *v, size_t table, const char *name)
{
    pf_column c;
    size_t i = 0;
    while (pf_column_of(v, table, i, &c, sizeof(c)) && (!c.name || strcmp(c.name, name) != 0))
        i++;
    return i;
}

/* A cell that has a value. */
static bool notes_cell(pf_view *v, size_t table, uint64_t row, size_t column, pf_value *value)
{
    return pf_cell_of(v, table, row, column, value, sizeof(*value)) && value->type != PF_NOTHING;
}

static const char *notes_text(struct notes *notes, const pf_value *value)
{
    return arena_text(&notes->texts, value->name, strlen(value->name));
}

static void take_note(struct notes *notes, pf_view *v, size_t table, uint64_t row,
                      const struct notes_columns *c)
{
    struct note note = { .text = "" };
    pf_value value;
    if (notes_cell(v, table, row, c->function, &value))
        note.function = notes_text(notes, &value);
    note.has_offset = notes_cell(v, table, row, c->offset, &value);
    if (note.has_offset)
        note.offset = value.count;
    if (notes_cell(v, table, row, c->file, &value))
        note.file = notes_text(notes, &value);
    if (notes_cell(v, table, row, c->line, &value))
        note.line = value.count;
    if (notes_cell(v, table, row, c->from, &value))
        note.from = value.count;
    if (notes_cell(v, table, row, c->to, &value))
        note.to = value.count;
    if (notes_cell(v, table, row, c->text, &value))
        note.text = notes_text(notes, &value);
    *MEM_ADD(notes->v, notes->n, notes->cap) = note;
}

void notes_take(struct notes *notes, pf_view *info)
{
    pf_table t;
    size_t table = 0;
    while (pf_table_of(info, table, &t, sizeof(t)) && strcmp(t.name, "notes") != 0)
        table++;
    if (table == pf_tables(info))
        return;
    const struct notes_columns c = {
        .function = notes_column(info, table, "function"),
        .offset = notes_column(info, table, "offset"),
        .file = notes_column(info, table, "file"),
        .line = notes_column(info, table, "line"),
        .from = notes_column(info, table, "from"),
        .to = notes_column(info, table, "to"),
        .text = notes_column(info, table, "text"),
    };
    for (uint64_t row = 0; row < t.rows; row++)
        take_note(notes, info, table, row, &c);
}

void notes_free(struct notes *notes)
{
    free(notes->v);
    arena_free(&notes->texts);
    *notes = (struct notes){ .n = 0 };
}

static void append_note(struct text *to, const struct note *note)
{
    if (to->n)
        text_add(to, "; ");
    text_add(to, note->text);
}

void notes_of_function(const struct notes *notes, const char *function, struct text *to)
{
    for (size_t i = 0; i < notes->n; i++)
        if (notes->v[i].function && !strcmp(notes->v[i].function, function))
            append_note(to, &notes->v[i]);
}

void notes_of_instruction(const struct notes *notes, const char *function, uint64_t offset, struct text *to)
{
    for (size_t i = 0; i < notes->n; i++) {
        const struct note *note = &notes->v[i];
        if (note->has_offset && note->offset == offset && note->function && !strcmp(note->function, function))
            append_note(to, note);
    }
}

/* Whether one path is the other, or its end from a '/' on. */
static bool ends_alike(const char *a, size_t na, const char *b, size_t nb)
{
    const size_t n = na < nb ? na : nb;
    if (memcmp(a + na - n, b + nb - n, n) != 0)
        return false;
    if (na == nb)
        return true;
    return na > nb ? a[na - n - 1] == '/' : b[nb - n - 1] == '/';
}

void notes_of_line(const struct notes *notes, const char *place, struct text *to)
{
    const char *colon = strrchr(place, ':');
    if (!colon)
        return;
    const uint64_t line = strtoull(colon + 1, NULL, 10);
    for (size_t i = 0; i < notes->n; i++) {
        const struct note *note = &notes->v[i];
        if (note->file && note->line == line &&
            ends_alike(note->file, strlen(note->file), place, (size_t)(colon - place)))
            append_note(to, note);
    }
}

void notes_of_time(const struct notes *notes, uint64_t from, uint64_t to, struct text *out)
{
    for (size_t i = 0; i < notes->n; i++)
        if (notes->v[i].to && notes->v[i].from <= to && notes->v[i].to >= from)
            append_note(out, &notes->v[i]);
}

static void add_place(struct text *to, const struct note *note)
{
    if (note->function)
        text_add(to, note->function);
    if (note->has_offset)
        text_printf(to, "+0x%" PRIx64, note->offset);
    if (note->file) {
        text_add(to, note->file);
        text_printf(to, ":%" PRIu64, note->line);
    }
    if (note->to)
        text_printf(to, "%" PRIu64 ".%09" PRIu64 " to %" PRIu64 ".%09" PRIu64 " s", note->from / NS,
                    note->from % NS, note->to / NS, note->to % NS);
    if (!note->function && !note->file && !note->to)
        text_add(to, "the whole capture");
}

void notes_list(const struct notes *notes, struct text *to)
{
    for (size_t i = 0; i < notes->n; i++) {
        add_place(to, &notes->v[i]);
        text_add(to, "\n    ");
        text_add(to, notes->v[i].text);
        text_add(to, "\n");
    }
}
