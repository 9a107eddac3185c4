# What cmake --install puts where, for three components:
#
#   runtime      the program, its manual pages, completions of words, rules and recipes to read
#   development  headers, libassay.a, find_package(assay) and assay.pc; for other languages assay.h, libassay.so and assay-c.pc
#   doc          README, licence, how to cite
#
# The program holds its own copies of rules and recipes, so it needs nothing of the source tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS assay_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
# Pages and completions come from the program itself, which has the tables of --help.
install(CODE "execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/tools/write_manual\" \"$<TARGET_FILE:assay_cli>\"
  \"${CMAKE_BINARY_DIR}/manual\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT runtime)
install(DIRECTORY "${CMAKE_BINARY_DIR}/manual/man1" DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT runtime)
install(FILES "${CMAKE_BINARY_DIR}/manual/assay.bash" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME assay COMPONENT runtime)
install(FILES "${CMAKE_BINARY_DIR}/manual/_assay" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT runtime)
install(FILES "${CMAKE_BINARY_DIR}/manual/assay.fish" DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT runtime)
install(DIRECTORY rules recipes DESTINATION ${CMAKE_INSTALL_DATADIR}/assay COMPONENT runtime)
install(FILES README.md LICENSE CITATION.cff CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)

# One library of all layers of src/, and their headers under the names by which they include each other.
set(objects "")
set(links "")
foreach(layer ${ASSAY_LAYERS})
  if(layer MATCHES "^learners/" AND NOT layer STREQUAL "learners/recipe")  # the program of the learners' own
    continue()
  endif()
  string(REPLACE "/" "_" target "assay_${layer}")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endif()
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  list(APPEND links ${libraries})
  set(folder "src/${layer}")
  if(layer MATCHES "^learners/")
    set(folder "${layer}")
  endif()
  install(DIRECTORY "${folder}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/assay/${layer}" COMPONENT development
    FILES_MATCHING PATTERN "*.h" PATTERN "*_testing.h" EXCLUDE)
endforeach()
install(FILES "${CMAKE_BINARY_DIR}/include/assay_catalog/assay/tasks/all.h"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/assay/tasks" COMPONENT development)
list(FILTER links EXCLUDE REGEX "assay_|LINK_ONLY|xxhash|PkgConfig::")
list(REMOVE_DUPLICATES links)

add_library(assay_whole STATIC EXCLUDE_FROM_ALL ${objects})
set_target_properties(assay_whole PROPERTIES OUTPUT_NAME assay EXPORT_NAME assay)
target_link_libraries(assay_whole INTERFACE ${links} zstd sentencepiece)
target_compile_features(assay_whole INTERFACE cxx_std_20)
target_include_directories(assay_whole INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set(place "${CMAKE_INSTALL_LIBDIR}/cmake/assay")
install(TARGETS assay_whole EXPORT assayTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development OPTIONAL)
install(EXPORT assayTargets NAMESPACE assay:: DESTINATION "${place}" COMPONENT development)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/assayConfig.cmake" @ONLY CONTENT [[
include(CMakeFindDependencyMacro)
foreach(package Threads fmt OpenSSL ZLIB simdjson nlohmann_json tomlplusplus)
  find_dependency(${package})
endforeach()
include("${CMAKE_CURRENT_LIST_DIR}/assayTargets.cmake")
]])
write_basic_package_version_file("${CMAKE_BINARY_DIR}/assayConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/assay.pc" @ONLY CONTENT [[
prefix=${pcfiledir}/../..
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: assay
Description: tests of compositional generalisation: make, split, verify, judge
Version: @PROJECT_VERSION@
Cflags: -I${includedir}
Libs: -L${libdir} -l:libassay.a
Requires: fmt simdjson libcrypto zlib libzstd sentencepiece tomlplusplus
]])
install(FILES "${CMAKE_BINARY_DIR}/assayConfig.cmake" "${CMAKE_BINARY_DIR}/assayConfigVersion.cmake"
  DESTINATION "${place}" COMPONENT development)
install(FILES "${CMAKE_BINARY_DIR}/assay.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VENDOR "the assay authors")
set(CPACK_PACKAGE_CONTACT "the assay authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tests of compositional generalisation: make, split, verify, judge")
set(CPACK_PACKAGE_DESCRIPTION "assay tests whether models recombine what they know. It makes, splits, verifies and judges SCAN, CFQ,
Conceptual SCAN, CURI, gSCAN, ReaSCAN and LogicInference, each example with the graph of rules that made it, reproducible to
the byte, and scores the answers of models.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian_package.cmake")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime doc)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)

# The C interface.
if(NOT ASSAY_SHARED)
  return()
endif()
install(FILES include/assay.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(TARGETS assay_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development NAMELINK_COMPONENT development OPTIONAL)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/assay-c.pc" @ONLY CONTENT [[
prefix=${pcfiledir}/../..
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: assay-c
Description: the C interface of assay
Version: @PROJECT_VERSION@
Cflags: -I${includedir}
Libs: -L${libdir} -lassay
]])
install(FILES "${CMAKE_BINARY_DIR}/assay-c.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
