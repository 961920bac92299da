// SPDX-License-Identifier: MIT
#include <pawl/modes/contact_matrices.h>

#include "contact/input_checks.h"
#include "modes/mode_matrices.h"

namespace pawl {

ContactMatrices contact_matrices(const ContactSet& set, const Mode& mode) {
  set.validate();
  require_mode_fits(mode.str(), set);
  ContactSet unit = set;
  for (Contact& contact : unit.contacts) contact.normal = internal::unit_normal(contact);
  const internal::ModeMatrices m = internal::mode_matrices(unit, mode);
  ContactMatrices printed{internal::to_double(m.J), internal::to_double(m.A), internal::to_double(m.B),
                          internal::to_double(m.C), internal::to_double(m.E), internal::to_double(m.N),
                          internal::to_double(m.R), internal::to_double(m.S), internal::to_double(m.V),
                          internal::to_double(m.K), internal::to_double(m.P)};
  // Only these act on wrenches or give them; the rest is of the contact frames, which turn with the part.
  for (Eigen::Index i = 0; i < printed.J.cols(); ++i) printed.J.col(i) = set.to_world(printed.J.col(i));
  for (Eigen::MatrixXd* rows : {&printed.B, &printed.P}) {
    for (Eigen::Index i = 0; i < rows->rows(); ++i) rows->row(i) = set.to_world(rows->row(i).transpose()).transpose();
  }
  return printed;
}

}  // namespace pawl
