#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derives test/data/exact_cases.json and micro_uk.json by exact rational arithmetic.

Each case gives M, Q (or a, then Q = M a), A, b and perhaps C, W. Everything else follows, without
any square root: the minimisers of the weighted residual are x_p + N w (N spans the null space of
A), and stationarity of Gauss's function asks N'M N w = N'(Q + C - M x_p).

  make_exact_cases.py           writes both files
  make_exact_cases.py --check   fails if the files are not what it would write
"""
import json
import pathlib
import sys
from fractions import Fraction as F

FULL = [[4, 1, 0], [1, 3, 1], [0, 1, 2]]
MINUS = [[-4, -1, 0], [-1, -3, -1], [0, -1, -2]]
D123 = [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
D235 = [[2, 0, 0], [0, 3, 0], [0, 0, 5]]
I4 = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
RANK_TWO = [["4/9", 0, 0, "-4/9"], [0, "4/9", "-4/9", 0], [0, "-4/9", "4/9", 0],
            ["-4/9", 0, 0, "4/9"]]

EXACT = [
    dict(name="m<n diagonal M", M=D235, Q=[1, -2, 3], A=[[1, 1, 1]], b=[2]),
    dict(name="m<n full M", M=FULL, Q=[1, -2, 3], A=[[1, 2, 0], [0, 1, -1]], b=[1, 4]),
    dict(name="redundant consistent row", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0], [0, 1, -1], [1, 3, -1]], b=[1, 4, 5]),
    dict(name="redundant contradictory row", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0], [0, 1, -1], [1, 3, -1]], b=[1, 4, 8]),
    dict(name="m=n nonsingular", M=FULL, Q=[1, -2, 3],
         A=[[1, 0, 1], [0, 2, 0], [1, 0, -1]], b=[3, 2, 1]),
    dict(name="nonideal C", M=FULL, Q=[1, -2, 3], A=[[1, 2, 0]], b=[1], C=[1, 1, -1]),
    dict(name="negative definite M", M=MINUS, Q=[1, -2, 3], A=[[1, 2, 0]], b=[1]),
    dict(name="zero row", M=[[2, 0], [0, 1]], Q=[4, 1], A=[[0, 0]], b=[0]),
    dict(name="no rows", M=FULL, Q=[1, -2, 3], A=[], b=[]),
    dict(name="zero row that asks for something", M=[[2, 0], [0, 1]], Q=[4, 1],
         A=[[0, 0], [1, 1]], b=[5, 1]),
    dict(name="duplicated row", M=FULL, Q=[1, -2, 3], A=[[1, 2, 0], [1, 2, 0]], b=[1, 1]),
    dict(name="nonideal C, redundant", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0], [2, 4, 0]], b=[1, 2], C=[1, 1, -1]),
    dict(name="nonideal C, contradictory", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0], [2, 4, 0]], b=[1, 7], C=[1, 1, -1]),
    dict(name="nonideal C along the constraint is absorbed", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0]], b=[1], C=[3, 6, 0]),
    dict(name="negative definite M, redundant", M=MINUS, Q=[1, -2, 3],
         A=[[1, 2, 0], [2, 4, 0]], b=[1, 2]),
    dict(name="negative definite M, contradictory", M=MINUS, Q=[1, -2, 3],
         A=[[1, 2, 0], [2, 4, 0]], b=[1, 7]),
    dict(name="indefinite M, a saddle", M=[[1, 0, 0], [0, -1, 0], [0, 0, 2]], Q=[1, 2, 5],
         A=[[1, 1, 1]], b=[1]),
    dict(name="indefinite M, a minimum on the constraint", M=[[1, 0, 0], [0, -1, 0], [0, 0, 2]],
         Q=[1, 2, 5], A=[[0, 1, 0]], b=[3]),
    dict(name="indefinite M, redundant, nonideal", M=[[1, 0, 0], [0, -1, 0], [0, 0, 2]],
         Q=[1, 2, 5], A=[[1, 1, 1], [2, 2, 2]], b=[1, 2], C=[1, -1, 2]),
    dict(name="indefinite M, contradictory", M=[[1, 0, 0], [0, -1, 0], [0, 0, 2]], Q=[1, 2, 5],
         A=[[1, 1, 1], [1, 1, 1]], b=[1, 2]),
    dict(name="singular M", M=[[1, 0], [0, 0]], Q=[3, 0], A=[[1, -1]], b=[0]),
    dict(name="singular M, redundant", M=[[1, 0], [0, 0]], Q=[3, 0],
         A=[[1, -1], [-2, 2]], b=[0, 0]),
    dict(name="singular M, contradictory", M=[[1, 0], [0, 0]], Q=[3, 0],
         A=[[1, -1], [1, -1]], b=[0, 1]),
    dict(name="singular M, nonideal", M=[[1, 0], [0, 0]], Q=[3, 0], A=[[1, -1]], b=[0], C=[1, 2]),
    dict(name="zero M, no freedom", M=[[0, 0], [0, 0]], Q=[1, 2], A=[[1, 1], [1, -1]], b=[3, 1]),
    dict(name="singular M of rank 2, its null directions tied", M=RANK_TWO, Q=[1, 2, -2, -1],
         A=[[1, 0, 0, 1], [0, 1, 1, 0]], b=[-1, 2]),
    dict(name="degenerate: singular M, its null direction free", M=[[1, 0], [0, 0]], Q=[3, 0],
         A=[[1, 0]], b=[2]),
    dict(name="degenerate: rank of M over A is full, and yet", M=[[1, 0], [0, -1]], Q=[1, 2],
         A=[[1, -1]], b=[0]),
    dict(name="pendulum, m=2", M=[[2, 0], [0, 2]], Q=[0, "-981/50"], A=[["3/5", "-4/5"]], b=[-1]),
    dict(name="pendulum at x1=0", M=[[2, 0], [0, 2]], Q=[0, "-981/50"], A=[[0, -1]], b=["-9/4"]),
    dict(name="r=n by more rows, consistent", M=FULL, Q=[1, -2, 3],
         A=[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], b=[1, 2, 3, 6]),
    dict(name="m>n contradictory, rank n", M=[[2, 1], [1, 3]], Q=[1, 2],
         A=[[1, 0], [0, 1], [1, 1]], b=[1, 1, 5]),
    dict(name="m>n contradictory, rank 1", M=[[2, 1], [1, 3]], Q=[1, 2],
         A=[[1, 1], [2, 2], [3, 3]], b=[1, 1, 1]),
    dict(name="two rows, w=3: w^2/(1+w^2)", M=[[2]], Q=[5], A=[[1], [3]], b=[0, 3]),
    dict(name="two rows, w=1/7: w^2/(1+w^2)", M=[[2]], Q=[5], A=[[1], ["1/7"]], b=[0, "1/7"]),
    dict(name="two rows and weights", M=[[2]], Q=[5], A=[[1], [1]], b=[0, 1], W=[1, 9]),
    dict(name="weights, contradictory", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0], [0, 1, -1], [1, 3, -1]], b=[1, 4, 8], W=[1, 4, "1/4"]),
    dict(name="weights, consistent: no effect", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0], [0, 1, -1], [1, 3, -1]], b=[1, 4, 5], W=[1, 4, "1/4"]),
    dict(name="every feasible motion is reached by some C", M=FULL, Q=[1, -2, 3],
         A=[[1, 2, 0]], b=[1], C=[10, 7, 6]),
]

ROWS = [[1, 1, 0], [0, 1, 1]]
MICRO = [
    dict(name="full_rank", M=D123, a=[1, -1, 2], A=ROWS, b=[1, 2]),
    dict(name="redundant_consistent", M=D123, a=[1, -1, 2], A=ROWS + [[1, 2, 1]], b=[1, 2, 3]),
    dict(name="redundant_scaled", M=D123, a=[1, -1, 2],
         A=ROWS + [[10**6, 10**6, 0], [0, "1/1000000", "1/1000000"]],
         b=[1, 2, 10**6, "1/500000"]),
    dict(name="inconsistent_least_squares", M=D123, a=[1, -1, 2], A=ROWS + [[1, 2, 1]],
         b=[1, 2, 4]),
    dict(name="nonideal", M=D123, a=[1, -1, 2], A=ROWS, b=[1, 2], C=["1/2", -1, 2]),
    dict(name="nonideal_redundant", M=D123, a=[1, -1, 2], A=[ROWS[0], ROWS[0]], b=[1, 1],
         C=["1/2", -1, 2]),
    dict(name="full_mass", M=FULL, a=[1, -1, 2], A=[[1, 2, -1]], b=[3]),
    dict(name="more_rows_than_columns", M=[[2, 1], [1, 3]], a=[1, 2],
         A=[[1, 0], [0, 1], [1, 1]], b=[1, 1, 2]),
    dict(name="zero_row", M=D123, a=[1, -1, 2], A=[[1, 1, 0], [0, 0, 0]], b=[1, 0]),
    dict(name="hilbert_like_rows", M=I4, a=[1, 0, -1, 2],
         A=[["1", "1/2", "1/3", "1/4"], ["1/2", "1/3", "1/4", "1/5"],
            ["1/3", "1/4", "1/5", "1/6"]], b=[1, "1/2", "1/3"]),
]


def vector(v):
    return [F(x) for x in v]


def matrix(A):
    return [vector(row) for row in A]


def times(A, x):
    return [sum((p * q for p, q in zip(row, x)), F(0)) for row in A]


def transposed(A, columns):
    return [[row[j] for row in A] for j in range(columns)]


def product(A, B, columns):
    return [[sum((row[k] * B[k][j] for k in range(len(B))), F(0)) for j in range(columns)]
            for row in A]


def add(x, y, s=1):
    return [p + s * q for p, q in zip(x, y)]


def dot(x, y):
    return sum((p * q for p, q in zip(x, y)), F(0))


def echelon(A, columns):
    """Reduced row echelon form and its pivot columns, found among the first `columns`."""
    A = [row[:] for row in A]
    pivots = []
    for j in range(columns):
        k = next((i for i in range(len(pivots), len(A)) if A[i][j] != 0), None)
        if k is None:
            continue
        r = len(pivots)
        A[r], A[k] = A[k], A[r]
        A[r] = [x / A[r][j] for x in A[r]]
        for i in range(len(A)):
            if i != r and A[i][j] != 0:
                A[i] = add(A[i], A[r], -A[i][j])
        pivots.append(j)
    return A, pivots


def solution(A, b, columns):
    """One solution of the consistent A x = b."""
    E, pivots = echelon([row + [beta] for row, beta in zip(A, b)], columns)
    assert all(row[columns] == 0 for row in E[len(pivots):]), "not consistent"
    x = [F(0)] * columns
    for row, j in zip(E, pivots):
        x[j] = row[columns]
    return x


def null_space(A, columns):
    E, pivots = echelon(A, columns)
    basis = []
    for j in (j for j in range(columns) if j not in pivots):
        v = [F(0)] * columns
        v[j] = F(1)
        for row, p in zip(E, pivots):
            v[p] = -row[j]
        basis.append(v)
    return basis


def inertia(H):
    """(positive, negative, zero) by congruence (Sylvester)."""
    H = [row[:] for row in H]
    signs = [0, 0, 0]
    while H:
        n = len(H)
        k = next((i for i in range(n) if H[i][i] != 0), None)
        if k is None:
            pair = next(((i, j) for i in range(n) for j in range(i) if H[i][j] != 0), None)
            if pair is None:
                signs[2] += n
                break
            i, k = pair  # e_k <- e_k + e_i makes a diagonal entry 2 H_ik
            H[k] = add(H[k], H[i])
            for row in H:
                row[k] += row[i]
        signs[0 if H[k][k] > 0 else 1] += 1
        rest = [i for i in range(n) if i != k]
        H = [[H[i][j] - H[i][k] * H[k][j] / H[k][k] for j in rest] for i in rest]
    return signs


def kind(signs):
    positive, negative, zero = signs
    if zero:
        return "singular"
    return "positive" if not negative else "negative" if not positive else "indefinite"


def verdict(signs):
    positive, negative, zero = signs
    if zero:
        return "degenerate"
    return "minimum" if not negative else "maximum" if not positive else "saddle"


def forces(case, M, Q, A, b, C, W, N, H, n):
    """Stationary motion with and without C, hence F^L and F^C; the least norm multipliers."""
    At = transposed(A, n)
    AtWA = product(At, [[w * x for x in row] for w, row in zip(W, A)], n)
    x_p = solution(AtWA, times(At, [w * beta for w, beta in zip(W, b)]), n)

    def motion(force):
        w = solution(H, times(N, add(force, times(M, x_p), -1)), len(N))
        return add(x_p, times(transposed(N, n), w)) if N else x_p

    ideal, xdd = motion(Q), motion(add(Q, C))
    FL = add(times(M, ideal), Q, -1)
    FC = times(M, add(xdd, ideal, -1))
    multipliers = times(A, solution(product(At, A, n), FL, n))  # in range A: the least norm
    assert times(At, multipliers) == FL and all(dot(v, FL) == 0 for v in N)
    assert [dot(v, FC) for v in N] == [dot(v, C) for v in N]
    case.update(xdd=xdd, FL=FL, FC=FC, multipliers=multipliers,
                residual=add(b, times(A, xdd), -1))


def derive(given):
    M, A, b = matrix(given["M"]), matrix(given["A"]), vector(given["b"])
    n, m = len(M), len(b)
    Q = vector(given["Q"]) if "Q" in given else times(M, vector(given["a"]))
    C = vector(given.get("C", [0] * n))
    W = vector(given.get("W", [1] * m))
    N = null_space(A, n)
    H = product(product(N, M, n), transposed(N, n), len(N))
    left = null_space(transposed(A, n), m)
    case = dict(name=given["name"], M=M, Q=Q, A=A, b=b)
    case.update({key: vector(given[key]) for key in ("C", "W") if key in given})
    case.update(rank=n - len(N), unique=[int(all(w[i] == 0 for w in left)) for i in range(m)],
                mass=kind(inertia(M)), inertia=inertia(H), verdict=verdict(inertia(H)),
                contradictory=any(dot(w, b) != 0 for w in left))
    if case["verdict"] != "degenerate":
        forces(case, M, Q, A, b, C, W, N, H, n)
        if case["mass"] != "singular":
            a = solution(M, Q, n)
            delta = add(case["xdd"], a, -1)
            case.update(a=a, gauss=dot(delta, times(M, delta)))
    return case


def plain(value):
    if isinstance(value, F):
        return str(value)
    return [plain(x) for x in value] if isinstance(value, list) else value


def text(title, cases):
    """One line per key, so that a change shows as the line it is."""
    bodies = []
    for case in cases:
        lines = [f'    "{key}": {json.dumps(plain(value))}' for key, value in case.items()]
        bodies.append("  {\n" + ",\n".join(lines) + "\n  }")
    return f'{{"title": {json.dumps(title)}, "cases": [\n' + ",\n".join(bodies) + "\n]}\n"


def main():
    here = pathlib.Path(__file__).parent
    files = {
        "exact_cases.json": text("One instant in exact fractions", map(derive, EXACT)),
        "micro_uk.json": text("The fundamental equation in exact fractions", map(derive, MICRO)),
    }
    for name, body in files.items():
        if "--check" not in sys.argv:
            (here / name).write_text(body)
        elif (here / name).read_text() != body:
            sys.exit(f"{name} is not what make_exact_cases.py derives")


if __name__ == "__main__":
    main()
