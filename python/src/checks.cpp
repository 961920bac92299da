// SPDX-License-Identifier: MIT
// Complementarity problems, and what checks answers and certificates.
#include <pawl/certify/certificate_file.h>
#include <pawl/certify/verify_answer.h>
#include <pawl/io/read_task.h>
#include <pybind11/stl.h>

#include "answer.h"
#include "answers/lcp_answer.h"
#include "answers/recheck/recheck.h"
#include "answers/verify_answer.h"
#include "call.h"
#include "convert.h"

namespace pawl::python {
namespace {

AnswerPointer answer_alone(const char* command, const std::string& name, const answers::Answer& answer) {
  return std::make_shared<PyAnswer>(answers::Question{command, name, {}, {}}, PyAnswer::Subject{},
                                    [answer] { return answer; });
}

/// `file`: as the answer names the problem.
AnswerPointer lcp(const std::string& text, bool is_path, const std::string& file, bool all, bool proof,
                  double seconds) {
  return found_by(seconds, [=](const Call& call) {
    const LcpFile problem = read_lcp(is_path ? read_text_file(text) : text);
    LcpLimits limits;
    limits.stop = call.stop();
    const LcpAnswer found = answers::find_lcp(problem, limits, all);
    answers::Answer answer;
    answer.message = "a problem is undecided";
    answer.results = answers::Json::array();
    answer.results.push_back(answers::lcp_answer(file, problem, found, {all, proof}, std::nullopt, answer.status));
    return answer_alone("lcp", problem.name, answer);
  });
}

AnswerCheck check_answer(const TaskPointer& task, const std::string& lcp_text, const std::string& text,
                         const Call& call) {
  const bool lcp = command_of_answer(text) == "lcp";
  if (lcp && task) throw InputError("task", "", "an answer of lcp is verified against its problem");
  if (lcp) return answers::recheck_answer(read_lcp(lcp_text), text, call.stop());
  if (!task) throw InputError("/command", command_of_answer(text), "such an answer is verified against its task");
  return answers::recheck_answer(task->valid, text, call.stop());
}

AnswerPointer verify(const std::string& text, const TaskPointer& task, const std::string& lcp_text,
                     const std::string& name, bool partial) {
  return found_by({}, [=](const Call& call) {
    if (is_certificate(text)) {
      const CertificateCheck check = task ? verify_certificate(text, task->valid) : verify_certificate(text);
      return answer_alone("verify", name, answers::verify_answer(check, task != nullptr));
    }
    if (!task && lcp_text.empty())
      throw InputError("task", "", "an answer is verified against its task, or an lcp's against its problem");
    return answer_alone("verify", name, answers::verify_answer(check_answer(task, lcp_text, text, call), partial));
  });
}

}  // namespace

void add_checks(py::module_& module) {
  module.def("lcp", lcp, py::arg("text"), py::arg("is_path"), py::arg("file"), py::arg("all"), py::arg("proof"),
             py::arg("seconds"));
  module.def("verify", verify, py::arg("text"), py::arg("task"), py::arg("lcp"), py::arg("name"), py::arg("partial"));
}

}  // namespace pawl::python
