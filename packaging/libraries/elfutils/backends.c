/* What libdw's frames ask of libebl: first rules of an architecture's ABI. Perfolio has these rules itself, and libebl
   would load a library for each architecture: there is none here. */
struct ebl *ebl_openbackend(void *elf);
void ebl_closebackend(struct ebl *b);
int ebl_abi_cfi(struct ebl *b, void *cie);

struct ebl *ebl_openbackend(void *elf)
{
    (void)elf;
    return 0;
}

void ebl_closebackend(struct ebl *b)
{
    (void)b;
}

int ebl_abi_cfi(struct ebl *b, void *cie)
{
    (void)b;
    (void)cie;
    return -1;
}
