/* library.c: two functions that call each other through the procedure linkage table. */
unsigned long of_library(unsigned long n);
unsigned long other_of_library(unsigned long n);

unsigned long of_library(unsigned long n)
{
    unsigned long x = n;
    for (int i = 0; i < 50; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return n ? other_of_library(n - 1) ^ x : x;
}

unsigned long other_of_library(unsigned long n)
{
    return n ? of_library(n - 1) + 3 : n;
}
