# With emscripten: perfolio.js, a program of node, and perfolio.html, a page with the engine in it.
set(CMAKE_EXECUTABLE_SUFFIX .js)
set(engine -O2 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4294967296 -sTOTAL_STACK=4194304 -sEXIT_RUNTIME=1
  -sSUPPORT_LONGJMP=1 -sFORCE_FILESYSTEM=1 "SHELL:--pre-js ${CMAKE_SOURCE_DIR}/web/mapped.js")
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.30)
  list(APPEND engine "SHELL:--js-library ${CMAKE_SOURCE_DIR}/web/offsets.js")
endif()
target_link_options(perfolio PRIVATE ${engine} -sNODERAWFS=1 -sENVIRONMENT=node "SHELL:--pre-js ${CMAKE_SOURCE_DIR}/web/node.js")

add_executable(engine cli/main.c)
set_target_properties(engine PROPERTIES LINKER_LANGUAGE C)
target_link_libraries(engine PRIVATE warnings cli remote)
target_link_options(engine PRIVATE ${engine} -sENVIRONMENT=worker -sMODULARIZE=1 -sEXPORT_NAME=Perfolio -sINVOKE_RUN=0
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free,_bridge_new,_bridge_request -sEXPORTED_RUNTIME_METHODS=FS,callMain,UTF8ToString
  "SHELL:--pre-js ${CMAKE_SOURCE_DIR}/web/dropped.js")
file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/* ${CMAKE_SOURCE_DIR}/web/face/*)
list(FILTER parts EXCLUDE REGEX "/face$")
set(linked ${parts})                            # the others are joined behind the linker
list(FILTER linked INCLUDE REGEX "/(dropped|mapped|node|offsets)\\.js$")
set_target_properties(perfolio engine PROPERTIES LINK_DEPENDS "${linked}")
add_custom_command(OUTPUT perfolio.html DEPENDS engine ${parts}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/web/make.py $<TARGET_FILE:engine> perfolio.html)
add_custom_target(page ALL DEPENDS perfolio.html)
