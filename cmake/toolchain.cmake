# Compiler flags and third-party packages, once for every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")

# Sources of a target are compiled eight at once (docs/adr/0005-build-time.md); tools/lint reads each alone, so that a file
# must include what it uses.
option(ASSAY_TOGETHER "compile several sources of a target at once" ON)

find_program(CCACHE ccache)
if(CCACHE)  # paths relative to the source, so that all clones share one cache; its words for LibTorch's precompiled header
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# -ffp-contract=off: the same real numbers on every compiler.
add_library(assay_flags INTERFACE)
target_compile_options(assay_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  -ffp-contract=off)
if(ASSAY_TOGETHER)  # a warning about headers, which sources that are compiled together are taken for
  target_compile_options(assay_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(ASSAY_SANITIZE)
  add_compile_definitions(ASSAY_SANITIZED)
  # g++ takes what a sanitizer inserts for uses of things that were never set; the other builds warn of real ones.
  add_compile_options(-fsanitize=${ASSAY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${ASSAY_SANITIZE})
endif()
# Nothing in a program tells where it was built, so that two folders give the same bytes.
add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}=/assay/build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=/assay)
if(ASSAY_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()

# One file that needs no shared library; tools/build_static has the libraries that Debian gives only as shared ones.
option(ASSAY_STATIC "link the program statically" OFF)
if(ASSAY_STATIC)
  add_link_options(-static)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(ZLIB_USE_STATIC_LIBS ON)
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
set(OPENSSL_USE_STATIC_LIBS ON)  # of all of it only SHA-256 is used: 20 KB
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(sentencepiece REQUIRED IMPORTED_TARGET sentencepiece)
find_path(ASSAY_CURL_HEADERS curl/curl.h REQUIRED)  # headers only: libcurl is loaded when an endpoint is asked
add_library(xxhash INTERFACE)  # header only: XXH_INLINE_ALL

if(ASSAY_TESTS)
  enable_testing()
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)  # an oracle of pictures; the program does not link it
  include(GoogleTest)
endif()
