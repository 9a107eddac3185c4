#include "assay/http/curl_library.h"

#include <dlfcn.h>

#include "assay/base/error.h"

namespace assay {

namespace {

#ifdef ASSAY_STATIC

CurlLibrary load() {
  fail(ErrorKind::kUnsupported,
       "an assay that is one static file asks no endpoints; use one that ./assay or the package "
       "for Debian gives");
}

#else

constexpr const char* kCurlFile = "libcurl.so.4";

template <typename Function>
void find(void* library, const char* name, Function& function) {
  void* const found = dlsym(library, name);
  if (found == nullptr) {
    fail(ErrorKind::kUnsupported, "{} has no {}; install Debian's libcurl4", kCurlFile, name);
  }
  function = reinterpret_cast<Function>(found);
}

CurlLibrary load() {
  void* const library = dlopen(kCurlFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    fail(ErrorKind::kUnsupported, "{} is needed to ask an endpoint; install Debian's libcurl4",
         kCurlFile);
  }
  CurlLibrary functions;
  decltype(&::curl_global_init) global_init = nullptr;
  find(library, "curl_global_init", global_init);
  find(library, "curl_easy_init", functions.easy_init);
  find(library, "curl_easy_setopt", functions.easy_setopt);
  find(library, "curl_easy_perform", functions.easy_perform);
  find(library, "curl_easy_getinfo", functions.easy_getinfo);
  find(library, "curl_easy_cleanup", functions.easy_cleanup);
  find(library, "curl_easy_strerror", functions.easy_strerror);
  find(library, "curl_slist_append", functions.slist_append);
  find(library, "curl_slist_free_all", functions.slist_free_all);
  if (global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    fail(ErrorKind::kUnsupported, "{} cannot be used here", kCurlFile);
  }
  return functions;
}

#endif

}  // namespace

const CurlLibrary& curl_library() {
  static const CurlLibrary kLibrary = load();
  return kLibrary;
}

}  // namespace assay
