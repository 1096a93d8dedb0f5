#include "formats/disasm/capstone_text.h"

#include <string.h>

const char *capstone_mnemonic(const char *mnemonic)
{
    static const char *const newer[] = { "notrack ", "repz ret" };
    if (!strncmp(mnemonic, newer[0], strlen(newer[0])))
        mnemonic += strlen(newer[0]);
    if (strncmp(mnemonic, newer[1], strlen(newer[1])))
        return mnemonic;
    return strchr(mnemonic, ' ') + 1;
}

void capstone_correct_least(char *operands)
{
    static const char wrong[] = "-0xffffffff80000000", right[] = "-0x80000000";
    char *at = strstr(operands, wrong);
    if (at) {
        memcpy(at, right, strlen(right));
        memmove(at + strlen(right), at + strlen(wrong), strlen(at + strlen(wrong)) + 1);
    }
}
