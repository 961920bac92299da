// SPDX-License-Identifier: MIT
#include "answers/json_stream.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kPart = 1 << 16;  // bytes
constexpr const char* kStep = "  ";

}  // namespace

JsonStream::JsonStream(std::function<void(const std::string&)> write, bool pretty)
    : write_(std::move(write)), pretty_(pretty) {}

JsonStream::JsonStream(Json& into, std::size_t most) : pretty_(false), into_(&into), most_(most) {}

/// Where the next value of a value that is made goes.
void JsonStream::put(Json value, bool open) {
  Json* place = into_;
  if (!open_.empty() && open_.back()->members()) {
    place = &(*open_.back())[name_];
  } else if (!open_.empty()) {
    if (!open && open_.back()->entries()->size() >= most_) return;
    open_.back()->push_back(nullptr);
    place = &(*open_.back())[open_.back()->entries()->size() - 1];
  }
  *place = std::move(value);
  if (open) open_.push_back(place);
}

void JsonStream::begin(char bracket) {
  if (into_ != nullptr) return put(bracket == '[' ? Json::array() : Json::object(), true);
  place();
  text_ += bracket;
  indent_ += kStep;
  first_ = true;
}

void JsonStream::end(char bracket) {
  if (into_ != nullptr) return open_.pop_back();
  indent_.resize(indent_.size() - 2);
  if (pretty_ && !first_) text_ += "\n" + indent_;
  text_ += bracket;
  first_ = false;
}

void JsonStream::key(const std::string& name) {
  if (into_ != nullptr) {
    name_ = name;
    return;
  }
  place();
  text_ += Json(name).dump() + (pretty_ ? ": " : ":");
  keyed_ = true;
}

void JsonStream::value(const Json& given) {
  Json value = given;
  beyond_doubles_ = value.make_finite() || beyond_doubles_;
  if (into_ != nullptr) return put(value, false);
  place();
  if (pretty_) {
    append_pretty(value, indent_, text_);
  } else {
    text_ += value.dump();
  }
  hand_over(kPart);
}

void JsonStream::member(const std::string& name, const Json& one) {
  key(name);
  value(one);
}

void JsonStream::finish() {
  if (into_ != nullptr) return;
  text_ += "\n";
  hand_over(1);
}

/// What stands before a key, or before a value of an array.
void JsonStream::place() {
  const bool outermost = indent_.empty();
  if (!keyed_ && !outermost) {
    if (!first_) text_ += ",";
    if (pretty_) text_ += "\n" + indent_;
  }
  keyed_ = false;
  first_ = false;
}

void JsonStream::hand_over(std::size_t least) {
  if (text_.size() < least) return;
  write_(text_);
  text_.clear();
}

}  // namespace pawl::answers
