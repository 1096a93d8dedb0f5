/* diff as JSON: a table per event of the baseline, each row with what it is in every file. */
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/diff/diff.h"
#include "cli/output/key_json.h"

static const char *const kinds[] = { [CHANGE_DELTA] = "delta",
                                     [CHANGE_DELTA_ABS] = "delta-abs",
                                     [CHANGE_RATIO] = "ratio",
                                     [CHANGE_WDIFF] = "wdiff" };

static void put_files(struct json *j, const struct diff *d)
{
    json_array(j, "files");
    for (uint32_t f = 0; f < d->nfiles; f++) {
        json_object(j, NULL);
        json_text(j, "file", d->files[f].name);
        json_array(j, "only_here");
        for (uint32_t i = 1; i <= d->files[f].only_here.n; i++)
            json_text(j, NULL, arena_names_text(&d->files[f].only_here, i));
        json_end(j);
        json_problems(j, &d->files[f].problems);
        json_end(j);
    }
    json_end(j);
}

static void put_totals(struct json *j, const struct diff *d, uint32_t event)
{
    json_array(j, "totals");
    for (uint32_t f = 0; f < d->nfiles; f++) {
        const struct total *t = &d->compare.profile.totals[compare_event(&d->compare, event, f)];
        const char *name = d->files[f].events[event];
        if (!name) {
            json_text(j, NULL, NULL);
            continue;
        }
        json_object_line(j, NULL);
        json_text(j, "name", name);
        json_count(j, "samples", t->samples);
        json_count(j, "period", t->period);
        json_count(j, "hidden_samples", t->hidden_samples);
        json_count(j, "hidden_period", t->hidden_period);
        json_end(j);
    }
    json_end(j);
}

static void put_weight(struct json *j, const struct changes *h, const uint32_t *line, uint32_t file)
{
    bool has = line[file] != NO_ROW;
    json_percent(j, "percent", change_percent(h, line, file));
    json_count(j, "samples", has ? row_at(&h->c->profile, line[file])->samples : 0);
    json_count(j, "period", change_period(h, line, file));
}

static void put_row(struct json *j, const struct diff *d, const struct changes *h, const uint32_t *line,
                    struct text *scratch)
{
    json_object_line(j, NULL);
    for (size_t k = 0; k < d->o->nkeys; k++)
        key_json(j, d->o->keys[k], compare_text(&d->compare, line, k, scratch),
                 d->compare.context.addr_digits);
    json_object_line(j, "baseline");
    put_weight(j, h, line, 0);
    json_end(j);
    json_array(j, "others");
    for (uint32_t f = 1; f < d->nfiles; f++) {
        json_object_line(j, NULL);
        put_weight(j, h, line, f);
        json_percent(j, "delta", change_delta(h, line, f));
        if (change_period(h, line, 0))
            json_decimal(j, "ratio", change_ratio(h, line, f), 6);
        else
            json_text(j, "ratio", NULL);
        if (h->o->kind == CHANGE_WDIFF)
            json_signed(j, "wdiff", change_wdiff(h, line, f));
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void put_event(struct json *j, const struct diff *d, uint32_t event, struct text *scratch)
{
    struct changes h = diff_changes(d, event);
    size_t n;
    uint32_t *lines = change_lines(&h, &n);
    json_object(j, NULL);
    json_text(j, "name", diff_event(d, event));
    put_totals(j, d, event);
    json_array(j, "rows");
    for (size_t i = 0; i < n; i++)
        put_row(j, d, &h, &lines[i * d->nfiles], scratch);
    json_end(j);
    json_end(j);
    free(lines);
}

void diff_json(const struct diff *d, uint64_t over, FILE *out)
{
    struct json j = answer_begin(out, "diff");
    struct text scratch = { 0 };
    json_text(&j, "compute", kinds[d->o->change.kind]);
    if (d->o->threshold >= 0) {
        json_object_line(&j, "threshold");
        json_decimal(&j, "percent", d->o->threshold, 6);
        json_count(&j, "over", over);
        json_end(&j);
    } else {
        json_text(&j, "threshold", NULL);
    }
    put_files(&j, d);
    json_array(&j, "events");
    for (uint32_t e = 0; e < d->events.n; e++)
        put_event(&j, d, e, &scratch);
    json_end(&j);
    json_end(&j);
    text_free(&scratch);
}
