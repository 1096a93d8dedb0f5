#include "core/base/character/pattern.h"

#include <stddef.h>

const char *pattern_compile(regex_t *to, const char *pattern)
{
    switch (regcomp(to, pattern, REG_EXTENDED | REG_NOSUB)) {
    case 0:
        return NULL;
    case REG_EPAREN:
        return "'(' and ')' are not in pairs";
    case REG_EBRACK:
        return "'[' has no ']'";
    case REG_EBRACE:
        return "'{' has no '}'";
    case REG_BADBR:
        return "the numbers in '{}' are no repetition";
    case REG_BADRPT:
        return "nothing stands before '*', '+', '?' or '{' that could be repeated";
    case REG_ERANGE:
        return "a range in '[]' ends before it begins";
    case REG_ECTYPE:
        return "'[]' names an unknown class of characters";
    case REG_ECOLLATE:
        return "'[]' names an unknown character";
    case REG_ESUBREG:
        return "a back reference names a group that is not there";
    case REG_EESCAPE:
        return "nothing stands behind the last '\\'";
    case REG_ESPACE:
        return "it takes more memory than there is";
    default:
        return "it is no regular expression";
    }
}
