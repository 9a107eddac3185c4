# The commit is asked at build time, so that a binary never names another one.

set(version_source "${CMAKE_BINARY_DIR}/version.cpp")
add_custom_target(assay_version_source
  COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DOUT=${version_source}
          -DVERSION=${PROJECT_VERSION} -P ${CMAKE_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${version_source}
  COMMENT "")
