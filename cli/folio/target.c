#include "cli/folio/target.h"

#include "archive/folio/folio.h"
#include "core/base/file/output.h"

/* Whether an open file may give way: a folio, or an empty one. */
static bool may_give_way(struct target *t, const char *path, const struct file *f, struct err *e)
{
    enum folio_look look = folio_look(f, e);
    t->folio = look == FOLIO_IS;
    if (look == FOLIO_UNREADABLE)
        return err_in(e, "%s", path);
    return t->folio || !f->size ||
           err_set(e, ERR_USAGE, 0, "%s is there, and is no folio that could be replaced", path);
}

static bool hold(struct target *t, const char *path, void (*busy)(void *arg), void *arg, struct err *e)
{
    t->holds = held_open(&t->held, path, busy, arg, e);
    if (!t->holds)
        return err_in(e, "%s", path);
    return held_absent(&t->held) || may_give_way(t, path, &t->held.file, e);
}

/* What is no regular file is written through, or refused by who opens it. */
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

bool target_look(struct target *t, const char *path, bool reads, void (*busy)(void *arg), void *arg,
                 struct err *e)
{
    *t = (struct target){ 0 };
    bool through = output_is_through(path);
    if (through && !reads)
        return true;
    if (through)
        return err_set(e, ERR_USAGE, 0, "%s has no captures to keep: it is written to, not replaced", path);
    return reads ? hold(t, path, busy, arg, e) : look_once(t, path, e);
}

void target_close(struct target *t)
{
    if (t->holds)
        held_close(&t->held);
    *t = (struct target){ 0 };
}
