# SPDX-License-Identifier: MIT
# The page that plays, a part of pawl_draw: page.html is embedded as it is committed (scripts/page makes it).
pawl_embed(page_source ${CMAKE_CURRENT_LIST_DIR}/page.html pawl::draw::internal kPageTemplate)
target_sources(pawl_draw
  PUBLIC FILE_SET HEADERS FILES
    include/pawl/draw/page.h
    include/pawl/draw/simulation_page.h
  PRIVATE
    page/columns.cpp
    page/contact_columns.cpp
    page/instant_recorder.cpp
    page/json_text.cpp
    page/page.cpp
    page/page_words.cpp
    page/plan_page.cpp
    page/play_data.cpp
    page/scene_page.cpp
    page/task_stills.cpp
    page/trial_play.cpp
    page/trials_page.cpp
    ${page_source})
