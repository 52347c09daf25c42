# SPDX-License-Identifier: Apache-2.0
# The engine of a live page: the modules as WebAssembly, by Debian's emscripten (`make studio`). What
# WebAssembly cannot have is left out here, by module; studio/without/ has what answers in its place.

# Native code, CVODE, XML, HDF5 and zlib; what a page never asks for saves bytes.
set(ZWANG_WITHOUT
    "/src/tape/(native|emitter|encoder|registers|next_use|executable)\\.cpp$"
    "/src/ode/bdf\\.cpp$"
    "/src/read/robots\\.cpp$"
    "/src/(import|linear|ensemble|periodic|estimate|questions)/"
    "/src/record/hdf5/"
    "/src/report/(page|coding|contents)\\.cpp$"
    "/src/api/simulation/"
    "/src/api/(report|import|close_loops|record|equilibrium|acceleration_batch|accelerations)\\.cpp$"
    "_avx(2|512)\\.cpp$")

foreach(absent IN ITEMS asmjit::asmjit pugixml::pugixml hdf5::hdf5 ZLIB::ZLIB SUNDIALS::cvode
        SUNDIALS::nvecserial SUNDIALS::sunmatrixdense SUNDIALS::sunlinsoldense)
  add_library(${absent} INTERFACE IMPORTED)
endforeach()

# Headers alone, and only these: others of the machine's would hide those of emscripten.
find_path(ZWANG_EIGEN Eigen/Core PATHS /usr/include/eigen3 /usr/local/include/eigen3 NO_CMAKE_FIND_ROOT_PATH REQUIRED)
find_path(ZWANG_TOML toml++/toml.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
add_library(Eigen3::Eigen INTERFACE IMPORTED)
target_include_directories(Eigen3::Eigen INTERFACE ${ZWANG_EIGEN})
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${ZWANG_TOML}/toml++ ${PROJECT_BINARY_DIR}/include/toml++ SYMBOLIC)
include_directories(SYSTEM ${PROJECT_BINARY_DIR}/include)

# Exceptions and vectors of WebAssembly itself; all objects must have them alike.
set(ZWANG_WASM_FLAGS -fwasm-exceptions -msimd128)
# Debian 12's library lacks a few functions of C++20; an Index has 32 bits here, which braces take for narrowing.
add_compile_options(${ZWANG_WASM_FLAGS} -Wno-c++11-narrowing -Wno-unused-command-line-argument
                    "SHELL:-include ${PROJECT_SOURCE_DIR}/studio/old_library.h")
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -g0 -DNDEBUG")

# The text half runs once, and is small rather than fast.
function(zwang_studio_size name)
  if(name MATCHES "^(formula|read|scope|dimensions|assemble|compile|model|derive|record|diagnosis|scene|report|accuracy|api|studio)$")
    target_compile_options(zwang_${name} PRIVATE -Oz)
  endif()
endfunction()

# engine.js and engine.wasm.
function(zwang_studio)
  get_property(objects GLOBAL PROPERTY zwang_objects)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/studio/*.cpp
       ${PROJECT_SOURCE_DIR}/studio/without/*.cpp)
  add_executable(zwang_engine ${sources} ${objects})
  set_target_properties(zwang_engine PROPERTIES OUTPUT_NAME engine SUFFIX .js)
  target_include_directories(zwang_engine PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  zwang_compile_options(zwang_engine)
  target_link_options(zwang_engine PRIVATE ${ZWANG_WASM_FLAGS} -O3
    -sMODULARIZE=1 -sEXPORT_NAME=ZwangEngine -sENVIRONMENT=worker,node -sFILESYSTEM=0 -sDYNAMIC_EXECUTION=0
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sTOTAL_STACK=4194304 -sTEXTDECODER=2
    -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8
    -sEXPORTED_FUNCTIONS=_malloc,_free)
endfunction()
