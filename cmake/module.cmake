# SPDX-License-Identifier: Apache-2.0
# How a folder of src/ becomes a target, how the targets become one library, and the flags that
# all code of the project shares.

# Warnings, and no contraction of a*b + c: results must not depend on what the compiler fuses.
# GCC 12 takes the growth of a std::string for a copy onto itself: -Wrestrict cries wolf.
function(zwang_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -ffp-contract=off
                         -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                         $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>)
  if(ZWANG_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(ZWANG_CONTRACTS)
    target_compile_definitions(${target} PRIVATE ZWANG_CONTRACTS)
  endif()
endfunction()

# Sources named *_avx2.cpp and *_avx512.cpp are compiled for that instruction set; the program
# asks the processor before it calls them. On other machines they are left out.
function(zwang_instruction_sets target)
  get_target_property(sources ${target} SOURCES)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    # GCC warns of its own intrinsics, which leave a register undefined on purpose.
    set(avx2 -mavx2 -mfma -Wno-uninitialized -Wno-maybe-uninitialized)
    set(avx512 -mavx512f -mavx512dq -mavx512vl ${avx2} -mprefer-vector-width=512)
    foreach(set IN ITEMS avx2 avx512)
      set(files ${sources})
      list(FILTER files INCLUDE REGEX "_${set}\\.cpp$")
      set_source_files_properties(${files} PROPERTIES COMPILE_OPTIONS "${${set}}")
    endforeach()
  else()
    list(FILTER sources EXCLUDE REGEX "_avx(2|512)\\.cpp$")
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
    target_compile_definitions(${target} PUBLIC ZWANG_NO_X86)
  endif()
endfunction()

# With ZWANG_JOIN, compiles those sources of a target together that tool/join_sources says can be;
# sources with flags of their own stay alone. GCC may take more memory for them before it looks for
# garbage. What one file means by a name may hide what another does: that is no mistake of either, and
# each is warned of its own shadows where it is compiled alone.
function(zwang_join target)
  if(NOT ZWANG_JOIN OR NOT Python3_Interpreter_FOUND)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tool/join_sources ${sources}
                  OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.+)$" line "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-shadow
                         $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=600000>)
endfunction()

# zwang_module(name LINKS ...): src/<name>/**/*.cpp as the target zwang_<name>. LINKS are modules by
# their short name, or targets of libraries. A folder with headers only is an interface.
function(zwang_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "" "LINKS")
  list(TRANSFORM module_LINKS REPLACE "^([a-z]+)$" "zwang_\\1")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(left_out IN LISTS ZWANG_WITHOUT)  # of the engine of a live page (studio.cmake)
    list(FILTER sources EXCLUDE REGEX ${left_out})
  endforeach()
  set(reach PUBLIC)
  if(sources)
    add_library(zwang_${name} OBJECT ${sources})
    set_target_properties(zwang_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
                          CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    zwang_compile_options(zwang_${name})
    zwang_instruction_sets(zwang_${name})
    # Eigen's decompositions are not ours, and compile four times as long with these checks in them.
    if(name STREQUAL "linear")
      target_compile_options(zwang_${name} PRIVATE $<$<CONFIG:Debug>:-fno-sanitize=undefined> $<$<CONFIG:Release>:-O2>)
    endif()
    # Of what is measured, every file is compiled by itself; the text half runs once.
    if(EMSCRIPTEN OR CMAKE_BUILD_TYPE STREQUAL "Debug"
       OR name MATCHES "^(formula|import|read|scope|dimensions|assemble|compile|model|derive|diagnosis|scene|report|accuracy|api|questions|linear|estimate|periodic|ensemble|units)$")
      zwang_join(zwang_${name})
    endif()
    if(EMSCRIPTEN)
      zwang_studio_size(${name})
    endif()
    set_property(GLOBAL APPEND PROPERTY zwang_objects $<TARGET_OBJECTS:zwang_${name}>)
  else()
    add_library(zwang_${name} INTERFACE)
    set(reach INTERFACE)
  endif()
  target_include_directories(zwang_${name} ${reach} ${PROJECT_SOURCE_DIR}/src
                             ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(zwang_${name} ${reach} ${module_LINKS})
endfunction()

# The template of pages as a source of the module report: built from web/, or the plain one (page.cmake).
# Programs that are checked, not used, have the plain one.
function(zwang_page)
  set(plain ${PROJECT_SOURCE_DIR}/src/report/plain_page.html)
  set(out ${PROJECT_BINARY_DIR}/web/page_template.cpp)
  file(GLOB_RECURSE web CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
  foreach(name IN ITEMS build.mjs letters.mjs install package.json package-lock.json)
    list(APPEND web ${PROJECT_SOURCE_DIR}/web/${name})
  endforeach()
  set(from ${PROJECT_SOURCE_DIR}/web)
  if(NOT ZWANG_WEB OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(from "")
  endif()
  set(engine "")
  if(EXISTS ${ZWANG_ENGINE}/engine.wasm)
    set(engine ${ZWANG_ENGINE})
    list(APPEND web ${engine}/engine.js ${engine}/engine.wasm)
  endif()
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DWEB=${from} -DPLAIN=${plain} -DENGINE=${engine}
            -DWORK=${PROJECT_BINARY_DIR}/web -DOUT=${out} -P ${PROJECT_SOURCE_DIR}/cmake/page.cmake
    DEPENDS ${plain} ${web} ${PROJECT_SOURCE_DIR}/cmake/page.cmake
    COMMENT "Building the page" VERBATIM)
  target_sources(zwang_report PRIVATE ${out})
  set_source_files_properties(${out} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings
                              SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# All modules as one static library, zwang::zwang, with its headers, its install rules and its
# package. Nothing that a user compiles needs the libraries behind it; the linker does.
function(zwang_library)
  include(CMakePackageConfigHelpers)
  get_property(objects GLOBAL PROPERTY zwang_objects)
  add_library(zwang STATIC ${objects})
  add_library(zwang::zwang ALIAS zwang)
  set_target_properties(zwang PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(zwang PRIVATE asmjit::asmjit hdf5::hdf5 pugixml::pugixml ZLIB::ZLIB
                        ${ZWANG_SUNDIALS} ${ZWANG_VECTOR_MATH})
  target_compile_features(zwang PUBLIC cxx_std_20)
  target_include_directories(zwang PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zwang)
  install(TARGETS zwang EXPORT zwang-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/zwang DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(EXPORT zwang-targets NAMESPACE zwang:: DESTINATION ${package_dir})
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/zwang-config.cmake.in
                                ${PROJECT_BINARY_DIR}/zwang-config.cmake
                                INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/zwang-config-version.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/zwang-config.cmake
                ${PROJECT_BINARY_DIR}/zwang-config-version.cmake DESTINATION ${package_dir})
endfunction()
