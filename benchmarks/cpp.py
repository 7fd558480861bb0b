"""The rules of a game as C++, word for word, and how fast they are beside ours.

    python benchmarks/cpp.py tammany                 # both play the same random games, in turn
    python benchmarks/cpp.py tammany --source        # shows the C++

What is translated is what is compiled here: the rules and `kernel/playout.py`, from their source.
Both must come to the same points.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import twohalls
from twohalls.kernel import compile, playout
from twohalls.kernel.fast import FastGame

INSTRUCTIONS = ("bit_count", "bit_length", "nth_bit")
ROOTS = ("new_game", "play_to_end", "result")
OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-", ast.Invert: "~",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
HEAD = """
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <tuple>
#include <vector>
#include <x86intrin.h>
static long bit_count(long bits) { return std::popcount((unsigned long)bits); }
static long nth_bit(long bits, long n) { return _tzcnt_u64(_pdep_u64(1UL << n, bits)); }
static long bit_length(long bits) { return std::bit_width((unsigned long)bits); }
"""
MAIN = """
int main(int, char **words) {
    long n = atol(words[1]), players = atol(words[2]);
    static long options[16], room[2][ROOM], points[SEATS], won[SEATS];
    std::vector<long[4]> rngs(n), fresh(n);
    if (fread(fresh.data(), sizeof(long[4]), n, stdin) != (size_t)n) return 1;
    while (getchar() == 'g') {
        std::copy(&fresh[0][0], &fresh[0][0] + 4 * n, &rngs[0][0]);
        long sum = 0;
        clock_t start = clock();
        for (long i = 0; i < n; i++) {
            State s{};
            new_game(s, players, options);
            play_to_end(s, rngs[i], room);
            result(s, points, won);
            for (long seat = 0; seat < players; seat++) sum += points[seat];
        }
        printf("%f %ld\\n", double(clock() - start) / CLOCKS_PER_SEC, sum);
        fflush(stdout);
    }
}
"""


class Translation:
    """The functions that whole random games need, and whatever they refer to."""

    def __init__(self, fast: FastGame) -> None:
        self.fast = fast
        self.tables = compile._tables(fast.rules, (playout,))
        plain = compile._plain_functions(fast.rules, (playout,))
        self.trees: dict[str, ast.FunctionDef] = {}
        wanted = list(ROOTS)
        while wanted:
            name = wanted.pop()
            if name in plain and name not in self.trees and name not in INSTRUCTIONS:
                source = ast.parse(inspect.getsource(plain[name]))
                [tree] = compile._WithoutTelling().visit(source).body
                self.trees[name] = tree
                wanted += [call.func.id for call in _calls(tree)]
        self.rows = {(name, "s") for name in self.trees}
        while self.rows != (more := self.rows | set(self._passed_on())):
            self.rows = more

    def _passed_on(self) -> Any:
        """Parameters that are rows: indexed, measured, or given on as such."""
        for name, tree in self.trees.items():
            own = [argument.arg for argument in tree.args.args]
            for node in ast.walk(tree):
                if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                    yield from [(name, node.value.id)] if node.value.id in own else []
            for call in _calls(tree):
                for place, given in enumerate(call.args):
                    is_row = call.func.id == "len" or self._is_row(call.func.id, place)
                    if is_row and isinstance(given, ast.Name) and given.id in own:
                        yield name, given.id

    def _is_row(self, name: str, place: int) -> bool:
        tree = self.trees.get(name)
        return tree is not None and (name, tree.args.args[place].arg) in self.rows

    def source(self) -> str:
        rules = self.fast.rules
        widths = [(name, f"{kind}_t", shape) for name, (shape, kind) in rules.FIELDS.items()]
        fields = [f"{kind} {name}{_sizes(shape)};" for name, kind, shape in widths]
        heads = {name: self._head(tree) for name, tree in self.trees.items()}
        parts = [HEAD, *self._constants(), f"struct State {{ {' '.join(fields)} }};"]
        parts += [f"{head};" for head in heads.values()]
        parts += [f"{heads[name]} {{ {self._body(tree)} }}" for name, tree in self.trees.items()]
        sizes = f"enum {{ ROOM = {len(self.fast.row())}, SEATS = {self.fast.seats} }};"
        return "\n".join([*parts, sizes, MAIN])

    def _constants(self) -> Any:
        for name, value in self.tables.items():
            if isinstance(value, type):
                members = getattr(value, "__members__", {})
                inside = " ".join(f"constexpr long {key} = {int(members[key])};" for key in members)
                yield f"namespace {name} {{ {inside} }}" if members else ""
            elif hasattr(value, "shape"):
                listed = str(value.tolist()).replace("[", "{").replace("]", "}")
                yield f"static const long {name}{_sizes(value.shape)} = {listed};"
            elif isinstance(value, int) and name.isupper():
                yield f"constexpr long {name} = {int(value)};"

    def _head(self, tree: ast.FunctionDef) -> str:
        kind = "void"
        for node in ast.walk(tree):
            if isinstance(node, ast.Return) and node.value is not None:
                kind = "std::tuple<long, long>" if isinstance(node.value, ast.Tuple) else "long"
        names = [argument.arg for argument in tree.args.args]
        given = [("auto &" if (tree.name, name) in self.rows else "long ") + name for name in names]
        return f"static {kind} {tree.name}({', '.join(given)})"

    def _body(self, tree: ast.FunctionDef) -> str:
        stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and _is_stored(n)}
        own = sorted(stored - {argument.arg for argument in tree.args.args})
        return " ".join([f"long {name} = 0;" for name in own] + [_said(x) for x in tree.body])


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _calls(tree: ast.AST) -> list[Any]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]


def _sizes(shape: tuple[int, ...]) -> str:
    return "".join(f"[{size}]" for size in shape)


def _said(node: Any) -> str:
    """A statement."""
    match node:
        case ast.Expr(ast.Constant()) | ast.Pass():
            return ""
        case ast.Expr(value):
            return f"{_value(value)};"
        case ast.Return(value):
            return f"return {_value(value) if value else ''};"
        case ast.Assign([ast.Tuple(targets)], value):
            return f"std::tie({', '.join(map(_value, targets))}) = {_value(value)};"
        case ast.Assign([target], value):
            return f"{_value(target)} = {_value(value)};"
        case ast.AugAssign(target, operator, value):
            return f"{_value(target)} {OPERATORS[type(operator)]}= {_value(value)};"
        case ast.If(test, body, orelse):
            otherwise = f" else {{ {' '.join(map(_said, orelse))} }}" if orelse else ""
            return f"if ({_value(test)}) {{ {' '.join(map(_said, body))} }}{otherwise}"
        case ast.While(test, body):
            return f"while ({_value(test)}) {{ {' '.join(map(_said, body))} }}"
        case ast.For(target, ast.Call(args=bounds), body):
            low, high = ["0", *map(_value, bounds)][-2:]
            walk = f"long at = {low}, end = {high}; at < end; at++"
            return f"for ({walk}) {{ {_value(target)} = at; {' '.join(map(_said, body))} }}"
    raise NotImplementedError(ast.dump(node))


def _value(node: Any) -> str:
    """An expression, in brackets."""
    match node:
        case ast.Name(name):
            return str(name)
        case ast.Constant(value):
            return f"{int(value)}L"
        case ast.Attribute(ast.Name(owner), name):
            return f"{owner}{'::' if owner[0].isupper() else '.'}{name}"
        case ast.Subscript(row, at):
            return f"{_value(row)}[{_value(at)}]"
        case ast.Tuple(parts):
            return f"{{{', '.join(map(_value, parts))}}}"
        case ast.UnaryOp(operator, value):
            return f"({OPERATORS[type(operator)]}{_value(value)})"
        case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
            return f"({_value(left)} {OPERATORS[type(operator)]} {_value(right)})"
        case ast.BoolOp(operator, values):
            return f"({f' {OPERATORS[type(operator)]} '.join(map(_value, values))})"
        case ast.IfExp(test, body, orelse):
            return f"({_value(test)} ? {_value(body)} : {_value(orelse)})"
        case ast.Call(ast.Name("len"), [row]):
            return f"(long)std::size({_value(row)})"
        case ast.Call(ast.Name("min" | "max" as name), values):
            return f"std::{name}<long>({', '.join(map(_value, values))})"
        case ast.Call(ast.Name(name), values):
            return f"{name}({', '.join(map(_value, values))})"
    raise NotImplementedError(ast.dump(node))


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("--players", type=int, default=4)
    wanted.add_argument("--games", type=int, default=4000)
    wanted.add_argument("--runs", type=int, default=7)
    wanted.add_argument("--source", action="store_true")
    given = wanted.parse_args()
    fast = twohalls.fast(given.game, cores=1)
    source = Translation(fast).source()
    if given.source:
        print(source)
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "play")
        flags = ["-std=c++20", "-O3", "-march=native", "-w", "-x", "c++", "-", "-o", str(program)]
        subprocess.run(["g++", *flags], input=source, text=True, check=True)
        measure(fast, program, given)


def measure(fast: FastGame, program: Path, given: argparse.Namespace) -> None:
    """Both in turn, in processor time."""
    fast.play(100, given.players, seed=1)
    rngs = fast._batch(given.games, given.players, None, 7).games.rngs
    command = [str(program), str(given.games), str(given.players)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as theirs:
        assert theirs.stdin is not None
        assert theirs.stdout is not None
        theirs.stdin.write(rngs.tobytes())
        ours_per_second, theirs_per_second = [], []
        for _ in range(given.runs):
            theirs.stdin.write(b"g")
            theirs.stdin.flush()
            seconds, points = theirs.stdout.readline().split()
            theirs_per_second.append(given.games / float(seconds))
            start = time.process_time()
            ours, _ = fast.play(given.games, given.players, seed=7)
            ours_per_second.append(given.games / (time.process_time() - start))
            assert int(ours.sum()) == int(points), "these are not the same games"
        theirs.stdin.close()
    for name, found in (("C++ -O3", theirs_per_second), ("ours", ours_per_second)):
        middle = statistics.median(found)
        print(f"{name:8} {middle:8,.0f} games/s ({min(found):,.0f} to {max(found):,.0f})")
    shares = [a / b for a, b in zip(ours_per_second, theirs_per_second, strict=True)]
    print(f"ours is {statistics.median(shares):.2f} of it ({min(shares):.2f} to {max(shares):.2f})")


if __name__ == "__main__":
    main()
