// libcurl, loaded when the first request is made and not before: whoever names no endpoint needs no
// libcurl and opens no socket.
#pragma once

#include <curl/curl.h>

namespace assay {

// The functions that are used, as curl/curl.h declares them.
struct CurlLibrary {
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_perform) easy_perform = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
};

// Loaded once, for as long as the program runs. Throws Error(kUnsupported) where there is none.
const CurlLibrary& curl_library();

}  // namespace assay
