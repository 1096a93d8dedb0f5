# staged.cmake: what cpack has installed for a package becomes what the rules of distributions ask of one: compressed pages of the
# manual and, for Debian, a changelog, its folder for zsh and the tags that lintian is not to name, with their reason.
if(NOT CPACK_GENERATOR MATCHES "^(DEB|RPM)$")
  return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
file(GLOB compressed ${share}/man/man*/*.[1-9])
if(CPACK_GENERATOR STREQUAL DEB)
  set(name ${CPACK_PACKAGE_NAME})
  file(READ ${CMAKE_CURRENT_LIST_DIR}/debian/changelog changes)
  string(REGEX REPLACE "\\((${CPACK_PACKAGE_VERSION})-[0-9]+\\)" "(\\1)" changes "${changes}")   # no package of Debian's
  file(WRITE ${share}/doc/${name}/changelog "${changes}")
  list(APPEND compressed ${share}/doc/${name}/changelog)
  if(CPACK_DEBIAN_PACKAGE_LINTIAN)
    file(WRITE ${share}/lintian/overrides/${name} "${CPACK_DEBIAN_PACKAGE_LINTIAN}")
  endif()
  file(REMOVE ${share}/doc/${name}/LICENSE)     # the beginning of copyright
  file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
endif()
execute_process(COMMAND gzip -9n ${compressed} COMMAND_ERROR_IS_FATAL ANY)
if(DEFINED ENV{SOURCE_DATE_EPOCH})              # rpm takes later times back to it, but leaves earlier ones
  execute_process(COMMAND find ${CPACK_TEMPORARY_INSTALL_DIRECTORY} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} +
    COMMAND_ERROR_IS_FATAL ANY)
endif()
