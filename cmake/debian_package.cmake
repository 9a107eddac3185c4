# What Debian wants of a package and cmake --install does not give: manual pages and change log packed, a word on the licence.
# CPack runs this on the staged files, before it packs them.
file(GLOB_RECURSE pages "${CPACK_TEMPORARY_DIRECTORY}/*.1")
foreach(page ${pages})
  execute_process(COMMAND gzip -9n "${page}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()

file(GLOB_RECURSE changes "${CPACK_TEMPORARY_DIRECTORY}/CHANGELOG.md")
foreach(file ${changes})
  get_filename_component(folder "${file}" DIRECTORY)
  file(RENAME "${file}" "${folder}/changelog")
  execute_process(COMMAND gzip -9n "${folder}/changelog" COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE "${folder}/LICENSE")
  file(WRITE "${folder}/copyright" [[
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: assay

Files: *
Copyright: 2026 the assay authors
License: Apache-2.0
 On Debian systems, the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
]])
endforeach()
