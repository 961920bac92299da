// SPDX-License-Identifier: MIT
// Solves the complementarity problems of a directory (pc1 and JSON, see pawl/io/read_lcp.h) with Pawl and with Siconos
// numerics, in one run on the same files. Prints a table of outcomes by family and a table of times by size.
//
//   pawl_lcp_bench DIRECTORY [seconds per problem, default 20] [timed runs per problem, default 5]
//
// An answer counts as solved if max |min(z, M z + q)| <= 1e-9 max(1, |q|) on the problem as given. A success that is
// reported with a residual above 1e-8 (for Pawl, above 1e-9) counts as a false success. Siconos' FC2D methods accept
// only problems without sliding contacts. Times are the shortest of all runs, or of all batches of runs for problems of
// less than 50 variables. Pawl's time includes the formation of the matrix from bodies and contacts; one solver, which
// reuses its memory, solves all problems. Siconos' time begins with the finished matrix. The exit status is 1 if Pawl
// has a false success, if a proof of "none" fails its check, or if the answer is "none" for a problem that another
// method solves.
#include <fmt/format.h>
#include <pawl/io/read_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "timing.h"

#ifdef PAWL_WITH_SICONOS
#include "peer_siconos.h"
#endif

namespace {

using namespace pawl;

constexpr double kPeerResidual = 1e-8;

struct Entry {
  std::string name, family;
  LcpFile file;
  Lcp lcp;
};

/// The result of one method for one problem.
struct Outcome {
  bool success = false;  ///< whether the method reports success
  bool none = false;     ///< whether the method reports that it has a proof that no solution exists
  bool proof_holds = true;
  double residual = 0;  ///< residual of the solution; this program computes it in the same way for all methods
  double microseconds = 0;
  bool solved() const { return success && residual <= kLcpResidual; }
};

constexpr int kMethods = 4;
constexpr const char* kNames[kMethods] = {"Pawl", "Siconos lexicographic Lemke", "Siconos FC2D Lemke", "Siconos NSGS"};
using Outcomes = std::array<std::optional<Outcome>, kMethods>;

std::string family_of(const std::string& name) {
  std::vector<std::string> words;
  std::stringstream text(name);
  for (std::string word; std::getline(text, word, '_');) words.push_back(word);
  if (words.empty()) return "?";
  if (words[0] != "acc") return words[0];
  for (const auto& word : words) {
    if (word == "rest" || word == "mix") return "acc " + word;
  }
  return "acc slide";
}

Lcp dense(const Lcp& lcp) { return lcp; }
Lcp dense(const ContactProblem& problem) { return problem.lcp(); }

/// Both solvers of Pawl. The same object solves all problems one after another, as it would in a user's loop.
class Solver {
 public:
  const LcpAnswer& solve(const Lcp& lcp, const LcpLimits& limits) { return answer_ = solve_lcp(lcp, limits); }
  const LcpAnswer& solve(const ContactProblem& problem, const LcpLimits& limits) {
    return contact_.solve(problem, limits);
  }

 private:
  LcpAnswer answer_;
  ContactProblemSolver contact_;
};

std::vector<Entry> entries_of(const std::string& directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& item : std::filesystem::directory_iterator(directory)) paths.push_back(item.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Entry> entries;
  for (const auto& path : paths) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    const std::string head = text.str().substr(0, 4);
    if (head != "pc1 " && path.extension() != ".json") continue;
    Entry entry{path.stem().string(), family_of(path.stem().string()), read_lcp(text.str()), {}};
    entry.lcp = std::visit([](const auto& p) { return dense(p); }, entry.file.problem);
    entries.push_back(std::move(entry));
  }
  return entries;
}

constexpr double kBatched = 1000;  ///< runs of small problems are measured in batches (timing_of()) if a run takes at
                                   ///< most this time, microseconds

LcpLimits within(double seconds) {
  LcpLimits limits;
  limits.stop = StopToken(seconds);
  return limits;
}

Timing timing_of(Eigen::Index size, int runs) { return {runs, size < 50 ? 16 : 1}; }

Outcome by_pawl(const Entry& entry, double seconds, int runs, Solver& solver) {
  Outcome outcome;
  const LcpAnswer* answer = nullptr;
  const auto solve = [&](int) {
    std::visit([&](const auto& p) { answer = &solver.solve(p, within(seconds)); }, entry.file.problem);
  };
  Timing timing = timing_of(entry.lcp.size(), runs);
  if (best_microseconds(
          {1, 1}, [] {}, solve) > kBatched)
    timing.batch = 1;
  outcome.microseconds = best_microseconds(
      timing, [] {}, solve);
  outcome.success = answer->status == LcpAnswer::Status::solved;
  outcome.none = answer->status == LcpAnswer::Status::none;
  if (outcome.success) outcome.residual = lcp_residual(entry.lcp, answer->z);
  if (outcome.none) {
    outcome.proof_holds =
        std::visit([&](const auto& p) { return proves_no_solution(p, answer->refutation); }, entry.file.problem);
  }
  return outcome;
}

/// Times for a contact problem whose biases differ slightly from those of a problem that was solved before: `forming`
/// the LCP, solving it from a `cold` start, and solving it from the contact states of the earlier solution (`warm`).
struct Repeated {
  double forming = 0, cold = 0, warm = 0;  ///< microseconds
};

/// Changes each bias by up to a thousandth of its value, as if the next time step had begun.
ContactProblem next_step(ContactProblem problem) {
  double spread = 0;
  for (auto& contact : problem.contacts) {
    for (double* bias : {&contact.normal_bias, &contact.tangent_bias}) {
      spread = std::fmod(spread + .6180339887498949, 1);
      *bias *= 1 + 2e-3 * (spread - .5);
    }
  }
  return problem;
}

std::optional<Repeated> repeated(const Entry& entry, double seconds, int runs) {
  const auto* problem = std::get_if<ContactProblem>(&entry.file.problem);
  if (problem == nullptr) return std::nullopt;
  const ContactProblem next = next_step(*problem);
  ContactProblemSolver solver;
  Repeated times;
  const Timing timing = timing_of(entry.lcp.size(), runs);
  times.forming = best_microseconds(
      timing, [] {}, [&](int) { (void)problem->lcp(); });
  times.cold = best_microseconds(
      timing, [] {}, [&](int) { solver.solve(next, within(seconds)); });
  if (solver.solve(next, within(seconds)).status != LcpAnswer::Status::solved) return std::nullopt;
  times.warm = best_microseconds(
      {runs, 1}, [&] { solver.solve(*problem, within(seconds)); },
      [&](int) { solver.solve(next, within(seconds), ContactProblemSolver::Start::last); });
  return times;
}

#ifdef PAWL_WITH_SICONOS

Outcome judged(const Lcp& lcp, const peer::SiconosAnswer& answer, const Eigen::VectorXd& z) {
  Outcome outcome;
  outcome.success = answer.success;
  outcome.residual = lcp_residual(lcp, z);
  outcome.microseconds = answer.microseconds;
  return outcome;
}

/// Returns the contact problem as a planar friction problem a = M c + q. Its entries are ordered by contacts, with the
/// normal entry before the tangential one. `lcp` is the LCP of the same problem for velocities; it has one block for
/// the normals n, one for the tangents t, and one for -t.
peer::PlanarFriction friction_of_velocity(const ContactProblem& problem, const Lcp& lcp) {
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  peer::PlanarFriction friction{Eigen::MatrixXd(2 * count, 2 * count), Eigen::VectorXd(2 * count), {}};
  for (Eigen::Index i = 0; i < 2 * count; ++i) {
    for (Eigen::Index k = 0; k < 2 * count; ++k) friction.M(i, k) = lcp.M(i % 2 * count + i / 2, k % 2 * count + k / 2);
    friction.q[i] = lcp.q[i % 2 * count + i / 2];
  }
  for (const auto& contact : problem.contacts) friction.friction.push_back(contact.friction);
  return friction;
}

/// Returns the problem in the form of the solver FC2D. Returns nothing if a contact slides, because FC2D cannot solve
/// such a problem.
std::optional<peer::PlanarFriction> friction_of(const ContactProblem& problem) {
  ContactProblem step = problem;
  if (problem.level == ContactProblem::Level::acceleration) {
    for (const auto& contact : problem.contacts) {
      if (contact.sliding != 0) return std::nullopt;
    }
    step.level = ContactProblem::Level::velocity;
    step.step = 1;
  }
  return friction_of_velocity(step, step.lcp());
}

/// Converts contact forces c to the solution z of the LCP. Some entries of z are not forces; they follow from c and a =
/// M c + q.
Eigen::VectorXd z_of(const ContactProblem& problem, const peer::PlanarFriction& friction, const Eigen::VectorXd& c) {
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  const bool velocity = problem.level == ContactProblem::Level::velocity;
  const Eigen::VectorXd a = friction.M * c + friction.q;
  Eigen::VectorXd z(velocity ? 4 * count : 3 * count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double cn = c[2 * i], ct = c[2 * i + 1], at = a[2 * i + 1];
    z[i] = cn;
    z[count + i] = velocity ? std::max(0., ct) : ct + friction.friction[static_cast<std::size_t>(i)] * cn;
    z[2 * count + i] = velocity ? std::max(0., -ct) : std::max(0., -at);
    if (velocity) z[3 * count + i] = std::fabs(at);
  }
  return z;
}

void by_siconos(const Entry& entry, int runs, Outcomes& outcomes) {
  const Timing timing = timing_of(entry.lcp.size(), runs);
  const auto lemke = peer::siconos_lemke(entry.lcp, timing);
  outcomes[1] = judged(entry.lcp, lemke, lemke.z);
  const auto* problem = std::get_if<ContactProblem>(&entry.file.problem);
  const auto friction = problem ? friction_of(*problem) : std::nullopt;
  if (!friction) return;
  for (const auto method : {peer::FrictionMethod::lemke, peer::FrictionMethod::nsgs}) {
    const auto answer = peer::siconos_friction(*friction, method, timing);
    outcomes[method == peer::FrictionMethod::lemke ? 2 : 3] =
        judged(entry.lcp, answer, z_of(*problem, *friction, answer.z));
  }
}

#else

void by_siconos(const Entry&, int, Outcomes&) {}

#endif

struct Row {
  std::string name;
  Eigen::Index size;
  std::string family;
  Outcomes outcomes;
  std::optional<Repeated> repeated;
};

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void print_outcomes(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<const Row*>> families;
  for (const Row& row : rows) families[row.family].push_back(&row);
  fmt::print(
      "| problems | method | solved | none, proved | undecided or failed | false success "
      "|\n|---|---|---|---|---|---|\n");
  for (const auto& [family, members] : families) {
    for (int m = 0; m < kMethods; ++m) {
      int solved = 0, none = 0, failed = 0, wrong = 0;
      for (const Row* row : members) {
        const auto& outcome = row->outcomes[static_cast<std::size_t>(m)];
        if (!outcome) continue;
        solved += outcome->solved();
        none += outcome->none;
        wrong += outcome->success && outcome->residual > (m == 0 ? kLcpResidual : kPeerResidual);
        failed += !outcome->solved() && !outcome->none;
      }
      if (solved + none + failed > 0) {
        fmt::print("| {} {} | {} | {} | {} | {} | {} |\n", members.size(), family, kNames[m], solved, none, failed,
                   wrong);
      }
    }
  }
}

/// The classes of problems in the table of times. Each entry is the largest number of variables in a class.
constexpr Eigen::Index kClasses[] = {4, 16, 49, 99, 149, 1 << 20};

std::string class_name(Eigen::Index from, Eigen::Index to) {
  return fmt::format("{} to {}", from, to == 1 << 20 ? "more" : fmt::format("{}", to));
}

void print_times(const std::vector<Row>& rows) {
  fmt::print("\nMedian microseconds of problems that Pawl and the peer solve:\n\n");
  fmt::print(
      "| size | problems | Pawl | lexicographic Lemke | FC2D Lemke | NSGS | slowest Pawl | median of (faster Lemke / "
      "Pawl) |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  Eigen::Index from = 1;
  for (const Eigen::Index to : kClasses) {
    std::vector<double> times[kMethods], ratios;
    double slowest = 0;
    for (const Row& row : rows) {
      if (row.size < from || row.size > to || !row.outcomes[0]->solved()) continue;
      const double ours = row.outcomes[0]->microseconds;
      double best = std::numeric_limits<double>::infinity();
      slowest = std::max(slowest, ours);
      for (int m = 0; m < kMethods; ++m) {
        const auto& outcome = row.outcomes[static_cast<std::size_t>(m)];
        if (!outcome || !outcome->solved()) continue;
        times[m].push_back(outcome->microseconds);
        if (m == 1 || m == 2) best = std::min(best, outcome->microseconds);
      }
      if (std::isfinite(best)) ratios.push_back(best / ours);
    }
    if (!times[0].empty()) {
      fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.1f} | {:.1f} |\n", class_name(from, to),
                 times[0].size(), median(times[0]), median(times[1]), median(times[2]), median(times[3]), slowest,
                 median(ratios));
    }
    from = to + 1;
  }
  std::vector<double> proofs;
  for (const Row& row : rows) {
    if (row.outcomes[0]->none) proofs.push_back(row.outcomes[0]->microseconds);
  }
  if (!proofs.empty()) {
    fmt::print("\n{} proofs of none: median {:.0f} us, slowest {:.0f} us\n", proofs.size(), median(proofs),
               *std::max_element(proofs.begin(), proofs.end()));
  }
}

void print_repeated(const std::vector<Row>& rows) {
  fmt::print("\nMedian microseconds of contact problems whose biases have changed by a thousandth:\n\n");
  fmt::print("| size | problems | forming M and q alone | solved from zero | from the last states |\n");
  fmt::print("|---|---|---|---|---|\n");
  Eigen::Index from = 1;
  for (const Eigen::Index to : kClasses) {
    std::vector<double> forming, cold, warm;
    for (const Row& row : rows) {
      if (row.size < from || row.size > to || !row.repeated) continue;
      forming.push_back(row.repeated->forming);
      cold.push_back(row.repeated->cold);
      warm.push_back(row.repeated->warm);
    }
    if (!cold.empty()) {
      fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", class_name(from, to), cold.size(), median(forming),
                 median(cold), median(warm));
    }
    from = to + 1;
  }
}

bool sound(const Row& row) {
  const Outcome& ours = *row.outcomes[0];
  const bool contradicted = ours.none && std::any_of(row.outcomes.begin() + 1, row.outcomes.end(),
                                                     [](const auto& outcome) { return outcome && outcome->solved(); });
  const bool good = !(ours.success && !ours.solved()) && ours.proof_holds && !contradicted;
  if (!good)
    fmt::print(stderr, "{}: residual {}, proof {}, contradicted {}\n", row.name, ours.residual, ours.proof_holds,
               contradicted);
  return good;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "usage: {} DIRECTORY [seconds per problem] [timed runs per problem]\n", words[0]);
    return 2;
  }
  const double seconds = count > 2 ? std::atof(words[2]) : 20;
  const int runs = count > 3 ? std::max(1, std::atoi(words[3])) : 5;
  std::vector<Row> rows;
  bool good = true;
  Solver solver;
  for (const Entry& entry : entries_of(words[1])) {
    Row row{entry.name, entry.lcp.size(), entry.family, {}, {}};
    row.outcomes[0] = by_pawl(entry, seconds, runs, solver);
    by_siconos(entry, runs, row.outcomes);
    good = sound(row) && good;
    if (!row.outcomes[0]->solved() && !row.outcomes[0]->none)
      fmt::print("undecided: {} ({} variables)\n", row.name, row.size);
    if (row.outcomes[0]->solved()) row.repeated = repeated(entry, seconds, runs);
    rows.push_back(std::move(row));
  }
  print_outcomes(rows);
  print_times(rows);
  print_repeated(rows);
  return good ? 0 : 1;
}
