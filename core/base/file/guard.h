/*
 * file_guard: what happens when a file gets shorter while it is mapped. Whoever touches a page that is not
 * there any more gets a signal (POSIX.1-2017, mmap(): SIGBUS), and so does one whose disk fails. Such a page
 * becomes one of zeros, so that the reader goes on: all readers bear zeros, for input is hostile. The mapping
 * is marked, and who reads it asks afterwards whether what it read can be used.
 *
 * A signal handler has no argument, so the mappings are a list of the process: the only state in the house
 * that belongs to no session. map.c alone calls this; what is asked of the guard is in
 * file.h.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_GUARD_H
#define PERFOLIO_CORE_BASE_FILE_GUARD_H

#include <sys/stat.h>

/* From now on the memory from `start` on, which begins a page, is all of the file at `path`, of which `st` is what the
   system knew when it was mapped. Installs the handler; faults elsewhere go to the one before. */
void file_guard_add(const void *start, const char *path, const struct stat *st);

/* Before the mapping that begins there is undone. What happened to it is kept until it is reported. */
void file_guard_remove(const void *start);

#endif
