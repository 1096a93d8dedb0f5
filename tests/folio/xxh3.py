"""XXH3-128 with the default secret and no seed, after xxHash's doc/xxhash_spec.md, whose names are used. Slow: about 1 MB/s."""
import struct

M32, M64 = (1 << 32) - 1, (1 << 64) - 1
PRIME32_1, PRIME32_2, PRIME32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
PRIME64_1, PRIME64_2, PRIME64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
PRIME64_4, PRIME64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
PRIME_MX1, PRIME_MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")


def u32(b, at):
    return int.from_bytes(b[at:at + 4], "little")


def u64(b, at):
    return int.from_bytes(b[at:at + 8], "little")


def words(b, at, n):
    return struct.unpack_from(f"<{n}Q", b, at)


def bswap(x, n):
    return int.from_bytes(x.to_bytes(n, "little"), "big")


def fold(a, b):
    product = a * b
    return product & M64 ^ product >> 64


def avalanche(x):
    x ^= x >> 37
    x = x * PRIME_MX1 & M64
    return x ^ x >> 32


def avalanche_xxh64(x):
    x ^= x >> 33
    x = x * PRIME64_2 & M64
    x ^= x >> 29
    x = x * PRIME64_3 & M64
    return x ^ x >> 32


def tiny(b):
    """0 to 3 bytes."""
    n = len(b)
    if not n:
        s = words(SECRET, 64, 4)
        return avalanche_xxh64(s[0] ^ s[1]), avalanche_xxh64(s[2] ^ s[3])
    combined = b[-1] | n << 8 | b[0] << 16 | b[n >> 1] << 24
    swapped = bswap(combined, 4)
    low = u32(SECRET, 0) ^ u32(SECRET, 4) ^ combined
    high = u32(SECRET, 8) ^ u32(SECRET, 12) ^ (swapped << 13 & M32 | swapped >> 19)
    return avalanche_xxh64(low), avalanche_xxh64(high)


def to8(b):
    """4 to 8 bytes."""
    n = len(b)
    value = u64(SECRET, 16) ^ u64(SECRET, 24) ^ (u32(b, 0) | u32(b, n - 4) << 32)
    product = value * (PRIME64_1 + (n << 2) & M64)
    high, low = product >> 64, product & M64
    high = high + (low << 1) & M64
    low ^= high >> 3
    low ^= low >> 35
    low = low * PRIME_MX2 & M64
    return low ^ low >> 28, avalanche(high)


def to16(b):
    """9 to 16 bytes."""
    n, s = len(b), words(SECRET, 32, 4)
    first, last = u64(b, 0), u64(b, n - 8)
    product = (s[0] ^ s[1] ^ first ^ last) * PRIME64_1
    value = s[2] ^ s[3] ^ last
    low = (product & M64) + (n - 1 << 54) & M64
    high = (product >> 64) + value + (value & M32) * (PRIME32_2 - 1) & M64
    low ^= bswap(high, 8)
    product = low * PRIME64_2
    return avalanche(product & M64), avalanche((product >> 64) + high * PRIME64_2 & M64)


def mix_two(acc, b, at1, at2, secret):
    w1, w2, s = words(b, at1, 2), words(b, at2, 2), words(SECRET, secret, 4)
    acc[0] = (acc[0] + fold(w1[0] ^ s[0], w1[1] ^ s[1]) & M64) ^ (w2[0] + w2[1] & M64)
    acc[1] = (acc[1] + fold(w2[0] ^ s[2], w2[1] ^ s[3]) & M64) ^ (w1[0] + w1[1] & M64)


def to240(b):
    """17 to 240 bytes."""
    n = len(b)
    acc = [n * PRIME64_1 & M64, 0]
    if n <= 128:
        for i in reversed(range((n - 1 >> 5) + 1)):
            mix_two(acc, b, i * 16, n - i * 16 - 16, i * 32)
    else:
        for i in range(n >> 5):
            if i == 4:
                acc = [avalanche(x) for x in acc]
            mix_two(acc, b, i * 32, i * 32 + 16, i * 32 if i < 4 else (i - 4) * 32 + 3)
        if n >> 5 == 4:
            acc = [avalanche(x) for x in acc]
        mix_two(acc, b, n - 16, n - 32, 103)
    high = acc[0] * PRIME64_1 + acc[1] * PRIME64_4 + n * PRIME64_2
    return avalanche(sum(acc) & M64), -avalanche(high & M64) & M64


def accumulate(acc, b, at, s):
    stripe = words(b, at, 8)
    for i in range(8):
        x = stripe[i] ^ s[i]
        acc[i ^ 1] += stripe[i]
        acc[i] = acc[i] + (x & M32) * (x >> 32)


def large(b):
    n, secrets = len(b), [words(SECRET, i * 8, 8) for i in range(16)]
    last = words(SECRET, len(SECRET) - 64, 8)
    acc = [PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1]
    blocks = (n - 1) // 1024
    for block in range(blocks):
        for i in range(16):
            accumulate(acc, b, block * 1024 + i * 64, secrets[i])
        for i in range(8):
            x = acc[i] & M64
            acc[i] = (x ^ x >> 47 ^ last[i]) * PRIME32_1 & M64
    for i in range((n - blocks * 1024 - 1) // 64):
        accumulate(acc, b, blocks * 1024 + i * 64, secrets[i])
    accumulate(acc, b, n - 64, words(SECRET, len(SECRET) - 71, 8))

    def merge(value, secret):
        s = words(SECRET, secret, 8)
        return avalanche(value + sum(fold(acc[i] & M64 ^ s[i], acc[i + 1] & M64 ^ s[i + 1]) for i in (0, 2, 4, 6)) & M64)

    return merge(n * PRIME64_1, 11), merge(~(n * PRIME64_2) & M64, len(SECRET) - 75)


def xxh3_128(b):
    """The hash in its canonical form: 16 bytes, the most significant one first."""
    n = len(b)
    low, high = (tiny if n < 4 else to8 if n < 9 else to16 if n < 17 else to240 if n < 241 else large)(b)
    return (high << 64 | low).to_bytes(16, "big")
