#include "lib/question/common/turn.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"

/* Ends a turn: the answer for one capture. */
static void turn_end(struct captures *c, struct outlet *out)
{
    if (c->began)
        rows_turn_end(&c->several, c->command->name, out);
    c->began = outlet_flush(out) && c->began; /* the problems of a capture come right after its answer */
}

bool turn_next(struct captures *c, struct outlet *out)
{
    const size_t all = c->n ? c->n : 1;
    if (c->turns && c->n)
        turn_end(c, out);
    if (c->turns == all || (c->turns && !c->began))
        return false;
    c->began = false;
    c->out = out;
    if (c->n) {
        c->several.is_document = c->o->json && !(c->command->traits & COMMAND_LINES) && !c->gathers;
        c->several.capture = c->input.folio->captures[c->turns].name;
        snprintf(c->number, sizeof(c->number), "%zu", c->turns + 1);
    }
    c->turns++;
    return true;
}

void turn_add_status(struct captures *c, int status)
{
    if (c->status != 1 && (status == 1 || status > c->status))
        c->status = status;
}

const char *turn_name(struct captures *c)
{
    assert(c->several.capture);
    struct text name = { 0 };
    text_add_clean(&name, c->several.capture);
    const char *kept = arena_names_intern(&c->texts, text_str(&name));
    text_free(&name);
    return kept;
}

void turn_print_heading(struct captures *c, const char *name)
{
    if (c->gathers)
        return;
    if (c->o->json && c->command->traits & COMMAND_LINES) {
        struct json j = { .out = c->out };
        json_object_line(&j, NULL);
        json_value(&j, "capture", value_text(c->several.capture));
        json_end(&j);
        json_free(&j);
    } else if (!c->o->json && !c->o->csv) {
        if (c->shown)
            outlet_add(c->out, "\n");
        outlet_print(c->out, "# Capture: %s\n", name);
    }
    c->shown = true;
}

void turn_note_failure(struct captures *c, const char *name, const char *why)
{
    size_t i = 0;
    why = arena_names_intern(&c->texts, why);
    while (i < c->nfailures && c->failures[i].why != why)
        i++;
    if (i == c->nfailures)
        *MEM_ADD(c->failures, c->nfailures, c->cap_failures) = (struct turn_failure){ .why = why };
    merged_message_add(&c->failures[i].of, arena_names_intern(&c->texts, name), 1);
}

void turn_failures_show(struct captures *c, struct outlet *err)
{
    for (size_t i = 0; i < c->nfailures; i++) {
        struct text names = { 0 };
        merged_message_names(&c->failures[i].of, &names);
        outlet_print(err, "perfolio: %s: %s\n", text_str(&names), c->failures[i].why);
        text_free(&names);
        merged_message_free(&c->failures[i].of);
    }
    free(c->failures);
    arena_names_free(&c->texts);
    c->failures = NULL;
    c->nfailures = c->cap_failures = 0;
}
