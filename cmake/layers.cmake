# Layers: a folder of src/ becomes a library that sees only the layers it declares.
#
#   assay_layer(split DEPENDS core LIBRARIES fmt::fmt)
#
# Each layer exports an include root that holds nothing but the link assay/<layer>, so a header is
# reachable only through a declared dependency. A layer must be declared below what it uses, so a
# cycle cannot be written. tools/check_layers compares the includes themselves with what is declared.
#
# DEPENDS tasks/* means all tasks declared above. It also gives the layer the header assay/tasks/all.h,
# written here, which includes <name>_task.h of each: so a task is named once here and once in the catalog.

set(ASSAY_LAYERS "" CACHE INTERNAL "declared layers, in order")

function(assay_layer name)
  cmake_parse_arguments(LAYER "" "" "DEPENDS;LIBRARIES;TEST_LIBRARIES" ${ARGN})
  string(REPLACE "/" "_" target "assay_${name}")
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}/src/${name}")
  set(root "${CMAKE_BINARY_DIR}/include/${target}")

  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")

  if("tasks/*" IN_LIST LAYER_DEPENDS)
    list(REMOVE_ITEM LAYER_DEPENDS "tasks/*")
    set(tasks ${ASSAY_LAYERS})
    list(FILTER tasks INCLUDE REGEX "^tasks/")
    list(APPEND LAYER_DEPENDS ${tasks})
    assay_write_all_tasks("${root}/assay/tasks/all.h" ${tasks})
  endif()

  get_filename_component(parent "${root}/assay/${name}" DIRECTORY)
  file(MAKE_DIRECTORY "${parent}")
  file(CREATE_LINK "${folder}" "${root}/assay/${name}" SYMBOLIC)

  set(uses "")
  foreach(dependency ${LAYER_DEPENDS})
    string(REPLACE "/" "_" used "assay_${dependency}")
    if(NOT TARGET ${used})
      message(FATAL_ERROR "layer ${name} uses ${dependency}, which is not declared above it")
    endif()
    list(APPEND uses ${used})
  endforeach()

  if(sources)
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} PUBLIC "${root}")
    target_link_libraries(${target} PUBLIC ${uses} ${LAYER_LIBRARIES} PRIVATE assay_flags)
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${root}")
    target_link_libraries(${target} INTERFACE ${uses} ${LAYER_LIBRARIES})
  endif()

  if(tests AND ASSAY_TESTS)
    assay_test(${target}_test SOURCES ${tests} LIBRARIES ${target} ${LAYER_TEST_LIBRARIES})
  endif()
  set(ASSAY_LAYERS ${ASSAY_LAYERS} ${name} CACHE INTERNAL "declared layers, in order")
endfunction()

function(assay_write_all_tasks path)
  set(text "// Written by cmake/layers.cmake: the header of every task.\n#pragma once\n\n")
  foreach(task ${ARGN})
    get_filename_component(name "${task}" NAME)
    string(APPEND text "#include \"assay/${task}/${name}_task.h\"\n")
  endforeach()
  file(CONFIGURE OUTPUT "${path}" CONTENT "${text}" @ONLY)  # leaves a file alone that says so already
endfunction()

# One GoogleTest program; every TEST in it becomes a test of ctest. Tests whose suite name ends in
# "Slow" carry the label "slow" and run only under ./check --full.
function(assay_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBRARIES;PROPERTIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} GTest::gmock GTest::gtest_main assay_flags)
  gtest_discover_tests(${name} TEST_FILTER "-*Slow.*" DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS fast TIMEOUT 300 ${TEST_PROPERTIES})
  gtest_discover_tests(${name} TEST_FILTER "*Slow.*" TEST_LIST ${name}_slow DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS slow TIMEOUT 1800 ${TEST_PROPERTIES})
endfunction()
