// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// A JSON text handed over in parts while it is made, so that it need not fit in memory. Laid out as text_of does.
class JsonStream {
 public:
  JsonStream(std::function<void(const std::string&)> write, bool pretty);
  /// Makes the value itself instead, which must outlive this; arrays keep no more than `most` entries.
  JsonStream(Json& into, std::size_t most);

  void begin(char bracket);  ///< '{' or '['
  void end(char bracket);    ///< '}' or ']'
  void key(const std::string& name);
  void value(const Json& value);  ///< after a key, or the next of an array
  void member(const std::string& name, const Json& value);
  void finish();  ///< the line's end, and what is still held back
  bool beyond_doubles() const {
    return beyond_doubles_;
  }  ///< a number was not finite: the largest double stands for it

 private:
  void put(Json value, bool open);
  void place();
  void hand_over(std::size_t least);

  std::function<void(const std::string&)> write_;
  bool pretty_;
  std::string text_;  ///< not handed over yet
  std::string indent_;
  bool first_ = true;   ///< nothing stands yet in the innermost brackets
  bool keyed_ = false;  ///< a key waits for its value
  bool beyond_doubles_ = false;

  Json* into_ = nullptr;
  std::size_t most_ = 0;
  std::vector<Json*> open_;  ///< values that are not ended, the outermost first
  std::string name_;         ///< the key that waits
};

}  // namespace pawl::answers
