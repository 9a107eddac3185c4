# The commit is asked at build time, so that a binary never names another one. src/verbs/version.h declares it.

set(version_source "${CMAKE_BINARY_DIR}/version.cpp")
add_custom_target(assay_version_source
  COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DOUT=${version_source}
          -DVERSION=${PROJECT_VERSION} -P ${CMAKE_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${version_source}
  COMMENT "")
target_sources(assay_verbs PRIVATE ${version_source})
add_dependencies(assay_verbs assay_version_source)
