/* What elfutils' configure would write. Its own headers come with it, so that its messages are left as they are. */
#define PACKAGE_NAME           "elfutils"
#define HAVE_DECL_MEMPCPY      1
#define HAVE_DECL_MEMRCHR      1
#define HAVE_DECL_POWEROF2     1
#define HAVE_DECL_RAWMEMCHR    0
#define HAVE_DECL_REALLOCARRAY 1
#define HAVE_DECL_STRERROR_R   1
#define HAVE_ERR_H             1 /* not error.h, which is glibc's alone */
#define HAVE_FALLTHROUGH       1
#define HAVE_STDATOMIC_H       1
#define USE_ZLIB               1
#define SIZEOF_LONG            __SIZEOF_LONG__
#include <eu-config.h>

/* elfutils means GNU's basename(), which leaves its argument alone. musl 1.2.5 declares none in <string.h>, and musl before it
   POSIX's without a prototype. */
#include <string.h>
#if !defined(__GLIBC__) && !defined(basename)
static inline const char *gnu_basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
#define basename gnu_basename
#endif
