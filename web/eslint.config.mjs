// SPDX-License-Identifier: Apache-2.0
// The rules that matter here: no string of a model ever becomes markup or code.

import tseslint from 'typescript-eslint';

const markup = ['innerHTML', 'outerHTML', 'srcdoc'].map((name) => ({
  selector: `AssignmentExpression > MemberExpression.left[property.name="${name}"]`,
  message: 'Strings of a model are set through textContent only.',
}));
const calls = ['insertAdjacentHTML', 'write', 'writeln', 'setHTMLUnsafe', 'createContextualFragment', 'parseFromString'].map(
  (name) => ({
    selector: `CallExpression[callee.property.name="${name}"]`,
    message: 'Strings of a model are set through textContent only.',
  }),
);

export default tseslint.config(
  { ignores: ['node_modules/**'] },
  {
    files: ['**/*.ts', '**/*.mjs'],
    extends: [...tseslint.configs.recommended],
    rules: {
      'no-restricted-syntax': ['error', ...markup, ...calls],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-unused-vars': 'error' } },
);
