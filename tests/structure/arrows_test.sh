#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks the includes of all sources. Fails if an include violates the order of the areas:
#
#   cli, python, web → answers → draw → planner → modes → cones → exact → base;  modes → contact → geometry → exact
#   drawing → io → bodies, contact;  simulation → bodies → friction → lcp → exact;  bodies → geometry;  scenes → io, simulation
#   answers, planner → verify → io: the checkers of certificates share neither the search nor the cones with their makers
#
# An area is a folder of lib/ or apps/, or one of the folders cones/, cones/modes/, planner/ (with all its folders), verify/ and
# draw/. The public headers of an area are <pawl/area/name.h>, and its internal headers are "area/name.h". The area lib/umbrella
# may include everything and is not checked. Usage: arrows_test.sh SOURCE_DIR. The last line of the output contains the counts.
set -euo pipefail
cd "$1"

# check FILE…: prints the faults, followed by the counts.
check() {
  awk '
    function allow(from, list, names, n, i) {
      n = split(list, names, " ")
      for (i = 1; i <= n; ++i) below[from, names[i]] = 1
    }
    function area_of(path, parts) {
      if (match(path, /include\/pawl\//)) path = "lib/" substr(path, RSTART + RLENGTH)
      split(path, parts, "/")
      if (parts[1] == "lib" || parts[1] == "apps") return parts[2]
      return parts[1] == "cones" && parts[2] == "modes" ? "modes" : parts[1]
    }
    # Returns the area of an included header. The header is written as <pawl/area/…> or "area/…".
    function area_included(target, parts) {
      if (target == "<pawl/version.h") return ""
      if (target ~ /^<pawl\//) { split(target, parts, "/"); return parts[2] }
      if (target !~ /^"/) return ""
      split(substr(target, 2), parts, "/")
      if (parts[1] ~ /^(energy|fixtures|insertion|orient|recheck|trials)$/) return "planner"
      return parts[1]
    }
    BEGIN {
      allow("base", "")
      allow("exact", "base")
      allow("geometry", "exact base")
      allow("lcp", "exact base")
      allow("contact", "geometry exact base")
      allow("friction", "lcp exact base")
      allow("bodies", "friction lcp geometry exact base")
      allow("simulation", "bodies friction lcp geometry exact base")
      allow("io", "bodies contact friction lcp geometry exact base")
      allow("drawing", "io geometry exact base")
      allow("scenes", "io simulation bodies contact friction lcp geometry exact base")
      allow("cones", "exact base")
      allow("modes", "cones contact geometry exact base")
      allow("verify", "io contact geometry exact base")
      allow("planner", "verify scenes simulation bodies friction lcp modes cones io contact geometry exact base")
      allow("certify", "planner verify")  # old paths of public headers, which include the new headers
      allow("draw", "scenes simulation bodies friction planner modes cones io contact geometry exact base")
      below_answers = "draw verify scenes simulation planner modes cones drawing io bodies contact friction lcp geometry exact base"
      allow("answers", below_answers)
      allow("python", "answers " below_answers)
      allow("web", "answers " below_answers)
      allow("cli", "answers " below_answers)
    }
    /^#include/ {
      target = $2
      sub(/[">]$/, "", target)
      from = area_of(FILENAME)
      to = area_included(target)
      if (to == "") next
      ++includes
      if (from == to || (from, to) in below) next
      ++faults
      print FILENAME ": " $0 ": no arrow leads from " from " to " to
    }
    END { print includes + 0 " includes, " faults + 0 " against the arrows" }' "$@"
}

# Tests that the check detects an include in a direction that is not permitted.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
mkdir -p "$trial/lib/lcp" "$trial/cones" "$trial/verify"
printf '#include "friction/x.h"\n#include <pawl/io/task.h>\n#include <vector>\n#include "lcp/y.h"\n' >"$trial/lib/lcp/x.cpp"
printf '#include "modes/x.h"\n#include "cones/scaled_rows.h"\n' >"$trial/cones/x.cpp"
printf '#include "energy/x.h"\n#include "verify/x.h"\n#include <pawl/cones/cone.h>\n#include <pawl/io/task.h>\n' >"$trial/verify/x.cpp"
seen=$(cd "$trial" && check lib/lcp/x.cpp cones/x.cpp verify/x.cpp | tail -n 1)
[[ $seen == "9 includes, 5 against the arrows" ]] || { echo "the check is broken: $seen"; exit 1; }

mapfile -t files < <(find lib cones planner verify draw apps \( -name '*.h' -o -name '*.cpp' \) -not -path 'lib/umbrella/*')
result=$(check "${files[@]}")
echo "$result"
[[ $result == *" 0 against the arrows" && ${#files[@]} -gt 200 ]]
