# Packages of what is installed, of one file each: cpack -G "DEB;RPM". Made of a static build they suit every release of every
# distribution. What Debian itself would ship, with the library and what is made with it apart, is made by deb.sh.
set(CPACK_PACKAGE_VENDOR "Perfolio Developers")
set(CPACK_PACKAGE_CONTACT "Perfolio Developers <perfolio@lists.perfolio.dev>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "offline analysis workbench for Linux perf.data profiles")
set(CPACK_PACKAGE_DESCRIPTION "Reads the captures of Linux perf on any machine, whatever architecture
recorded them: reports, annotated code, schedules, comparisons, and folios
that hold all that is needed to read a capture elsewhere.")
set(CPACK_PACKAGE_HOMEPAGE_URL "https://perfolio.dev/")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/staged.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(PERFOLIO_NOTICES "" CACHE FILEPATH "the licences of what a static program is linked with, to be installed")
if(PERFOLIO_STATIC)
  set(CPACK_DEBIAN_PACKAGE_LINTIAN "# It suits every release of every distribution, and asks none for a library.
perfolio: statically-linked-binary [usr/bin/perfolio]
perfolio: embedded-library * [usr/bin/perfolio]
")
  if(PERFOLIO_NOTICES)
    install(FILES ${PERFOLIO_NOTICES} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
  endif()
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE BSD-2-Clause)
set(CPACK_RPM_PACKAGE_SUMMARY "Offline analysis workbench for Linux perf.data profiles")
set(CPACK_RPM_PACKAGE_DESCRIPTION ${CPACK_PACKAGE_DESCRIPTION})
set(CPACK_RPM_PACKAGE_GROUP Development/Tools)
# Folders of the system belong to its own packages; those of shells may not be there, and go with whoever was the last in them.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/share/man /usr/share/man/man1 /usr/lib/pkgconfig /usr/lib64/pkgconfig)
# Two builds of one source are equal: no name of the machine, and no time but SOURCE_DATE_EPOCH.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define packager ${CPACK_PACKAGE_CONTACT}
%define _buildhost perfolio
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _build_id_links none
%define __strip /bin/true")
include(CPack)
