# The engine for others: pf_* of perfolio.h, and no other name, as a shared library and as an archive.
include(CheckCSourceCompiles)
include(CheckLinkerFlag)
add_library(api OBJECT lib/perfolio.c lib/ask.c lib/answer.c)
target_link_libraries(api PRIVATE warnings)
set(folders lib)                                # and those that it needs
set(foreign)                                    # what they need of others, as words for a linker
function(gather target)
  get_target_property(needs ${target} INTERFACE_LINK_LIBRARIES)
  foreach(need ${needs})
    if(need MATCHES "^PkgConfig::(.+)")
      list(APPEND foreign ${${CMAKE_MATCH_1}_STATIC_LDFLAGS})
    elseif(need STREQUAL Threads::Threads)
      list(APPEND foreign -pthread)
    elseif(need MATCHES "^/.*/lib([^/]*)[.](a|so|dylib)$|^([a-z0-9]+)$" AND NOT TARGET ${need})
      list(APPEND foreign -l${CMAKE_MATCH_1}${CMAKE_MATCH_3})
    elseif(TARGET ${need})
      list(APPEND folders ${need})
      gather(${need})
    endif()
  endforeach()
  set(folders ${folders} PARENT_SCOPE)
  set(foreign ${foreign} PARENT_SCOPE)
endfunction()
gather(lib)
list(REMOVE_DUPLICATES folders)
list(TRANSFORM CMAKE_C_IMPLICIT_LINK_DIRECTORIES PREPEND -L OUTPUT_VARIABLE implied)
list(REMOVE_ITEM foreign ${implied})
if(CMAKE_SYSROOT)
  list(FILTER foreign EXCLUDE REGEX "^-L${CMAKE_SYSROOT}/")
endif()
list(REVERSE foreign)                           # each once, behind all that need it
list(REMOVE_DUPLICATES foreign)
list(REVERSE foreign)
list(JOIN foreign " " PRIVATE_LIBRARIES)

set(CMAKE_REQUIRED_FLAGS "-fPIC -shared")       # what is an archive here may not be made for shared libraries
set(CMAKE_REQUIRED_LIBRARIES ${LIBARCHIVE} ${IBERTY})
check_c_source_compiles("char *cplus_demangle(const char *, int); void *archive_read_new(void);
  void *f(const char *s) { return s ? cplus_demangle(s, 0) : archive_read_new(); }" can_share)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_LIBRARIES)
if(can_share)
  add_library(shared SHARED $<TARGET_OBJECTS:api>)
  set_target_properties(shared PROPERTIES OUTPUT_NAME perfolio VERSION ${PROJECT_VERSION} SOVERSION 0
    LINK_DEPENDS ${CMAKE_SOURCE_DIR}/lib/perfolio.map LINKER_LANGUAGE C)
  target_link_libraries(shared PRIVATE warnings lib)
  target_link_options(shared PRIVATE -Wl,--version-script=${CMAKE_SOURCE_DIR}/lib/perfolio.map
    $<$<NOT:$<BOOL:${PERFOLIO_SANITIZE}>>:-Wl,--no-undefined>)
  install(TARGETS shared)
else()
  message(NOTICE "no libperfolio.so: libarchive or libiberty is an archive that no shared library can take in")
endif()

# The archive is one object, in which all other names are its own. What it needs of other libraries is for who links it.
set(joins -r -nostdlib -Wl,--build-id=none)
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  list(APPEND joins -flinker-output=nolto-rel)  # code, be it compiled as a whole or not
endif()
set(CMAKE_REQUIRED_LINK_OPTIONS ${joins})
check_c_source_compiles("int f(void); int f(void) { return 0; }" can_join)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
check_linker_flag(C -Wl,--force-group-allocation can_ungroup)   # what is in a group would be another file's of the same name
if(can_join AND CMAKE_OBJCOPY AND CMAKE_AR)
  list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  add_executable(alone $<TARGET_OBJECTS:api>)
  set_target_properties(alone PROPERTIES OUTPUT_NAME perfolio.o LINKER_LANGUAGE C)
  target_link_libraries(alone PRIVATE -Wl,--start-group ${archives} -Wl,--end-group)
  target_link_options(alone PRIVATE ${joins} $<$<BOOL:${can_ungroup}>:-Wl,--force-group-allocation>)
  add_custom_command(TARGET alone POST_BUILD BYPRODUCTS libperfolio.a VERBATIM
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=pf_* $<TARGET_FILE:alone>
    COMMAND ${CMAKE_COMMAND} -E rm -f libperfolio.a
    COMMAND ${CMAKE_AR} rcs libperfolio.a $<TARGET_FILE:alone>)
  install(FILES ${CMAKE_BINARY_DIR}/libperfolio.a DESTINATION ${CMAKE_INSTALL_LIBDIR})
else()
  message(NOTICE "no libperfolio.a: that takes a linker that joins objects (-r), and objcopy")
endif()

if(TARGET shared OR TARGET alone)
  configure_file(lib/perfolio.pc.in perfolio.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/perfolio.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(FILES include/perfolio.h TYPE INCLUDE)
endif()
