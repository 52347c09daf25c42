// SPDX-License-Identifier: Apache-2.0
// Rigid bodies in words: what hangs on what, and how it may move.

#include "report/html.h"
#include "report/words/written.h"

namespace zwang::report {

namespace {

constexpr std::size_t most_bodies = 30;  // a page of 200 stays below 1.5 MB

std::string axis_html(const Components& axis, const char* usual, const Formulas& formulas) {
  return axis.empty() ? std::string(usual) : formulas.in_line(joined(axis));
}

// How a body may move against its parent.
std::string freedom_html(const Body& body, const Formulas& formulas) {
  const std::string& joint = body.joint.text;
  const std::string axis = axis_html(body.axis, "z", formulas);
  if (joint == "hinge") return "turns about " + axis;
  if (joint == "slider") return "slides along " + axis;
  if (joint == "cylinder") return "turns about and slides along " + axis;
  if (joint == "screw")
    return "turns about " + axis + " and advances by " + formulas.in_line(body.pitch.text) +
           " per turn";
  if (joint == "universal")
    return "turns about " + axis + ", then about " + axis_html(body.axis2, "x", formulas);
  if (joint == "ball") return "turns freely about a point";
  if (joint == "planar") return "slides in a plane and turns about " + axis;
  if (joint == "free") return "moves freely";
  return "is fixed";
}

/// Axes of a joint are those of a frame that may be turned against the parent's.
std::string rotation_html(const Rotation& rotation, const Formulas& formulas) {
  if (rotation.form == Rotation::Form::none) return {};
  const std::string numbers = formulas.in_line(joined(rotation.numbers));
  if (rotation.form == Rotation::Form::roll_pitch_yaw)
    return ", in axes rotated by roll, pitch and yaw " + numbers;
  if (rotation.form == Rotation::Form::quaternion)
    return ", in axes rotated by the quaternion " + numbers;
  if (rotation.angle.text == "0") return {};
  return ", in axes rotated by " + formulas.in_line(rotation.angle.text) + " about " + numbers;
}

}  // namespace

void add_bodies(const Description& description, Formulas& formulas) {
  formulas.heading("Bodies");
  const std::size_t count = std::min(description.bodies.size(), most_bodies);
  for (std::size_t k = 0; k < count; ++k) {
    const Body& body = description.bodies[k];
    if (!body.file.text.empty()) {
      formulas.sentence(html_name(body.name.text) + ": the bodies in the file " +
                        html_name(body.file.text) + ".");
      continue;
    }
    std::string words = html_name(body.name.text) + " " + freedom_html(body, formulas);
    const std::string parent =
        body.parent.text == "ground" ? "the ground" : html_name(body.parent.text);
    if (body.joint.text != "free")
      words += (body.joint.text == "fixed" ? " to " : ", on ") + parent;
    if (!body.at.empty()) words += ", at " + formulas.in_line(joined(body.at));
    words += rotation_html(body.rotation, formulas);
    if (body.mass.given() && body.mass.text != "0")
      words += "; mass " + formulas.in_line(body.mass.text);
    if (!body.center.empty())
      words += ", center of mass at " + formulas.in_line(joined(body.center));
    if (body.inertia.size() == 1)
      words += "; moments of inertia " + formulas.in_line(joined(body.inertia.front()));
    if (body.damping.given()) words += "; damping " + formulas.in_line(body.damping.text);
    if (body.friction.given()) words += "; friction up to " + formulas.in_line(body.friction.text);
    formulas.sentence(words + ".");
  }
  if (description.bodies.size() > count)
    formulas.sentence("… and " + std::to_string(description.bodies.size() - count) +
                      " more in the model file.");
}

std::string closure_html(const Closure& c, const Formulas& formulas) {
  const std::string pair = html_name(c.first.text) + " and " + html_name(c.second.text);
  const std::string axis = axis_html(c.axis, "z", formulas);
  switch (c.kind) {
    case Closure::Kind::weld:
      return pair + " are welded together.";
    case Closure::Kind::point:
      return pair + " coincide.";
    case Closure::Kind::hinge:
      return pair + " coincide, and the bodies turn relative to each other only about " + axis +
             ".";
    case Closure::Kind::slider:
      return html_name(c.second.text) + " slides along " + axis + " through " +
             html_name(c.first.text) + ", without turning.";
    case Closure::Kind::universal:
      return pair + " coincide, and the axes " + axis + " and " +
             axis_html(c.axis2, "x", formulas) + " stay perpendicular.";
    case Closure::Kind::distance:
      return "the distance between " + pair + " is " +
             (c.length.given() ? formulas.in_line(c.length.text) : "kept") + ".";
    case Closure::Kind::gear:
      return html_name(c.first.text) + " turns " + formulas.in_line(c.ratio.text) +
             " times as fast as " + html_name(c.second.text) + ".";
    case Closure::Kind::rack:
      return html_name(c.second.text) + " moves as " + html_name(c.first.text) +
             " rolls on it, with the radius " + formulas.in_line(c.radius.text) + ".";
    case Closure::Kind::roll:
      return html_name(c.body.text) + " rolls with the radius " + formulas.in_line(c.radius.text) +
             " on " + (c.on.text.empty() ? "the ground" : html_name(c.on.text)) + ".";
  }
  return "";
}

}  // namespace zwang::report
