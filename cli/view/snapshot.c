#include "cli/view/snapshot.h"

#include <stdio.h>

#include "core/base/file/file.h"
#include "core/base/file/output.h"

enum { NAME_ROOM = 32, MOST = 10000 };

static bool snapshot_choose_name(char name[NAME_ROOM])
{
    for (unsigned i = 0; i < MOST; i++) {
        snprintf(name, NAME_ROOM, "perf.hist.%u", i);
        if (file_kind_of(name) == FILE_NONE)
            return true;
    }
    return false;
}

static bool snapshot_store(struct workbench *w, const char *name, const struct text *text, struct err *e)
{
    struct output out = { 0 };
    const bool ok = output_open_nofollow(&out, name, OUTPUT_ORDINARY, w->desk->around.temporary, e) &&
                    output_add(&out, text->s, text->n, e) && output_commit(&out, e);
    output_abandon(&out);
    return ok;
}

void snapshot_write(struct workbench *w, struct page *p)
{
    char name[NAME_ROOM];
    struct text text = { 0 }, said = { 0 };
    struct err e = { 0 };
    if (!p->question.base.n) {
        workbench_say(w, "no command prints this page");
        return;
    }
    workbench_say(w, "printing...");
    workbench_draw(w);
    const int status = opened_print(workbench_file(w), &p->question, &text, &said);
    if (status == 1)
        workbench_alert_said(w, text_str(&said));
    else if (!snapshot_choose_name(name))
        workbench_alert(w, "there are perf.hist.0 to perf.hist.%d already", MOST - 1);
    else if (!snapshot_store(w, name, &text, &e))
        workbench_alert(w, "%s", e.msg);
    else
        workbench_say(w, "written to %s", name);
    text_free(&text);
    text_free(&said);
}
