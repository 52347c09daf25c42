// SPDX-License-Identifier: Apache-2.0
// Linear equations as a MAT-file.

#include "record/mat_file.h"
#include "zwang/linear.h"
#include "zwang/version.h"

namespace zwang {

std::string to_mat(const LinearModel& linear) {
  const std::size_t inputs = linear.inputs.size(), outputs = linear.outputs.size();
  record::MatFile file("MATLAB 5.0 MAT-file, written by Zwang " + std::string(version()));
  file.add("A", linear.A, linear.states.size());
  file.add("B", linear.B, inputs);
  file.add("C", linear.C, linear.states.size());
  file.add("D", linear.D, inputs);
  file.add("states", linear.states);
  file.add("inputs", linear.inputs);
  file.add("outputs", linear.outputs);
  std::vector<std::complex<double>> eigenvalues;
  for (const LinearMode& mode : linear.modes) {
    eigenvalues.push_back(mode.eigenvalue);
    if (mode.eigenvalue.imag() > 0) eigenvalues.push_back(std::conj(mode.eigenvalue));
  }
  eigenvalues.resize(eigenvalues.size() + linear.zeros_at_zero);
  file.add("eigenvalues", eigenvalues, {eigenvalues.size(), 1});
  file.add("transmission_zeros", linear.zeros, {linear.zeros.size(), 1});
  if (linear.response.frequency.empty()) return std::move(file).finish();
  // By frequency, output, input here; in the file the output runs fastest, then the input.
  const std::size_t count = linear.response.frequency.size();
  std::vector<std::complex<double>> response;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t j = 0; j < inputs; ++j)
      for (std::size_t i = 0; i < outputs; ++i)
        response.push_back(linear.response.value[(k * outputs + i) * inputs + j]);
  file.add("angular_frequency", linear.response.frequency, 1);
  file.add("response", response, {outputs, inputs, count});
  return std::move(file).finish();
}

}  // namespace zwang
