/*
 * Demangles with libiberty, with the flags of perf 6.1 (symbol-elf.c, demangle_sym): DMGL_NO_OPTS for names
 * without parameters; or DMGL_PARAMS | DMGL_ANSI, which perf 6.1 uses when verbose and perf 7 always. As in
 * libiberty's cplus_demangle(), Rust is tried before C++. D, which perf leaves mangled, comes last. OCaml and
 * Java, which perf also demangles, are demangled here without libiberty. Swift, which libiberty does not
 * know, stays mangled.
 *
 * A mangled name may refer back to its own parts, so that 300 bytes become gigabytes. libiberty has no limit,
 * and its printing cannot be stopped. It has no heap memory while it prints, so leaving it by longjmp() leaks
 * nothing.
 */
#include "formats/elf/read/demangle.h"

#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#define HAVE_DECL_BASENAME 1 /* otherwise libiberty.h declares basename() */
#include <demangle.h>

#include "core/base/text.h"

enum {
    MAX_PLAIN = 1 << 16, /* bytes of a plain name; a longer one is no more readable than the mangled name */
    MAX_D = 512,         /* bytes of a mangled D name */
    MAX_BACK = 12, /* back references in it: each may double the plain name, which libiberty does not limit */
};

struct plain {
    struct text text;
    jmp_buf too_long;
};

static void add_plain_text(const char *s, size_t n, void *arg)
{
    struct plain *p = arg;
    if (p->text.n + n > MAX_PLAIN)
        longjmp(p->too_long, 1);
    text_add_n(&p->text, s, n);
}

/* A separate function from plain_name(), so that no local variable changes between setjmp() and longjmp(). */
static bool demangle(const char *name, int cplus, struct plain *p)
{
    if (setjmp(p->too_long))
        return false;
    if (rust_demangle_callback(name, DMGL_NO_OPTS, add_plain_text, p))
        return true;
    p->text.n = 0; /* drop the output of the failed attempt */
    return cplus_demangle_v3_callback(name, cplus, add_plain_text, p);
}

/* Demangle a D name (D ABI, "Name Mangling"): _D and the length of its first part, or _Dmain. */
static char *demangle_d(const char *name)
{
    size_t back = 0, n = strlen(name);
    for (const char *q = name; (q = strchr(q, 'Q')) != NULL; q++)
        back++;
    bool is_d = (name[2] >= '1' && name[2] <= '9') || !strcmp(name, "_Dmain");
    if (is_d && n <= MAX_D && back <= MAX_BACK)
        return dlang_demangle(name, DMGL_NO_OPTS);
    return NULL;
}

static int hex_byte(const char *s)
{
    const int high = text_hex_digit(s[0]);
    if (high < 0)
        return -1;
    const int low = text_hex_digit(s[1]);
    if (low < 0)
        return -1;
    return 16 * high + low;
}

/* OCaml (asmcomp/compilenv.ml, make_symbol; utils/misc.ml): "caml", the module's name, "__", or since 5.1
   ".", and the function's name. Characters other than letters, digits and '_' are written as $ and two
   hexadecimal digits. Functions of its runtime (caml_alloc) are C and stay as they are. */
static char *demangle_ocaml(const char *name)
{
    struct text t = { 0 };
    bool parts = false;
    if (strncmp(name, "caml", 4) != 0 || name[4] < 'A' || name[4] > 'Z')
        return NULL;
    for (const char *c = name + 4; *c; c++) {
        const int byte = *c == '$' ? hex_byte(c + 1) : -1;
        if (byte >= ' ') {
            text_char(&t, (char)byte, 1);
            c += 2;
        } else if (c[0] == '_' && c[1] == '_' && c[2]) {
            text_char(&t, '.', 1);
            parts = true;
            c++;
        } else {
            parts = parts || *c == '.';
            text_char(&t, *c, 1);
        }
    }
    if (parts && t.n <= MAX_PLAIN)
        return t.s;
    text_free(&t);
    return NULL;
}

/* Read a class descriptor, "java/lang/Object;", into t. Returns the text after its ';'; NULL: not a
   descriptor. */
static const char *java_class(const char *c, struct text *t)
{
    const char *begin = c;
    for (; *c && !strchr(";()[. ", *c); c++) {
        const char sign = *c == '/' ? '.' : *c;
        text_char(t, sign, 1);
    }
    if (*c == ';' && c > begin)
        return c + 1;
    return NULL;
}

/* Read a field descriptor (Java Virtual Machine Specification, 4.3.2) into t. Returns the text after it;
   NULL: not a descriptor. */
static const char *java_type(const char *c, struct text *t)
{
    static const struct {
        char letter;
        const char *name;
    } types[] = { { 'B', "byte" }, { 'C', "char" },  { 'D', "double" }, { 'F', "float" },  { 'I', "int" },
                  { 'J', "long" }, { 'S', "short" }, { 'V', "void" },   { 'Z', "boolean" } };
    size_t arrays = strspn(c, "["), i = 0;
    c += arrays;
    while (i < sizeof(types) / sizeof(*types) && types[i].letter != *c)
        i++;
    if (i < sizeof(types) / sizeof(*types)) {
        text_add(t, types[i].name);
        c++;
    } else if (*c != 'L' || !(c = java_class(c + 1, t))) {
        return NULL;
    }
    for (; arrays; arrays--)
        text_add(t, "[]");
    return c;
}

/* The names that Java agents write for perf: "LCLASS;METHOD(PARAMETERS)RESULT", or with a dot before the
   method. As in perf, the result is left out, and a method that does not begin with a letter (<init>)
   follows its class without a dot. */
static bool java_method(const char *name, struct text *t)
{
    assert(name[0] == 'L');
    const char *c = java_class(name + 1, t);
    if (!c)
        return false;
    const bool dotted = *c == '.';
    if (dotted)
        c++;
    const char *end = strchr(c, '(');
    struct text result = { 0 };
    if (!end || end == c || strcspn(c, ";[./") < (size_t)(end - c))
        return false;
    const char small = *c | ' ';
    if (dotted || (small >= 'a' && small <= 'z'))
        text_add(t, ".");
    text_add_n(t, c, (size_t)(end - c + 1));
    for (c = end + 1; c && *c != ')' && t->n <= MAX_PLAIN;) {
        if (c > end + 1)
            text_add(t, ", ");
        c = java_type(c, t);
    }
    bool good = c && *c == ')' && (c = java_type(c + 1, &result)) && !*c;
    text_add(t, ")");
    text_free(&result);
    return good;
}

static char *demangle_java(const char *name)
{
    struct text t = { 0 };
    if (java_method(name, &t))
        return t.s;
    text_free(&t);
    return NULL;
}

static char *plain_name(const char *name, int cplus)
{
    struct plain p = { 0 };

    if (name[0] == '_' && name[1] == 'D')
        return demangle_d(name);
    if (name[0] == 'c')
        return demangle_ocaml(name);
    if (name[0] == 'L')
        return demangle_java(name);

    /* Itanium C++ ABI 5.1.2: _Z; Rust RFC 2603: _R; GCC's _GLOBAL__I_ and _GLOBAL__D_. Names with other
       prefixes, such as C names, are not passed to libiberty, which would take time. */
    if (name[0] != '_' || !name[1] || !strchr("ZRG", name[1]))
        return NULL;
    if (demangle(name, cplus, &p))
        return p.text.s;
    text_free(&p.text);
    return NULL;
}

char *elf_demangle(const char *name)
{
    return plain_name(name, DMGL_NO_OPTS);
}

char *elf_demangle_full(const char *name)
{
    return plain_name(name, DMGL_PARAMS | DMGL_ANSI);
}
