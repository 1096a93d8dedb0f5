/* locales: the locale of a thread as an object, and the locale "C". On systems without such objects, such as Windows,
   the functions do nothing: the program always runs in the locale "C" with which it starts. */
#ifndef PERFOLIO_CORE_BASE_FILE_SYSTEM_LOCALES_H
#define PERFOLIO_CORE_BASE_FILE_SYSTEM_LOCALES_H

/* Makes the locale "C"; locales_free() frees it and accepts NULL. NULL: out of memory. */
void *locales_plain(void);
void locales_free(void *locale);

/* locales_current(): the locale of this thread. locales_use(): changes it and returns the previous one. */
void *locales_current(void);
void *locales_use(void *locale);

#endif
