#include "core/base/file/lock.h"

static void give_back(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

struct mem_undo *lock_hold(struct mem_undo *held, pthread_mutex_t *m)
{
    pthread_mutex_lock(m);
    mem_undo_add(held, give_back, m);
    return held;
}

void lock_release(struct mem_undo *held)
{
    mem_undo_drop(held);
    pthread_mutex_unlock(held->arg);
}
