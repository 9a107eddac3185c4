# libassay.so: the C interface and all that it needs, nothing else to be seen.
target_include_directories(assay_capi PUBLIC "${PROJECT_SOURCE_DIR}/include")
if(NOT ASSAY_SHARED)
  return()
endif()

add_library(assay_shared SHARED $<TARGET_OBJECTS:assay_capi>)
set_target_properties(assay_shared PROPERTIES OUTPUT_NAME assay VERSION ${PROJECT_VERSION} SOVERSION 1  # ASSAY_ABI
  LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/shared_library.map")
target_link_libraries(assay_shared PRIVATE assay_capi assay_flags)
target_link_options(assay_shared PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/shared_library.map"
  LINKER:--exclude-libs,ALL LINKER:--no-undefined)
target_include_directories(assay_shared INTERFACE "${PROJECT_SOURCE_DIR}/include")
