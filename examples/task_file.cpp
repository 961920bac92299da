// SPDX-License-Identifier: MIT
// Reads a task file, finds the contacts on the outline, and prints the widest wrench of each mode that the task lists.
#include <pawl/io/read_task.h>
#include <pawl/modes/wrench_cone.h>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: task_file TASK.json\n";
    return 2;
  }
  try {
    const pawl::Task task = pawl::read_task_file(argv[1]);
    const pawl::ContactSet contacts = pawl::find_contacts(task);
    for (const std::string& letters : task.modes) {
      const pawl::WrenchCone cone = pawl::wrench_cone(contacts, pawl::Mode(letters));
      const auto widest = pawl::widest_direction(cone.cone, contacts.radius_of_gyration());
      std::cout << letters << ": " << contacts.to_world(widest.direction).transpose() << "\n";
    }
  } catch (const pawl::InputError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
  return 0;
}
