#include "lib/columns/thread_numbers.h"

#include <stdlib.h>

#include "core/base/mem.h"

uint32_t thread_number(struct thread_numbers *t, const struct column_thread *of)
{
    const uint32_t task = idmap_number_key(&t->tasks, (uint64_t)(uint32_t)of->pid << 32 | (uint32_t)of->tid),
                   command = idmap_number_key(&t->commands, (uintptr_t)of->comm),
                   number = idmap_number_key(&t->numbers, (uint64_t)command << 32 | task);
    if (number == t->n)
        *MEM_ADD(t->v, t->n, t->cap) = *of;
    return number;
}

void thread_numbers_init(struct thread_numbers *t, const struct column_thread *v, size_t n)
{
    *t = (struct thread_numbers){ 0 };
    *MEM_ADD(t->v, t->n, t->cap) = (struct column_thread){ 0 };
    for (size_t i = 1; i < n; i++)
        thread_number(t, &v[i]);
}

void thread_numbers_free(struct thread_numbers *t)
{
    free(t->v);
    idmap_free(&t->tasks);
    idmap_free(&t->commands);
    idmap_free(&t->numbers);
    *t = (struct thread_numbers){ 0 };
}
