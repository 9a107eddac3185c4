# Layers: a folder of src/ or learners/ becomes a library that sees only the layers it declares.
#
#   assay_layer(split DEPENDS core LIBRARIES fmt::fmt)
#
# Each layer exports an include root that holds nothing but the link assay/<layer>, so a header is
# reachable only through a declared dependency. A layer must be declared below what it uses, so a
# cycle cannot be written. tools/check_layers compares the includes themselves with what is declared:
# an include needs its layer in DEPENDS, by name. Every layer may use base. TEST_DEPENDS names what
# only the tests of a layer use.
#
# RULES name puts the files of rules/name into the library, RECIPES name those of recipes/name. TEST_RULES name tells the tests of the layer
# where they are, as ASSAY_RULES. TEST_EXAMPLE header gives them the code in the header's opening comment as a
# file, ASSAY_EXAMPLE, so that it is compiled and run.
#
# ALONE: each source is compiled by itself, so that all may use the same names inside.
#
# DEPENDS tasks/* means all tasks declared above, or those that ASSAY_TASKS names. It also gives the layer the header
# assay/tasks/all.h, written here, which includes <name>_task.h of each and lists their types: a task is named nowhere else.

set(ASSAY_LAYERS "" CACHE INTERNAL "declared layers, in order")

function(assay_layer name)
  cmake_parse_arguments(LAYER "ALONE" "RULES;RECIPES;TEST_RULES;TEST_EXAMPLE" "DEPENDS;LIBRARIES;TEST_DEPENDS;TEST_LIBRARIES" ${ARGN})
  string(REPLACE "/" "_" target "assay_${name}")
  set(folder "${PROJECT_SOURCE_DIR}/src/${name}")
  if(name MATCHES "^learners/")  # layers of a program of its own, beside src/
    set(folder "${PROJECT_SOURCE_DIR}/${name}")
  endif()
  set(root "${CMAKE_BINARY_DIR}/include/${target}")

  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  file(GLOB headers "${folder}/*.h")
  assay_has_threads(is_concurrent ${headers} ${sources})
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")

  if(LAYER_RULES)
    assay_write_texts("${CMAKE_BINARY_DIR}/rules/${LAYER_RULES}_rules.cpp" rules ${LAYER_RULES})
    list(APPEND sources "${CMAKE_BINARY_DIR}/rules/${LAYER_RULES}_rules.cpp")
  endif()
  if(LAYER_RECIPES)
    assay_write_texts("${CMAKE_BINARY_DIR}/recipes/${LAYER_RECIPES}_recipes.cpp" recipes ${LAYER_RECIPES})
    list(APPEND sources "${CMAKE_BINARY_DIR}/recipes/${LAYER_RECIPES}_recipes.cpp")
  endif()

  if("tasks/*" IN_LIST LAYER_DEPENDS)
    list(REMOVE_ITEM LAYER_DEPENDS "tasks/*")
    set(tasks ${ASSAY_LAYERS})
    list(FILTER tasks INCLUDE REGEX "^tasks/[^/]+$")  # parts of a task lie deeper
    assay_chosen_tasks(tasks ${tasks})
    list(APPEND LAYER_DEPENDS ${tasks})
    assay_write_all_tasks("${root}/assay/tasks/all.h" ${tasks})
  endif()

  get_filename_component(parent "${root}/assay/${name}" DIRECTORY)
  file(MAKE_DIRECTORY "${parent}")
  file(CREATE_LINK "${folder}" "${root}/assay/${name}" SYMBOLIC)

  if(NOT name STREQUAL "base")
    list(APPEND LAYER_DEPENDS base)
  endif()
  assay_layer_targets(uses ${name} ${LAYER_DEPENDS})
  assay_layer_targets(test_uses ${name} ${LAYER_TEST_DEPENDS})

  if(sources)
    if(NOT LAYER_ALONE)
      assay_units(sources ${target} ${sources})
    endif()
    add_library(${target} STATIC ${sources})
    set(is_of_library ON)
    if(name MATCHES "^learners/" AND NOT name STREQUAL "learners/recipe")  # the program of the learners' own
      set(is_of_library OFF)
    endif()
    if(ASSAY_SHARED AND is_of_library)  # hidden, so that calls inside it stay as fast as in a program
      set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    endif()
    target_include_directories(${target} PUBLIC "${root}")
    target_link_libraries(${target} PUBLIC ${uses} ${LAYER_LIBRARIES} PRIVATE assay_flags)
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${root}")
    target_link_libraries(${target} INTERFACE ${uses} ${LAYER_LIBRARIES})
  endif()

  if(tests AND ASSAY_TESTS AND (is_concurrent OR NOT ASSAY_SANITIZE STREQUAL "thread"))
    assay_test(${target}_test SOURCES ${tests} LIBRARIES ${target} ${test_uses} ${LAYER_TEST_LIBRARIES})
    if(LAYER_TEST_RULES)
      target_compile_definitions(${target}_test PRIVATE ASSAY_RULES="${PROJECT_SOURCE_DIR}/rules/${LAYER_TEST_RULES}")
    endif()
    if(LAYER_TEST_EXAMPLE)
      set(example "${CMAKE_BINARY_DIR}/examples/${target}.inc")
      assay_write_example("${example}" "${folder}/${LAYER_TEST_EXAMPLE}")
      target_compile_definitions(${target}_test PRIVATE ASSAY_EXAMPLE="${example}")
    endif()
  endif()
  set(ASSAY_LAYERS ${ASSAY_LAYERS} ${name} CACHE INTERNAL "declared layers, in order")
endfunction()

# Whether any of these sources starts threads, or guards what several of them use: only then has a thread sanitizer anything to
# see in the tests of a layer. Everything else meets threads in the tests of tests/.
function(assay_has_threads result)
  set(${result} OFF PARENT_SCOPE)
  foreach(source ${ARGN})
    file(STRINGS "${source}" lines REGEX "base/(parallel|lazy|object_pool)\\.h|std::(jthread|thread|mutex)" LIMIT_COUNT 1)
    if(lines)
      set(${result} ON PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# What is compiled for these sources of a target: eight at once, so that headers are read once for all of them. Their paths
# are relative, unlike those of CMake's UNITY_BUILD, so that all clones share one cache of objects. Written sources stay alone.
function(assay_units result target)
  set(units "")
  set(count 0)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${source}" is_written)
    if(is_written OR NOT ASSAY_TOGETHER)
      list(APPEND units "${source}")
      continue()
    endif()
    math(EXPR number "${count} / 8")
    set(unit "${CMAKE_BINARY_DIR}/units/${target}_${number}.cpp")
    if(NOT unit IN_LIST units)
      list(APPEND units "${unit}")
      set(text_${number} "// Written by cmake/layers.cmake.\n")
    endif()
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_BINARY_DIR}/units")
    string(APPEND text_${number} "#include \"${source}\"\n")
    math(EXPR count "${count} + 1")
  endforeach()
  foreach(unit ${units})
    if(unit MATCHES "/units/.*_([0-9]+)\\.cpp$")
      file(CONFIGURE OUTPUT "${unit}" CONTENT "${text_${CMAKE_MATCH_1}}" @ONLY)  # leaves a file alone that says so already
    endif()
  endforeach()
  set(${result} ${units} PARENT_SCOPE)
endfunction()

# The targets of the layers that the layer `name` uses.
function(assay_layer_targets result name)
  set(targets "")
  foreach(layer ${ARGN})
    string(REPLACE "/" "_" target "assay_${layer}")
    if(NOT TARGET ${target})
      message(FATAL_ERROR "layer ${name} uses ${layer}, which is not declared above it")
    endif()
    list(APPEND targets ${target})
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# The lines of a header that begin with "//   ", without that.
function(assay_write_example path header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(READ "${header}" text)
  string(REGEX REPLACE "#pragma once.*" "" text "${text}")
  string(REGEX REPLACE "(^|\n)//(\n| ? ?[^ \n][^\n]*)" "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n)//   " "\\1" text "${text}")
  file(CONFIGURE OUTPUT "${path}" CONTENT "${text}" @ONLY)
endfunction()

# Those of the tasks that ASSAY_TASKS names, or all.
function(assay_chosen_tasks result)
  string(REPLACE "," ";" wanted "${ASSAY_TASKS}")
  list(TRANSFORM wanted PREPEND "tasks/")
  foreach(task ${wanted})
    if(NOT task IN_LIST ARGN)
      list(TRANSFORM ARGN REPLACE "^tasks/" "")
      message(FATAL_ERROR "ASSAY_TASKS: there is no ${task}; there are: ${ARGN}")
    endif()
  endforeach()
  set(tasks ${ARGN})
  if(wanted)
    set(chosen "")
    foreach(task ${ARGN})
      if(task IN_LIST wanted)
        list(APPEND chosen ${task})
      endif()
    endforeach()
    set(tasks ${chosen})
  endif()
  set(${result} ${tasks} PARENT_SCOPE)
endfunction()

# The task of the layer tasks/sample is sample::SampleTask.
function(assay_write_all_tasks path)
  set(text "// Written by cmake/layers.cmake: every task of this build.\n#pragma once\n\n")
  set(types "")
  foreach(task ${ARGN})
    get_filename_component(name "${task}" NAME)
    string(APPEND text "#include \"assay/${task}/${name}_task.h\"\n")
    set(type "")
    string(REPLACE "_" ";" words "${name}")
    foreach(word ${words})
      string(SUBSTRING "${word}" 0 1 first)
      string(TOUPPER "${first}" first)
      string(SUBSTRING "${word}" 1 -1 rest)
      string(APPEND type "${first}${rest}")
    endforeach()
    list(APPEND types "${name}::${type}Task")
  endforeach()
  list(JOIN types ",\n                          " types)
  string(APPEND text "\nnamespace assay {\n\ntemplate <typename... Types>\nstruct TaskList {};\n\n")
  string(APPEND text "using AllTasks = TaskList<${types}>;\n\n}  // namespace assay\n")
  file(CONFIGURE OUTPUT "${path}" CONTENT "${text}" @ONLY)  # leaves a file alone that says so already
endfunction()

# The files of <kind>/<name> as assay::<name>::own_<kind>(), so that the program needs no files beside it.
function(assay_write_texts path kind name)
  set(text "// Written by cmake/layers.cmake from ${kind}/${name}.\n")
  string(APPEND text "#include <span>\n#include <vector>\n\n#include \"assay/base/text_file.h\"\n\n")
  string(APPEND text "namespace assay::${name} {\n\nstd::span<const TextFile> own_${kind}();\n\n")
  string(APPEND text "std::span<const TextFile> own_${kind}() {\n  static const std::vector<TextFile> kTexts{\n")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${kind}/${name}/*.*")
  foreach(file ${files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(base "${file}" NAME)
    file(READ "${file}" content)
    string(APPEND text "      {\"${kind}/${name}/${base}\", R\"text(${content})text\"},\n")
  endforeach()
  string(APPEND text "  };\n  return kTexts;\n}\n\n}  // namespace assay::${name}\n")
  set(old "")
  if(EXISTS "${path}")
    file(READ "${path}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${path}" "${text}")
  endif()
endfunction()

# One GoogleTest program; every TEST in it becomes a test of ctest. Tests whose suite name ends in
# "Slow" carry the label "slow" and run only under ./check --full.
function(assay_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBRARIES;PROPERTIES" ${ARGN})
  set(limit 300)  # seconds, against tests that hang; sanitizers make everything many times slower
  if(ASSAY_SANITIZE)
    set(limit 1800)
    list(APPEND TEST_PROPERTIES ENVIRONMENT
      LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/known_leaks.txt:print_suppressions=0)
  endif()
  list(APPEND TEST_PROPERTIES ${ASSAY_TEST_PROPERTIES})  # of all tests of a folder
  assay_units(units ${name} ${TEST_SOURCES})
  add_executable(${name} ${units})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} GTest::gmock GTest::gtest_main assay_flags)
  target_compile_options(${name} PRIVATE -O1)  # compiled more often than run
  gtest_discover_tests(${name} TEST_FILTER "-*Slow.*" DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS fast TIMEOUT ${limit} ${TEST_PROPERTIES})
  gtest_discover_tests(${name} TEST_FILTER "*Slow.*" TEST_LIST ${name}_slow DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS slow TIMEOUT 1800 ${TEST_PROPERTIES})
endfunction()
