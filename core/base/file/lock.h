/* lock: mutexes for code that may allocate. If memory runs out while the mutex is locked, it is unlocked, so that no
   thread waits for ever. The data that it protects may then be inconsistent and can only be freed. Code that does not
   allocate uses pthread's functions. */
#ifndef PERFOLIO_CORE_BASE_FILE_LOCK_H
#define PERFOLIO_CORE_BASE_FILE_LOCK_H

#include <pthread.h>

#include "core/base/mem.h"

/* Locks `m`. The caller provides `held`, which must exist until lock_release(); it is returned: `struct mem_undo *held =
   lock_hold(&(struct mem_undo){ 0 }, m)`. */
struct mem_undo *lock_hold(struct mem_undo *held, pthread_mutex_t *m);
void lock_release(struct mem_undo *held);

#endif
