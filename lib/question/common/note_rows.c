#include "lib/question/common/note_rows.h"

bool note_rows_read(struct noted *n, const struct folio *f, int64_t capture, struct err *e)
{
    n->folio = f;
    n->capture = capture;
    return !f || folio_notes_read(f, &n->notes, e);
}

void note_rows_free(struct noted *n)
{
    folio_notes_free(&n->notes);
}

static bool is_about(const struct noted *n, const struct folio_note *note)
{
    return n->capture == NOTE_ROWS_ALL || n->capture == note->capture;
}

size_t note_rows_count(const struct noted *n)
{
    size_t count = 0;
    for (size_t i = 0; i < n->notes.n; i++)
        count += is_about(n, &n->notes.v[i]);
    return count;
}

/* Adds what text shows in front of a note: its capture, if there are several, and its place. */
static void say_place(struct text *said, const struct noted *n, const struct folio_note *note)
{
    const char *capture = n->folio->captures[note->capture].name;
    folio_note_place(note, said);
    const bool is_named = n->capture == NOTE_ROWS_ALL && n->folio->ncaptures > 1;
    if (is_named && said->n)
        text_printf(said, " of %s", capture);
    else if (is_named)
        text_add(said, capture);
    if (said->n)
        text_add(said, ": ");
}

static void add_note(struct rows *r, const struct noted *n, const struct folio_note *note)
{
    struct text said = { 0 };
    const bool timed = note->to != 0;
    say_place(&said, n, note);
    ROWS_ROW(r, value_text(n->folio->captures[note->capture].name), value_text(text_str(&said)),
             value_text(note->text), value_text_unless_empty(note->function),
             value_if(note->has_offset, value_hex(note->offset)), value_text_unless_empty(note->file),
             value_if(note->line, value_count(note->line)), value_if(timed, value_time(note->from)),
             value_if(timed, value_time(note->to)));
    text_free(&said);
}

void note_rows(struct rows *r, const struct noted *n)
{
    ROWS_TABLE(notes, "notes", ROWS_UNSEEN("capture", TEXT),
               { .header = "", .before = "note         ", .type = VALUE_TEXT, .says = true },
               { .name = "text", .header = "", .before = "", .type = VALUE_TEXT },
               ROWS_UNSEEN("function", TEXT), ROWS_UNSEEN("offset", HEX), ROWS_UNSEEN("file", TEXT),
               ROWS_UNSEEN("line", COUNT), ROWS_UNSEEN("from", TIME), ROWS_UNSEEN("to", TIME));
    if (!note_rows_count(n))
        return;
    rows_table(r, &notes);
    for (size_t i = 0; i < n->notes.n; i++)
        if (is_about(n, &n->notes.v[i]))
            add_note(r, n, &n->notes.v[i]);
    rows_table_end(r);
}
