#include "cli/session/turn.h"

#include <stdio.h>
#include <stdlib.h>

#include "archive/folio/folio.h"

char *turn_name(const struct captures *c)
{
    struct text name = { 0 };
    text_add_clean(&name, c->input.folio->captures[c->at].name);
    return name.s;
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
        fprintf(c->out, "%s# Capture: %s\n", c->shown ? "\n" : "", name);
    }
    c->shown = true;
}
