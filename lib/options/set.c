/* set: stores the values of options. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/options/option.h"
#include "lib/options/values.h"
#include "core/base/arena.h"
#include "core/base/text.h"

size_t option_word(const struct option_row *row, size_t i, const char **word)
{
    if (row->word_at) {
        *word = row->word_at(i);
        if (*word)
            return strlen(*word);
        return 0;
    }
    *word = text_or(row->words, "");
    for (; i && **word; i--) {
        *word += strcspn(*word, " ");
        *word += **word == ' ';
    }
    return strcspn(*word, " ");
}

/* Reports a word that is not allowed: "--percentage: 'x' is neither relative nor absolute", or "... is none of fp,
   scan, tables". */
static bool fail_word(const struct option_row *row, const char *s, size_t n, struct err *e)
{
    struct text known = { 0 };
    struct text_nearest meant = text_nearest_to(s, n);
    struct arena names = { 0 };
    char but[TEXT_NEAREST_ROOM];
    const char *word;
    for (size_t i = 0, length; (length = option_word(row, i, &word)) != 0; i++) {
        const char *next;
        const bool is_pair = i == 1 && !option_word(row, 2, &next);
        if (i)
            text_add(&known, is_pair ? " nor " : ", ");
        text_add_n(&known, word, length);
        text_nearest_try(&meant, arena_text(&names, word, length));
    }
    const bool two = strstr(known.s, " nor ");
    err_set(e, ERR_USAGE, 0, "--%s: '%.*s' is %s %s%s", row->name, text_cut(n, 40), s,
            two ? "neither" : "none of", known.s, text_nearest_hint(&meant, but));
    text_free(&known);
    arena_free(&names);
    return false;
}

int option_word_named(const struct option_row *row, const char *s, size_t n, struct err *e)
{
    const char *word;
    size_t length;
    for (int i = 0; (length = option_word(row, (size_t)i, &word)) != 0; i++)
        if (length == n && !memcmp(word, s, n))
            return i;
    fail_word(row, s, n, e);
    return -1;
}

bool option_parse_count(const struct option_row *row, const char *value, uint64_t *n, struct err *e)
{
    assert(!row->most || row->least <= row->most);
    const char *noun = text_or(row->noun, "number");
    uint64_t most = row->most;
    if (!most)
        most = row->kind == OPTION_NUMBER ? UINT32_MAX : UINT64_MAX;
    char *end;
    errno = 0;
    *n = strtoull(value, &end, 10);
    const bool is_number = isdigit((unsigned char)*value) && !*end && !errno;
    if (is_number && *n >= row->least && *n <= most)
        return true;
    if (row->least)
        return err_set(e, ERR_USAGE, 0, "--%s: '%.100s' is not a %s from %" PRIu64 " to %" PRIu64, row->name,
                       value, noun, row->least, row->most);
    if (row->most)
        return err_set(e, ERR_USAGE, 0, "--%s: '%.100s' is not a %s up to %" PRIu64, row->name, value, noun,
                       row->most);
    return err_set(e, ERR_USAGE, 0, "--%s: '%.100s' is not a %s", row->name, value, noun);
}

static bool set_number(const struct option_row *row, unsigned *target, const char *value, struct err *e)
{
    uint64_t n;
    bool ok = option_parse_count(row, value, &n, e);
    if (ok)
        *target = (unsigned)n;
    return ok;
}

bool option_parse_amount(const struct option_row *row, const char *value, double *target, struct err *e)
{
    char *end;
    *target = strtod(value, &end);
    const bool is_number = end != value && !*end;
    if (is_number && *target >= 0 && *target < HUGE_VAL)
        return true;
    return err_set(e, ERR_USAGE, 0, "--%s: '%.100s' is not a %s", row->name, value,
                   text_or(row->noun, "number"));
}

bool option_set(const struct option_row *row, void *opts, const char *value, bool off, struct err *e)
{
    void *target = (char *)opts + row->target;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)target = !off;
        return true;
    case OPTION_SET:
        *(int *)target = row->value;
        return true;
    case OPTION_TEXT:
        value_copy(target, text_or(value, ""));
        return true;
    case OPTION_WORD:
        *(int *)target = option_word_named(row, value, strlen(value), e);
        return *(int *)target >= 0;
    case OPTION_NUMBER:
        return set_number(row, target, value, e);
    case OPTION_COUNT:
        return option_parse_count(row, value, target, e);
    case OPTION_AMOUNT:
        return option_parse_amount(row, value, target, e);
    case OPTION_EACH:
        value_words_add(target, value, strlen(value));
        return true;
    case OPTION_WORDS:
        return value_words_read(value, target, e);
    case OPTION_NUMBERS:
        return value_numbers_read(row->name, value, target, e);
    case OPTION_SEPARATOR:
        value_copy(target, strcmp(value, "\\t") ? value : "\t");
        return true;
    case OPTION_CALL:
        return row->take(target, row, value, e);
    default:
        return true;
    }
}

static void set_drop(const struct option_row *row, void *target)
{
    switch (row->kind) {
    case OPTION_TEXT:
    case OPTION_SEPARATOR:
        free(*(char **)target);
        *(char **)target = NULL;
        break;
    case OPTION_EACH:
    case OPTION_WORDS:
        value_words_free(target);
        break;
    case OPTION_NUMBERS:
        value_numbers_free(target);
        break;
    default:
        if (row->drop)
            row->drop(target);
    }
}

void options_free_values(const struct option_row *rows, void *opts)
{
    for (; rows->name; rows++)
        set_drop(rows, (char *)opts + rows->target);
}
