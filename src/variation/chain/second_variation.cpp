// SPDX-License-Identifier: Apache-2.0
// Counts negative eigenvalues of the second variation on finer and finer meshes. The midpoint rule
// is off by h² times a constant, so two meshes tell how far an eigenvalue near zero still is from
// its limit, and three how good that extrapolation is (Richardson).

#include "variation/chain/second_variation.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "variation/chain/assemble_chain.h"
#include "variation/chain/quadratic_chain.h"
#include "variation/chain/sampled_curve.h"

namespace zwang::variation {

namespace {

constexpr Index fewest_links = 48, most_at_first = 512, most_links = 8192;
/// In units of the metric (assemble_chain): curves that solvers give are true to 1e-9 or so, and
/// rounding is N²·eps.
constexpr double tiny = 1e-6;
constexpr Index most_near_zero = 8;
constexpr double roughly = 1e-2, precisely = 1e-6;  // of eigenvalues
constexpr double clear = 1e-2;                      // of zero: far more than a mesh of 32 is off

struct Mesh {
  QuadraticChain chain;
  std::unique_ptr<ChainIndex> index;  // refers to the chain
  Index count = 0;
  double below = 0, above = 0;  // the eigenvalues next to zero
};

bool set_up(const Functional& functional, const SampledCurve& curve, Index links, Mesh& mesh) {
  if (!assemble_chain(functional, curve, links, mesh.chain)) return false;
  mesh.index = std::make_unique<ChainIndex>(mesh.chain);
  mesh.count = mesh.index->count(0);
  return mesh.count >= 0;
}

void look_around(Mesh& mesh, const Mesh* coarser) {
  const bool same = coarser && coarser->count == mesh.count;
  const auto guess = [same](double x) { return same && std::isfinite(x) ? x : 0; };
  mesh.below = mesh.index->eigenvalue(mesh.count, guess(same ? coarser->below : 0), roughly);
  mesh.above = mesh.index->eigenvalue(mesh.count + 1, guess(same ? coarser->above : 0), roughly);
}

/// Far enough from zero that what is left of the error, a third of the change, cannot matter.
bool settled(double coarse, double fine) {
  return std::isinf(fine)
             ? fine == coarse
             : std::fabs(fine) > 3 * std::fabs(fine - coarse) && std::fabs(fine) > 100 * tiny;
}

using Meshes = std::vector<std::unique_ptr<Mesh>>;

enum class Sign { negative, zero, positive, undecided };

/// The j-th eigenvalue in the limit, from three meshes.
Sign limit(Meshes& meshes, Index j) {
  double e[3], guess = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    e[i] = meshes[meshes.size() - 3 + i]->index->eigenvalue(j, guess, precisely);
    if (std::isfinite(e[i])) guess = e[i];
  }
  if (std::isinf(e[2])) return e[2] > 0 ? Sign::positive : Sign::negative;
  const double coarse = e[1] + (e[1] - e[0]) / 3, fine = e[2] + (e[2] - e[1]) / 3;  // [ENDS 31]
  const double error = std::fabs(fine - coarse);
  if (std::fabs(fine) > std::max(tiny, 3 * error))
    return fine > 0 ? Sign::positive : Sign::negative;
  return error <= tiny ? Sign::zero : Sign::undecided;
}

/// From the count of the finest mesh outwards, until signs are beyond doubt.
Inertia extrapolate(Meshes& meshes, bool& decided) {
  const Index count = meshes.back()->count;
  Inertia inertia{count, 0, true};
  decided = true;
  const auto judge = [&](Index j, Sign expected) {
    const Sign sign = limit(meshes, j);
    decided &= sign != Sign::undecided;
    if (sign == expected) return false;
    if (j <= count) --inertia.negative;
    if (sign == Sign::negative && j > count) ++inertia.negative;
    if (sign == Sign::zero || sign == Sign::undecided) ++inertia.zero;
    return true;
  };
  // Many that are near zero are not eigenvalues next to it, but a mesh that is still too coarse.
  for (Index j = count; j > 0 && judge(j, Sign::negative);) {
    if (count - --j > most_near_zero) return decided = false, inertia;
  }
  for (Index j = count + 1; judge(j, Sign::positive);) {
    if (++j - count > most_near_zero) return decided = false, inertia;
  }
  return inertia;
}

/// Without Legendre's condition every finer mesh finds more directions.
bool grows(const Meshes& meshes) {
  const auto last = meshes.end() - 1;
  const auto more = [](const Mesh& coarse, const Mesh& fine) {
    return fine.count > coarse.count + 1 && 2 * fine.count >= 3 * coarse.count;
  };
  return more(**(last - 2), **(last - 1)) && more(**(last - 1), **last);
}

}  // namespace

Inertia second_variation(const Functional& functional, const SampledCurve& curve) {
  if (!well_formed(functional, curve)) return {};
  const auto given = static_cast<Index>(curve.t.size()) - 1;
  Meshes meshes;
  for (Index links = std::clamp(given, fewest_links, most_at_first); links <= most_links;
       links *= 2) {
    const Mesh* coarser = meshes.empty() ? nullptr : meshes.back().get();
    auto mesh = std::make_unique<Mesh>();
    if (!set_up(functional, curve, links, *mesh)) return {};
    look_around(*mesh, coarser);
    if (coarser && coarser->count == mesh->count && settled(coarser->below, mesh->below) &&
        settled(coarser->above, mesh->above))
      return {mesh->count, 0, true};
    meshes.push_back(std::move(mesh));
    if (meshes.size() < 3) continue;
    if (grows(meshes)) return {};
    bool decided = false;
    const Inertia inertia = extrapolate(meshes, decided);
    if (decided) return inertia;
    meshes.erase(meshes.begin());
  }
  return {};
}

bool confirms(const Functional& functional, const SampledCurve& curve, Index expected) {
  Mesh mesh;
  return well_formed(functional, curve) &&
         set_up(functional, curve, static_cast<Index>(curve.t.size()) - 1, mesh) &&
         mesh.count == expected && mesh.index->count(-clear) == expected &&
         mesh.index->count(clear) == expected;
}

}  // namespace zwang::variation
