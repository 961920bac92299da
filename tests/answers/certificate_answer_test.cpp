// SPDX-License-Identifier: MIT
// The answer of `pawl verify` for certificates.
#include <doctest/doctest.h>

#include "answers/recheck.h"

using namespace pawl;
using namespace pawl::answers;

TEST_CASE("the answer for a certificate of rest regions states its steps, displacement and region") {
  CertificateCheck check;
  check.boxes = 7;
  check.part.name = "plate";
  check.region = CertifiedRegion{2, .5, {Eigen::Vector3d(-1, -2, 0), Eigen::Vector3d(1, 3, 1.5707963267948966)}};
  Answer answer = verify_answer(check, true);
  CHECK(answer.status == kYes);
  CHECK(answer.results["accepted"].boolean() == true);
  CHECK(answer.results["refused"].dump() == "null");
  CHECK(answer.results["steps"].dump() == "2");
  CHECK(answer.results["displacement"].dump() == "0.5");
  CHECK(answer.results["region"].dump() == R"({"translation":[[-1.0,1.0],[-2.0,3.0]],"rotation_deg":[0.0,90.0]})");
  CHECK(answer.results["checked"].dump().find("\"it is of the task: ") == 1);
  CHECK(answer.results["checked"].dump().find("7 boxes") != std::string::npos);
  CHECK(answer.results.dump().find("depth") == std::string::npos);
  CHECK(verify_answer(check, false).results["checked"].dump().find("task") == std::string::npos);
}

TEST_CASE("the answer about a refused certificate repeats none of the certificate's claims") {
  CertificateCheck check;
  check.refused = "/steps/0/tree: wrong";
  Answer answer = verify_answer(check, false);
  CHECK(answer.status == kNo);
  CHECK(answer.results.dump() ==
        R"({"accepted":false,"checked":[],"refused":"/steps/0/tree: wrong","depth":null,"part":null})");
}
