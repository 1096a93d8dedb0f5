/* Where mingw has alloca(). */
#include <malloc.h>
