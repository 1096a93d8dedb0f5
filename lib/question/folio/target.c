/*
 * target: examines, once, what exists at the output path of a folio. There are three results: it may be replaced
 * without loss; it is a folio; it must not be replaced. A folio that will also be read is locked from then on, so
 * that data that other programs add to it is not lost (core/base/file/held.h).
 */
#include "lib/question/folio/packing.h"

#include "archive/folio/folio.h"
#include "archive/package/page.h"
#include "core/base/file/output.h"

/* Whether an open file may be replaced: a folio, a page with a folio, or an empty file. */
static bool may_give_way(struct target *t, const char *path, const struct file *f, struct err *e)
{

    enum folio_look look = folio_recognise(f, e);
    t->folio = look == FOLIO_IS;
    if (look == FOLIO_UNREADABLE)
        return err_prefix(e, "%s", path);
    t->page = page_is_of_folio(f, e);
    if (e->kind != ERR_NONE)
        return err_prefix(e, "%s", path);
    return t->folio || t->page || !f->size ||
           err_set(e, ERR_USAGE, 0, "%s exists and is not a folio, so it is not replaced", path);
}

/* Reports, once, the wait for other programs that append or merge. */
static void wait_for_others(void *arg)
{
    struct packing *p = arg;
    if (!p->waited)
        outlet_print(p->err, "perfolio %s: waiting for another perfolio that writes %s\n", p->command,
                     p->output);
    p->waited = true;
}

static bool target_hold(struct packing *p, struct err *e)
{
    struct target *t = &p->target;
    t->holds = held_open(&t->held, p->output, wait_for_others, p, e);
    if (!t->holds)
        return err_prefix(e, "%s", p->output);
    return held_absent(&t->held) || may_give_way(t, p->output, &t->held.file, e);
}

/* Examines the output path. Only regular files matter: anything else is either written to without being replaced, or
   refused when it is opened. */
static bool look_once(struct target *t, const char *path, struct err *e)
{
    struct err why = { 0 };
    struct file f;
    bool absent;
    if (!file_open_regular(&f, path, &absent, &why))
        return absent || why.kind == ERR_UNSUPPORTED || err_set(e, why.kind, 0, "%s: %s", path, why.msg);
    bool ok = may_give_way(t, path, &f, e);
    file_close(&f);
    return ok;
}

bool packing_lock_target(struct packing *p, bool reads, struct err *e)
{
    bool through = output_writes_into(p->output);
    if (through && !reads)
        return true;
    if (through)
        return err_set(e, ERR_USAGE, 0, "%s has no captures to keep: it is not a regular file", p->output);
    if (reads)
        return target_hold(p, e);
    return look_once(&p->target, p->output, e);
}

void packing_unlock_target(struct packing *p)
{
    if (p->target.holds)
        held_close(&p->target.held);
}
