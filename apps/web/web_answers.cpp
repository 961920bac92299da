// SPDX-License-Identifier: MIT
// Reads one request per line from standard input, and prints one reply per line. Tests of the live editor and of its
// library use it.
#include <cstdio>
#include <iostream>
#include <string>

#include "web/answer_request.h"

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const std::string reply = pawl::web::answer_request(line) + "\n";
    std::fwrite(reply.data(), 1, reply.size(), stdout);
    std::fflush(stdout);
  }
}
