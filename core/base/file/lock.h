/* lock: a mutex that is held over what may allocate. Where memory fails meanwhile it is given back, so that nobody waits for it for ever;
   who has it next finds what it is of as it was left, at the latest when it is freed. Where nothing allocates, pthread's own do. */
#ifndef PERFOLIO_CORE_BASE_FILE_LOCK_H
#define PERFOLIO_CORE_BASE_FILE_LOCK_H

#include <pthread.h>

#include "core/base/mem.h"

/* `held` is the caller's until the release, and returned: `struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, m)`. */
struct mem_undo *lock_hold(struct mem_undo *held, pthread_mutex_t *m);
void lock_release(struct mem_undo *held);

#endif
