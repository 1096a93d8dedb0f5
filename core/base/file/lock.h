/* lock: a mutex for code that may allocate: if memory runs out while it is held it is released, so that no thread waits for
   ever. What it protects may then be half done, and is only good to be freed. Code that does not allocate uses pthread's
   functions. */
#ifndef PERFOLIO_CORE_BASE_FILE_LOCK_H
#define PERFOLIO_CORE_BASE_FILE_LOCK_H

#include <pthread.h>

#include "core/base/mem.h"

/* Locks `m`. `held` is the caller's until the release, and is returned: `struct mem_undo *held = lock_hold(&(struct
   mem_undo){ 0 }, m)`. */
struct mem_undo *lock_hold(struct mem_undo *held, pthread_mutex_t *m);
void lock_release(struct mem_undo *held);

#endif
