#include "core/compare/same_name.h"

#include <ctype.h>
#include <stdbool.h>

#include "arch/arch.h"

static size_t digits(const char *s)
{
    return strspn(s, "0123456789");
}

/* The length of the compiler's suffix, such as ".isra.0", with which `s` begins; 0: none. More suffixes
   may follow. */
static size_t suffix(const char *s)
{
    /* from GCC (clone_function_name() and its callers) and LLVM */
    static const char *const words[] = {
        ".isra", ".constprop",  ".part",      ".cold", ".lto_priv", ".llvm",
        ".ipcp", ".localalias", ".simdclone", ".avx",  ".arch",     ".__uniq"
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t n = strlen(words[i]);
        if (strncmp(s, words[i], n) != 0)
            continue;
        while (s[n] == '.' && digits(s + n + 1))
            n += 1 + digits(s + n + 1);
        if (!s[n] || s[n] == '.' || s[n] == ' ' || s[n] == '@')
            return n;
    }
    return 0;
}

/* Whether `s` is "::h" and a hash of 16 digits (rustc, legacy mangling). */
static bool is_hash(const char *s)
{
    return !strncmp(s, "::h", 3) && strspn(s + 3, "0123456789abcdef") == 16 && !s[19];
}

void same_name_strip_function(const char *name, struct text *out)
{
    out->n = 0;
    text_add(out, "");
    for (const char *s = name; *s;) {
        size_t n = suffix(s);
        if (!strncmp(s, " [clone ", 8) && strchr(s, ']'))
            n = (size_t)(strchr(s, ']') - s) + 1;
        if (!strcmp(s, " (inlined)"))
            n = strlen(s);
        if ((n && s != name) || is_hash(s)) {
            s += n ? n : strlen(s);
            continue;
        }
        text_add_n(out, s++, 1);
    }
}

/* Whether the n characters at `s`, which is not the beginning of a name, are a version: "-2.31", "3.11",
   ".6.0". At the end of a name that is not a library's, "-6.1.0-13-amd64" and "-12" are versions, too. */
static bool is_version(const char *s, size_t n, bool library)
{
    bool numbers = strspn(s + 1, "0123456789.") >= n - 1, point = memchr(s, '.', n) != NULL;
    bool dash = *s == '-' && digits(s + 1);
    if (!library && dash)
        return true;
    return numbers && point && (dash || (*s == '.' && digits(s + 1)) || isdigit((unsigned char)*s));
}

void same_name_strip_object(const char *name, struct text *out)
{
    const char *so = strstr(name, ".so");
    bool library = so && (!so[3] || (so[3] == '.' && digits(so + 4)));
    size_t n = library ? (size_t)(so - name) : strlen(name), kept = n;
    out->n = 0;
    for (size_t i = 1; *name != '[' && i < kept; i++) /* names in brackets come from the kernel */
        if (!isdigit((unsigned char)name[i - 1]) && is_version(name + i, n - i, library))
            kept = i;
    text_add_n(out, name, kept);
    text_add(out, library ? ".so" : NULL);
}
