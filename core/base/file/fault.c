#include "core/base/file/fault.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

struct fault {
    pthread_mutex_t lock;
    const char *name;
    struct err first;
};

struct fault *fault_new(const char *name)
{
    struct fault *f = mem_new(1, sizeof(*f));
    f->name = name;
    pthread_mutex_init(&f->lock, NULL);
    return f;
}

void fault_free(struct fault *f)
{
    if (!f)
        return;
    pthread_mutex_destroy(&f->lock);
    free(f);
}

void fault_note(struct fault *f, const struct err *e)
{
    if (!f)
        return;
    pthread_mutex_lock(&f->lock);
    if (f->first.kind == ERR_NONE) {
        f->first = *e;
        if (!strstr(e->msg, f->name))
            err_prefix(&f->first, "%s", f->name);
    }
    pthread_mutex_unlock(&f->lock);
}

bool fault_check(struct fault *f, struct err *e)
{
    if (!f)
        return true;
    pthread_mutex_lock(&f->lock);
    bool none = f->first.kind == ERR_NONE;
    if (!none && e->kind == ERR_NONE)
        *e = f->first;
    pthread_mutex_unlock(&f->lock);
    return none;
}
