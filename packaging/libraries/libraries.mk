# libraries.mk: the libraries that Perfolio is linked with, as archives, compiled file by file by any C compiler, without
# their own build systems, and of each only what Perfolio uses:
#
#     make -f packaging/libraries/libraries.mk SOURCES=FOLDER OUT=FOLDER [CC=musl-gcc] [AR=gcc-ar] [FLAGS=-O2] [CAPSTONE=]
#
# SOURCES is what fetch.sh made. OUT gets lib/*.a, include/ and lib/pkgconfig/*.pc. CAPSTONE names the architectures that
# capstone is to know, as its folders do; with none of them it is not compiled.
SOURCES ?= build-libraries/sources
OUT ?= build-libraries/$(CC)
CC ?= cc
AR ?= ar
FLAGS ?= -O2 -ffunction-sections -fdata-sections
CAPSTONE ?= ARM AArch64 M68K Mips PowerPC Sparc SystemZ X86

HOUSE := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
S := $(abspath $(SOURCES))
O := $(abspath $(OUT))
ALWAYS := -w -D_FILE_OFFSET_BITS=64 -ffile-prefix-map=$S/= -ffile-prefix-map=$(HOUSE)/=
BIG_ENDIAN := $(shell $(CC) -dM -E -x c /dev/null | sed -n 's/^\#define __BYTE_ORDER__ __ORDER_BIG_ENDIAN__/-DWORDS_BIGENDIAN=1/p')
WINDOWS := $(shell $(CC) -dM -E -x c /dev/null | sed -n 's/^\#define _WIN32 1/yes/p')
defined = $(addprefix -DHAVE_,$1)
in = $(addprefix $S/$1/,$2)
without = $(foreach f,$2,$(if $(strip $(foreach word,$1,$(findstring $(word),$(notdir $f)))),,$f))
version = $(shell sed -n '1s/^[^ ]* .\([0-9]*:\)*\([0-9]*\(\.[0-9]\+\)*\).*/\2/p' $S/$1/debian/changelog)
listed = $(call in,elfutils/$1,$(filter %.c,$(shell sed -n '/^$1_a_SOURCES/,/[^\\]$$/p' $S/elfutils/$1/Makefile.am)))

LIBRARIES := z bz2 zstd lz4 xxhash lzma elf dw archive iberty $(if $(strip $(CAPSTONE)),capstone) $(if $(WINDOWS),tre)

z_files := $(call in,zlib,adler32.c compress.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c)
z_flags := -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=0
bz2_files := $(call in,bzip2,blocksort.c bzlib.c compress.c crctable.c decompress.c huffman.c randtable.c)
zstd_files := $(wildcard $(call in,libzstd/lib,common/*.c compress/*.c decompress/*.c))
zstd_flags := -DZSTD_DISABLE_ASM=1 -DXXH_NAMESPACE=ZSTD_ -DZSTD_LEGACY_SUPPORT=0
lz4_files := $(call in,lz4/lib,lz4.c lz4hc.c)
xxhash_files := $(call in,xxhash,xxhash.c)

# To read alone: nothing is compressed by it. One thread.
lzma_folders := $(call in,xz-utils/src/liblzma,common check delta lz lzma rangecoder simple)
lzma_files := $(call in,xz-utils/src/common,tuklib_physmem.c) $(call without,encoder tablegen small _mt easy_ hardware_ outqueue fastpos, \
    $(wildcard $(addsuffix /*.c,$(lzma_folders))))
lzma_flags := -std=gnu99 $(BIG_ENDIAN) -DNDEBUG -DPACKAGE_NAME='"xz"' -DTUKLIB_SYMBOL_PREFIX=lzma_ -DTUKLIB_PHYSMEM_SYSCONF \
    -DSIZEOF_SIZE_T=__SIZEOF_SIZE_T__ $(call defined,CHECK_CRC32 CHECK_CRC64 CHECK_SHA256 DECODERS INTTYPES_H LIMITS_H STDBOOL_H STDINT_H STRING_H \
    _BOOL __BUILTIN_BSWAPXX $(addprefix DECODER_,ARM ARM64 ARMTHUMB DELTA IA64 LZMA1 LZMA2 POWERPC SPARC X86)) \
    $(addprefix -I,$(call in,xz-utils/src,common liblzma/api) $(lzma_folders))

# Without elfutils' lib/crc32.c, whose crc32() would take the place of zlib's.
elf_files := $(call listed,libelf) $(call in,elfutils/lib,error.c next_prime.c)
elf_flags := -std=gnu11 -D_GNU_SOURCE -DHAVE_CONFIG_H -DPACKAGE_VERSION='"$(call version,elfutils)"' -I$(HOUSE)/elfutils \
    -I$S/zlib $(addprefix -I,$(call in,elfutils,. lib libelf))
ifdef WINDOWS
elf_flags += -I$(HOUSE)/windows -include missing.h
endif
dw_files := $(call listed,libdw) $(HOUSE)/elfutils/backends.c $(addprefix $S/elfutils/libdwelf/dwelf_,dwarf_gnu_debugaltlink.c \
    elf_gnu_build_id.c elf_gnu_debuglink.c scn_gnu_compressed_size.c)
dw_flags = $(elf_flags) $(addprefix -I,$(call in,elfutils,libdw libebl libdwelf libdwfl))

# To read ar, cpio, tar and one compressed file.
archive_files := $(HOUSE)/libarchive/programs.c $(call without,_all,$(wildcard $S/libarchive/libarchive/archive_read_support_filter_*.c)) \
    $(addprefix $S/libarchive/libarchive/archive_,acl.c check_magic.c cmdline.c entry.c entry_sparse.c entry_strmode.c entry_xattr.c options.c \
    pack_dev.c rb.c read.c read_add_passphrase.c read_append_filter.c read_set_options.c string.c string_sprintf.c util.c virtual.c \
    read_support_filter_all.c read_support_format_all.c read_support_format_ar.c read_support_format_cpio.c read_support_format_raw.c read_support_format_tar.c) \
    $(call in,libarchive/libarchive,xxhash.c)
archive_flags := -std=gnu99 -D_GNU_SOURCE -DPLATFORM_CONFIG_H='<limits.h>' -D__LIBARCHIVE_CONFIG_H_INCLUDED -DLIBARCHIVE_STATIC -DICONV_CONST= \
    -DSIZEOF_WCHAR_T=__SIZEOF_WCHAR_T__ -DSIZEOF_INT=4 -DSIZEOF_LONG=__SIZEOF_LONG__ $(addprefix -I,$(call in,,libarchive/libarchive zlib \
    bzip2 xz-utils/src/liblzma/api libzstd/lib lz4/lib)) $(call defined,$(addprefix DECL_,INT32_MAX INT32_MIN INT64_MAX INT64_MIN INTMAX_MAX \
    INTMAX_MIN SIZE_MAX SSIZE_MAX UINT32_MAX UINT64_MAX UINTMAX_MAX) BZLIB_H CTYPE_H EILSEQ ERRNO_H FCNTL FCNTL_H FSTAT GMTIME_R INTMAX_T \
    INTTYPES_H LANGINFO_H LIBBZ2 LIBLZ4 LIBLZMA LIBZ LIBZSTD LIMITS_H LOCALE_H LOCALTIME_R LONG_LONG_INT LZ4HC_H LZ4_H LZMA_H MBRTOWC MEMMOVE \
    MEMSET NL_LANGINFO STDARG_H STDINT_H STDLIB_H STRCHR STRDUP STRERROR STRINGS_H STRING_H STRNLEN STRRCHR STRUCT_STAT_ST_MTIM_TV_NSEC \
    SYS_STAT_H SYS_TIME_H SYS_TYPES_H SYS_WAIT_H TIMEGM TIME_H UINTMAX_T UNISTD_H UNSIGNED_LONG_LONG_INT WCHAR_H WCHAR_T WCRTOMB WCSCMP WCSCPY WCSLEN WCTOMB \
    WCTYPE_H WMEMCMP WMEMCPY WMEMMOVE ZLIB_H ZSTD_H)

ifdef WINDOWS
archive_files += $(HOUSE)/libarchive/windows_calls.c
archive_flags := $(filter-out -DHAVE_LANGINFO_H -DHAVE_NL_LANGINFO -DHAVE_SYS_WAIT_H,$(archive_flags)) -Duid_t=unsigned -Dgid_t=unsigned -include windows.h -include wincrypt.h
endif

iberty_files := $(call in,libiberty/libiberty,concat.c cp-demangle.c cplus-dem.c d-demangle.c rust-demangle.c safe-ctype.c xexit.c xmalloc.c xmemdup.c \
    xstrdup.c)
iberty_flags := -D_GNU_SOURCE -DSTDC_HEADERS $(call defined,ALLOCA_H INTTYPES_H LIMITS_H STDINT_H STDLIB_H STRING_H UNISTD_H) \
    $(addprefix -I,$(call in,libiberty,include libiberty))
ifdef WINDOWS
iberty_flags += -I$(HOUSE)/windows
endif

capstone_named = $(subst AArch64,ARM64,$(subst Mips,MIPS,$(subst PowerPC,POWERPC,$(subst Sparc,SPARC,$(subst SystemZ,SYSZ,$(CAPSTONE))))))
capstone_files := $(call in,capstone,MCInst.c MCInstrDesc.c MCRegisterInfo.c SStream.c cs.c utils.c) $(wildcard $(CAPSTONE:%=$S/capstone/arch/%/*.c))
capstone_flags := -DCAPSTONE_USE_SYS_DYN_MEM -I$S/capstone/include $(addprefix -DCAPSTONE_HAS_,$(capstone_named))

# Regular expressions, where the C library has none.
tre_files := $(addprefix $S/tre/lib/,regcomp.c regerror.c regexec.c $(addprefix tre-,ast.c compile.c match-backtrack.c match-parallel.c mem.c parse.c stack.c))
tre_flags := -std=gnu99 -I$(HOUSE)/tre -I$S/tre/lib

.PHONY: all headers
all: $(LIBRARIES:%=$O/lib/lib%.a) headers

object = $(patsubst $(HOUSE)/%.c,$O/objects/$1/house/%.o,$(patsubst $S/%.c,$O/objects/$1/%.o,$2))
missing := $(if $(WINDOWS),$(wildcard $(HOUSE)/windows/*.h))
define library
$O/objects/$1/%.o: $S/%.c $(missing)
	@mkdir -p $$(@D)
	$$(CC) $$(ALWAYS) $$(FLAGS) $$($1_flags) -c $$< -o $$@
$O/objects/$1/house/%.o: $(HOUSE)/%.c
	@mkdir -p $$(@D)
	$$(CC) $$(ALWAYS) $$(FLAGS) $$($1_flags) -c $$< -o $$@
$O/lib/lib$1.a: $$(foreach f,$$($1_files),$$(call object,$1,$$f))
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(AR) rcsD $$@ $$^
endef
$(foreach l,$(LIBRARIES),$(eval $(call library,$l)))

# libelf brings its elf.h along: other C libraries than glibc have less in theirs.
package = printf 'Name: %s\nDescription: %s\nVersion: %s\nLibs: -L%s %s\nCflags: -I%s\n' $1 $1 '$(call version,$2)' $O/lib '$3' $O/include >$O/lib/pkgconfig/$1.pc
headers:
	@mkdir -p $O/include/capstone $O/include/elfutils $O/include/libiberty $O/include/lzma $O/lib/pkgconfig
	@cp -p $(call in,,bzip2/bzlib.h libarchive/libarchive/archive.h libarchive/libarchive/archive_entry.h lz4/lib/lz4.h lz4/lib/lz4hc.h xxhash/xxhash.h \
	    xxhash/xxh3.h xz-utils/src/liblzma/api/lzma.h zlib/zconf.h zlib/zlib.h) \
	    $(addprefix $S/libzstd/lib/,zdict.h zstd.h zstd_errors.h) \
	    $(addprefix $S/elfutils/,libdw/dwarf.h libelf/elf.h libelf/gelf.h libelf/libelf.h libelf/nlist.h) $O/include
	@cp -p $S/xz-utils/src/liblzma/api/lzma/*.h $O/include/lzma
	@cp -p $(addprefix $S/elfutils/,libdw/known-dwarf.h libdw/libdw.h libdwelf/libdwelf.h libdwfl/libdwfl.h libebl/libebl.h libelf/elf-knowledge.h version.h) \
	    $O/include/elfutils
	@cp -p $(addprefix $S/libiberty/include/,ansidecl.h demangle.h libiberty.h) $O/include/libiberty
	@cp -p $S/capstone/include/capstone/*.h $O/include/capstone
ifdef WINDOWS
	@cp -p $S/tre/lib/regex.h $S/tre/lib/tre.h $(HOUSE)/tre/tre-config.h $O/include
	@sed -i 's/^#include <sys.types.h>/&\ntypedef unsigned uid_t, gid_t;/' $O/include/libelf.h
	@touch -r $S/elfutils/libelf/libelf.h $O/include/libelf.h   # or all that includes it is compiled each time
endif
	@$(call package,zlib,zlib,-lz)
	@$(call package,libzstd,libzstd,-lzstd)
	@$(call package,libxxhash,xxhash,-lxxhash)
	@$(call package,liblzma,xz-utils,-llzma)
	@$(call package,libelf,elfutils,-lelf -lz)
	@$(call package,libdw,elfutils,-ldw -lelf -lz)
	@$(call package,libarchive,libarchive,-larchive -llzma -lbz2 -lzstd -lz -llz4)
	@$(call package,capstone,capstone,-lcapstone)
