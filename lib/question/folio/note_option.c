#include "lib/question/folio/note_option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/options/values.h"

/* Copies the place, with "\" for "\\" and ": " for "\: ". Returns where the ": " is that ends it; NULL: there is none, and the
   note is about the whole capture. */
static const char *copy_place(struct text *place, const char *value)
{
    for (const char *s = value; *s; s++) {
        if (!strncmp(s, ": ", 2))
            return s;
        if (!strncmp(s, "\\\\", 2) || !strncmp(s, "\\: ", 3))
            s++;
        text_char(place, *s, 1);
    }
    return NULL;
}

static bool take_times(const char *place, struct folio_note *note)
{
    const char *comma = strchr(place, ',');
    uint64_t from, to;
    if (!comma || !value_seconds_read(place, comma, &from) ||
        !value_seconds_read(comma + 1, comma + strlen(comma), &to))
        return false;
    note->from = from;
    note->to = to;
    return true;
}

/* A number behind the last `before` of the place, to its end. Returns where `before` is; NULL: there is none. */
static const char *last_number(const char *place, const char *before, int base, uint64_t *number)
{
    const char *at = NULL;
    char *end;
    for (const char *s = place; (s = strstr(s, before)) != NULL; s++)
        at = s;
    if (!at || at == place || text_hex_digit(at[strlen(before)]) < 0)
        return NULL;
    errno = 0;
    *number = strtoull(at + strlen(before), &end, base);
    if (*end || errno)
        return NULL;
    return at;
}

/* False: it is a time at which no recording is. */
static bool take_place(const char *place, struct names *names, struct folio_note *note)
{
    static const char function[] = "function=";
    const size_t named = strlen(function);
    const char *at;
    uint64_t number = 0;
    struct text name = { 0 };
    if (!strncmp(place, function, named)) {
        note->function = arena_names_intern(names, place + named);
    } else if (!*place || take_times(place, note)) {
        return !*place || note->to;
    } else if ((at = last_number(place, "+0x", 16, &number)) != NULL) {
        text_add_n(&name, place, (size_t)(at - place));
        note->function = arena_names_intern(names, name.s);
        note->offset = number;
        note->has_offset = true;
    } else if ((at = last_number(place, ":", 10, &number)) != NULL && number && number <= UINT32_MAX) {
        text_add_n(&name, place, (size_t)(at - place));
        note->file = arena_names_intern(names, name.s);
        note->line = (uint32_t)number;
    } else {
        note->function = arena_names_intern(names, place);
    }
    text_free(&name);
    return true;
}

bool note_option_read(const char *value, struct names *names, struct folio_note *note, struct err *e)
{
    struct text place = { 0 };
    const char *end = copy_place(&place, value), *text = value;
    bool ok = true;
    *note = (struct folio_note){ .function = "", .file = "" };
    if (end) {
        ok = take_place(text_str(&place), names, note) ||
             err_set(e, ERR_FORMAT, 0, "the time of a note ends at 0, where no recording is");
        text = end + 2;
    }
    note->text = arena_names_intern(names, text);
    text_free(&place);
    return (ok && folio_note_check(note, e)) || err_prefix(e, "--note %.200s", value);
}
