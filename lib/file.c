#include "lib/file.h"

#include <string.h>

#include "core/base/file/system/locales.h"
#include "core/base/mem.h"

_Static_assert(sizeof(((pf_error *)NULL)->message) == sizeof(((struct err *)NULL)->msg), "a message fits");
_Static_assert((int)PF_IO == ERR_IO && (int)PF_FORMAT == ERR_FORMAT &&
                   (int)PF_UNSUPPORTED == ERR_UNSUPPORTED && (int)PF_USAGE == ERR_USAGE &&
                   (int)PF_MEMORY == ERR_MEMORY && (int)PF_CANCELLED == ERR_CANCELLED,
               "kinds of errors are the house's");

void file_error(pf_error *to, const struct err *e)
{
    if (!to)
        return;
    to->kind = (enum pf_error_kind)e->kind;
    to->at = e->at;
    memcpy(to->message, e->msg, sizeof(to->message));
}

void file_copy_out(void *out, size_t size, const void *ours, size_t n)
{
    memset(out, 0, size);
    memcpy(out, ours, size < n ? size : n);
}

bool file_goes_on(struct watch *w, uint64_t done, uint64_t all, struct err *e)
{
    struct progress *p = (struct progress *)w;
    const bool is_caller = pthread_equal(p->caller, pthread_self());
    if (is_caller && p->enough && *p->enough)
        atomic_store(&p->stopped, true);
    if (is_caller && p->tell && !atomic_load(&p->cancelled)) {
        void *ours = locales_use(p->locale);
        atomic_store(&p->cancelled, p->tell(p->arg, done < all ? done : all, all) != 0);
        locales_use(ours);
    }
    return !(atomic_load(&p->cancelled) || atomic_load(&p->stopped)) ||
           err_set(e, ERR_CANCELLED, 0, "it was cancelled");
}

bool file_run(pf_file *f, void (*work)(void *arg), void *arg, struct err *e)
{
    f->progress.locale = locales_use(f->plain);
    f->progress.caller = pthread_self();
    atomic_store(&f->progress.cancelled, false);
    atomic_store(&f->progress.stopped, false);
    const bool ok = mem_run_protected(work, arg, e);
    locales_use(f->progress.locale);
    return ok;
}

bool file_call_guarded(pf_file *f, void (*work)(void *arg), void *arg, struct err *e)
{
    if (atomic_exchange(&f->busy, true))
        return err_set(e, ERR_USAGE, 0, "a call is under way, and a file has one at a time");
    if (f->broken)
        err_set(e, ERR_USAGE, 0, "memory could not be had before: the file can only be closed");
    else
        f->broken = !file_run(f, work, arg, e);
    atomic_store(&f->busy, false);
    return e->kind == ERR_NONE;
}
