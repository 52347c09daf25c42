# SPDX-License-Identifier: Apache-2.0
# Writes the source that holds the template of pages, as a script of the build:
#   cmake -DWEB=web (or nothing: the plain page) -DPLAIN=plain_page.html -DENGINE=folder (or nothing) -DWORK=folder
#         -DOUT=page_template.cpp -P page.cmake
# The page is built from a copy of web/, so that nothing is written beside the sources. Where that
# cannot be (no Node, no npm, no registry in reach) it is the plain page, and one line says so. With the folder of the
# engine (engine.js and engine.wasm, by `make studio`) pages can be live.
set(page ${WORK}/page.html)
set(reason "")
find_program(node node)
find_program(npm npm)
if(NOT WEB)
  set(page ${PLAIN})  # as was asked for
elseif(NOT node OR NOT npm)
  set(reason "Node or npm is not installed")
else()
  file(COPY ${WEB}/ DESTINATION ${WORK}/source PATTERN node_modules EXCLUDE PATTERN test EXCLUDE)
  file(REMOVE ${page} ${page}.engine ${page}.policy)
  execute_process(COMMAND ${WORK}/source/install RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET
                  TIMEOUT 300)
  if(failed)
    set(reason "its npm packages could not be fetched")
  else()
    execute_process(COMMAND ${node} ${WORK}/source/build.mjs ${page} ${ENGINE} RESULT_VARIABLE failed
                    OUTPUT_QUIET ERROR_VARIABLE words)
    if(failed OR NOT EXISTS ${page})
      set(reason "esbuild failed: ${words}")
    endif()
  endif()
endif()
if(reason)
  message("zwang: pages will have no moving picture: ${reason} (remove ${OUT} to try again)")
  set(page ${PLAIN})
endif()

file(READ ${page} text)
set(engine "")
set(policy "")
if(EXISTS ${page}.engine)
  file(READ ${page}.engine engine)
  file(READ ${page}.policy policy)
endif()
file(WRITE ${OUT} "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/page.cmake.
#include \"report/template.h\"

namespace zwang::report {

std::string_view page_template() {
  static constexpr char text[] = R\"ZWANG_PAGE(${text})ZWANG_PAGE\";
  return {text, sizeof text - 1};
}

LiveParts live_parts() {
  static constexpr char engine[] = R\"ZWANG_PAGE(${engine})ZWANG_PAGE\";
  static constexpr char policy[] = R\"ZWANG_PAGE(${policy})ZWANG_PAGE\";
  return {{engine, sizeof engine - 1}, {policy, sizeof policy - 1}};
}

}  // namespace zwang::report
")
