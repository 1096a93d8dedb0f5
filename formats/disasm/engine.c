#include "formats/disasm/engine.h"

#include <string.h>

bool engine_option(const char *options, const char *word)
{
    size_t n = strlen(word);
    for (const char *s = options; s && *s; s += *s == ',') {
        size_t k = strcspn(s, ",");
        if (k >= n && strncmp(s, word, n) == 0 && (k == n || s[n] == '-')) /* accepts intel-mnemonic, too */
            return true;
        s += k;
    }
    return false;
}
