// SPDX-License-Identifier: Apache-2.0
#include "api/contact_name.h"

#include "diagnosis/start.h"
#include "model/model_parts.h"

namespace zwang {

std::string contact_name(const Model& model, std::size_t sliding) {
  const equations::Equations& equations = model.parts().equations();
  const equations::Sliding& contact = equations.sliding[sliding];
  if (contact.normals.empty()) return model.bodies()[contact.law];
  std::string names;
  for (const Index normal : contact.normals) {
    const auto row = static_cast<std::size_t>(equations.reactions[normal].first_row);
    const std::size_t number = diagnosis::constraint_of(model, row);
    if (number >= model.constraints().size()) continue;
    names += (names.empty() ? "" : ", ") + model.constraints()[number].name;
  }
  return names;
}

}  // namespace zwang
