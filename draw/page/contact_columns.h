// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>

namespace pawl::draw::internal {

/// The contacts of all instants as columns; `decimals` of their points. Each contact's numbers are differences to those
/// that the contact of the same two bodies, of the same rank among these, had last.
void write_contacts(std::string& out, const std::vector<PageInstant>& instants, int decimals);

}  // namespace pawl::draw::internal
