/* locales: the locale of a thread, as an object, and the locale "C". Without either, as on Windows, the functions do nothing: the
   program never leaves the locale "C" with which it starts. */
#ifndef PERFOLIO_CORE_BASE_FILE_SYSTEM_LOCALES_H
#define PERFOLIO_CORE_BASE_FILE_SYSTEM_LOCALES_H

/* Makes the locale "C", for locales_free(), which accepts NULL. NULL: there is no memory. */
void *locales_plain(void);
void locales_free(void *locale);

/* The locale of this thread, and changing it, which returns the previous one. */
void *locales_current(void);
void *locales_use(void *locale);

#endif
