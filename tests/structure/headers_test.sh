#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks that the umbrella header includes every public header, and that every public class has a function in
# examples/classes.cpp. Usage: headers_test.sh SOURCE_DIR
set -euo pipefail
cd "$1"

# Prints the paths of all public headers, except those that only forward from an old path.
headers() { find {lib,cones,planner,verify}/include -name '*.h' -exec grep -L 'this path is deprecated' {} + | sed 's|.*/include/||' | sort; }
named() { sed -n 's|^#include <\(pawl/.*\)>$|\1|p' lib/umbrella/include/pawl/pawl.h | sort; }
classes() { find {lib,cones,planner,verify}/include -name '*.h' -exec sed -nE 's/^class ([A-Z][A-Za-z]*) .*/\1/p' {} + | sort; }
shown() { sed -nE 's/.*Example\{"([A-Za-z]+)", .*/\1/p' examples/classes.cpp | sort; }

missing=$(comm -23 <(headers) <(named))
unknown=$(comm -13 <(headers) <(named))
without=$(comm -23 <(classes) <(shown))
[[ -z $missing ]] || echo "not in pawl/pawl.h: $missing"
[[ -z $unknown ]] || echo "in pawl/pawl.h, but no header: $unknown"
[[ -z $without ]] || echo "classes without an example in examples/classes.cpp: $without"
echo "$(headers | wc -l) headers, $(classes | wc -l) classes"
old=$(grep -L 'this path is deprecated' planner/include/pawl/certify/*.h || true)
[[ -z $old ]] || echo "at an old path, and no forwarding header: $old"
[[ -z $missing$unknown$without$old && $(headers | wc -l) -gt 75 && $(classes | wc -l) -gt 15 ]]
