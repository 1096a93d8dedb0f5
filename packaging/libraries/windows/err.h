/* BSD's err.h, for elfutils' error(), which ends the program. */
#ifndef ERR_H
#define ERR_H
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static inline void vwarnx(const char *format, va_list list)
{
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
}
#define vwarn  vwarnx
#define verr(status, format, list)  (vwarnx(format, list), exit(status))
#define verrx(status, format, list) (vwarnx(format, list), exit(status))
#endif
