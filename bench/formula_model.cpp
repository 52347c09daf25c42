// SPDX-License-Identifier: Apache-2.0
#include "formula_model.h"

namespace bench {

std::vector<FormulaModel> formula_models() {
  using namespace zwang::test;
  std::vector<FormulaModel> models;
  // A double pendulum takes as long as twenty multiplications: the call itself counts.
  models.push_back({"double pendulum", double_pendulum(), &Hand::double_pendulum, {2.0, 0.35}});
  models.push_back({"chain 5", planar_chain(5), &Hand::chain_5, {1.3, 0}});
  models.push_back({"chain 10", planar_chain(10), &Hand::chain_10, {1.3, 0.35}});
  models.push_back({"chain 30", planar_chain(30), &Hand::chain_30, {0, 0}});
  models.push_back({"particles 20", particle_chain(20), &Hand::particles_20, {1.3, 0.35}});
  models.push_back({"Andrews", andrews_squeezer(), &Hand::andrews, {1.3, 0.35}});
  return models;
}

}  // namespace bench
