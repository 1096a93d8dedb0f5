#include "lib/question/common/turn.h"

#include <stdio.h>
#include <stdlib.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"

const char *turn_name(struct captures *c)
{
    struct text name = { 0 };
    text_add_clean(&name, c->input.folio->captures[c->at].name);
    const char *kept = arena_names_intern(&c->texts, text_str(&name));
    text_free(&name);
    return kept;
}

void turn_show(struct captures *c, const char *name)
{
    if (c->gathers)
        return;
    if (c->json && c->lines) {
        struct json j = { .out = c->out };
        json_object_line(&j, NULL);
        json_value(&j, "capture", value_text(c->input.folio->captures[c->at].name));
        json_end(&j);
        json_free(&j);
    } else if (!c->json && !c->csv) {
        outlet_print(c->out, "%s# Capture: %s\n", c->shown ? "\n" : "", name);
    }
    c->shown = true;
}

void turn_failed(struct captures *c, const char *name, const char *why)
{
    size_t i = 0;
    why = arena_names_intern(&c->texts, why);
    while (i < c->nfailures && c->failures[i].why != why)
        i++;
    if (i == c->nfailures)
        *MEM_ADD(c->failures, c->nfailures, c->cap_failures) = (struct turn_failure){ .why = why };
    several_add(&c->failures[i].of, arena_names_intern(&c->texts, name), 1);
}

void turn_failures_show(struct captures *c, struct outlet *err)
{
    for (size_t i = 0; i < c->nfailures; i++) {
        struct text names = { 0 };
        several_names(&c->failures[i].of, &names);
        outlet_print(err, "perfolio: %s: %s\n", text_str(&names), c->failures[i].why);
        text_free(&names);
        several_free(&c->failures[i].of);
    }
    free(c->failures);
    arena_names_free(&c->texts);
    c->failures = NULL;
    c->nfailures = c->cap_failures = 0;
}
