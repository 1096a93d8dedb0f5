#include "formats/disasm/engine.h"

#include <dlfcn.h>
#include <string.h>

/* Pointers to functions, as POSIX has them: of the size of others. */
bool engine_function(void *library, const char *name, void *to)
{
    void *p = dlsym(library, name);
    memcpy(to, &p, sizeof(p));
    return p;
}

bool engine_option(const char *options, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = options; s && *s; s += *s == ',') {
        size_t k = strcspn(s, ",");
        if (k >= n && strncmp(s, word, n) == 0 && (k == n || s[n] == '-')) /* intel-mnemonic */
            return true;
        s += k;
    }
    return false;
}
