# Links every entry of the package's sources into the folder that holds the built extension, and
# the Clang plugin next to it.
file(MAKE_DIRECTORY ${TO})
file(GLOB entries RELATIVE ${FROM} ${FROM}/*)
foreach(entry ${entries})
  file(CREATE_LINK ${FROM}/${entry} ${TO}/${entry} SYMBOLIC)
endforeach()
if(PLUGIN)
  get_filename_component(name ${PLUGIN} NAME)
  file(CREATE_LINK ${PLUGIN} ${TO}/${name} SYMBOLIC)
endif()
