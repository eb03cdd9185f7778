"""The contract that every game keeps, with every option."""

import random
import re
from itertools import pairwise

import numpy as np
import pytest

from steinreich import IllegalMove, Position, load
from steinreich.compile.binder import typed
from steinreich.core import checking
from steinreich.rules import bits, playout
from steinreich.rules.language import Words
from steinreich.rules.text.rulebook import MARKS
from tests.conftest import ALL_IDS, ALL_NAMES, random_game


def by_game(ids: list[str]) -> list[object]:
    """Cases that compile the same game run in the same process."""
    names = [id.partition("(")[0] for id in ids]
    return [
        pytest.param(id, marks=pytest.mark.xdist_group(name))
        for id, name in zip(ids, names, strict=True)
    ]


@pytest.mark.parametrize("id", ALL_IDS)
def test_replay(id: str) -> None:
    """Names lead through a game, strings lead to its positions, and its end is well formed."""
    game = load(id)
    assert load(game.id) == game
    line = random_game(game, 1)
    for before, after in pairwise(line):
        text = str(before)
        assert game.position(text) == before
        assert before.play(after.last or "") == after
        assert str(before) == text
        check_live(before)
    check_over(line[-1])


def check_live(position: Position) -> None:
    moves = position.legal_moves()
    assert moves == sorted(set(moves))
    assert moves
    assert len(moves) == len(position.actions()) <= position.game.definition.actions
    assert all(position.game.definition.action_pattern.fullmatch(move) for move in moves)
    assert position.name(position.parse_move(moves[-1])) == moves[-1]
    assert 0 <= position.player < position.game.players
    assert position.returns == (0,) * position.game.players
    candidates = position.game.module.candidates(position.state)
    assert bits.count(candidates.low) + bits.count(candidates.high) > 0


def check_over(position: Position) -> None:
    assert position.is_over
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("a1")
    returns = sorted(position.returns)
    assert len(returns) == position.game.players
    losers = [-1] * (len(returns) - 1)
    assert returns in ([*losers, 1], [0] * len(returns), [-1])
    assert position.game.position(str(position)) == position


@pytest.mark.parametrize("id", ALL_IDS)
def test_names_are_found_without_a_list(id: str) -> None:
    """Each name that occurs in a game is found where it is legal, and nowhere else."""
    line = random_game(load(id), 11)[::6]
    names = sorted({name for position in line for name in position.legal_moves()})
    dice = random.Random(11)
    for position in line:
        legal = position.named()
        for name in [*legal, *dice.sample(names, min(len(names), 100))]:
            assert position.find(name) == legal.get(name)
        assert position.find("no such name") is None


PLAIN_CHECKS = [check for check in checking.CHECKS if check is not checking.check_machine_code]


@pytest.mark.parametrize("id", ALL_IDS)
def test_what_is_asked_of_game_files(id: str) -> None:
    """What `steinreich check` asks: turns, actions as data, pieces and their owners, and more."""
    for check in PLAIN_CHECKS:
        check(load(id))


@pytest.mark.parametrize("id", ALL_IDS)
def test_symmetry(id: str) -> None:
    """A turned position has the turned actions, and they lead to turned positions."""
    game = load(id)
    dice = random.Random(3)
    for position in dice.sample(random_game(game, 3)[:-1], 3):
        for symmetry in game.symmetries:
            cell = re.compile("|".join(symmetry))
            turned = position.turned(symmetry)
            assert game.position(str(turned)) == turned
            images = {
                move: cell.sub(lambda found: symmetry[found[0]], move)  # noqa: B023
                for move in position.legal_moves()
            }
            assert sorted(images.values()) == turned.legal_moves()
            move = dice.choice(sorted(images))
            assert position.play(move).turned(symmetry) == turned.play(images[move])
            assert position.play(move).outcome == turned.play(images[move]).outcome


@pytest.mark.parametrize("id", ALL_IDS)
def test_symmetries_form_a_group(id: str) -> None:
    """One of them is the identity, and each one after another is again one of them."""
    maps = load(id).symmetries
    known = {tuple(sorted(symmetry.items())) for symmetry in maps}
    assert len(known) == len(maps)
    if maps:
        assert tuple(sorted((cell, cell) for cell in maps[0])) in known
    for a in maps[:4]:
        for b in maps:
            assert tuple(sorted((cell, b[image]) for cell, image in a.items())) in known


@pytest.mark.parametrize("id", by_game(ALL_IDS))
def test_compiled_is_plain(id: str) -> None:
    """Machine code plays the same random games and finds the same actions."""
    game = load(id)
    state = game.start(seed=4).state
    games = 3 if game.name == "inner_square" else 12
    outcomes, lengths = [0] * games, [0] * games
    game.plain(playout.playouts)(state, 7, 100, outcomes, lengths)
    fast_outcomes, fast_lengths = np.zeros(games, np.int8), np.zeros(games, np.int32)
    run = game.compiled.entry(playout.playouts)
    run(typed(state), np.uint64(7), 100, fast_outcomes, fast_lengths)
    assert fast_outcomes.tolist() == outcomes
    assert fast_lengths.tolist() == lengths

    listed = np.zeros(game.definition.actions, np.int32)
    for position in random.Random(5).sample(random_game(game, 5)[:-1], 5):
        found = game.compiled.entry(playout.legal_actions)(typed(position.state), listed)
        assert listed[:found].tolist() == position.actions()


@pytest.mark.parametrize("id", by_game(list(ALL_NAMES)))
def test_random_actions_are_uniform(id: str) -> None:
    """Drawn often, each legal action comes up about equally often, and no other ever."""
    game = load(id)
    pick = game.compiled.entry(playout.pick)
    for position in random.Random(6).sample(random_game(game, 6)[:-1], 3):
        actions = position.actions()
        drawn = dict.fromkeys(actions, 0)
        each = 400
        stream = np.uint64(8)
        for _ in range(each * len(actions)):
            action, stream = pick(typed(position.state), np.uint64(stream))
            drawn[action] += 1
        excess = sum((n - each) ** 2 / each for n in drawn.values())
        freedom = len(actions) - 1
        assert excess < freedom + 6 * (2 * freedom) ** 0.5 + 1  # chi-square, six sigma


@pytest.mark.parametrize("id", ALL_IDS)
def test_words(id: str) -> None:
    """A game says in both languages what a person needs."""
    game = load(id)
    about = game.about
    texts = [about.title, about.summary, about.rules, *about.players]
    for option in about.options:
        texts += [option.about, option.title, *option.labels]
        assert len(set(option.labels)) == len(option.labels) == len(option.values)
    assert all(words.en.strip() and words.de.strip() for words in texts)
    assert all(option.values == tuple(dict.fromkeys(option.values)) for option in about.options)
    assert 1 <= game.players <= len(about.players)
    position = game.start(seed=1)
    assert position.due.en
    assert position.due.de
    assert bool(position.info.en) == bool(position.info.de)


@pytest.mark.parametrize("id", ALL_IDS)
def test_what_is_spoken(id: str) -> None:
    """Every action and every kind of piece can be read aloud, and no two sound the same."""
    for position in random_game(load(id), 10)[::4]:
        for said in spoken_actions(position):
            assert all(map(str.strip, said))
            assert len(set(said)) == len(said)
        called = position.game.definition.kinds
        letters = {piece.letter for piece in position.pieces()}
        kinds = {letter: called.get(letter, Words(letter, letter)) for letter in letters}
        for said in zip(*kinds.values(), strict=True):
            assert all(map(str.strip, said))
            assert len(set(said)) == len(kinds)


def spoken_actions(position: Position) -> list[tuple[str, ...]]:
    """All legal actions in English, and all in German."""
    return list(zip(*map(position.spoken, position.legal_moves()), strict=True))


@pytest.mark.parametrize("id", ALL_IDS)
def test_ending(id: str) -> None:
    """A finished game says why, with names in place of the players, and where it is seen."""
    game = load(id)
    names = [Words(f"<{number}>", f"({number})") for number in range(game.players)]
    for seed in (1, 12, 13):
        line = random_game(game, seed)
        assert all(position.ending is None for position in line[:-1])
        end = line[-1].ending
        assert end is not None
        assert end.winner == (line[-1].outcome if line[-1].outcome >= 0 else None)
        for text, marks in zip(end.named(names), ("<>", "()"), strict=True):
            assert text.strip()
            assert "{" not in text
            players = re.findall(rf"[{re.escape(marks)}](\d)[{re.escape(marks)}]", text)
            assert end.winner is None or game.players == 1 or players, "the reason names nobody"
        assert all(0 <= cell < len(game.board.cells) for cell in end.cells)
        assert len(set(end.cells)) == len(end.cells)
        assert set(end.cells) >= {cell for won in line[-1].winning for cell in won}


@pytest.mark.parametrize("id", ALL_IDS)
def test_effects(id: str) -> None:
    """What is taken stood there and is gone; lines are complete; both are said."""
    for before, after in pairwise(random_game(load(id), 14)):
        name = after.last or ""
        found, own = before.effects(name), before.described(before.parse_move(name)).cells
        stood, stands = ({p.cell: p for p in position.pieces()} for position in (before, after))
        for piece in found.taken:
            assert stood.get(piece.cell) == piece or piece.cell in own
            assert piece.cell not in stands or stands[piece.cell].owner != piece.owner
        gone = {piece.cell for piece in found.taken}
        lost = {cell for cell in stood if cell not in stands}
        assert lost - gone <= set(own), "only the mover may vanish"
        for line in found.lines:
            there = [stands.get(cell) or stood.get(cell) for cell in line]
            put = [cell for cell, piece in zip(line, there, strict=True) if piece is None]
            assert set(line) <= set(stands) | gone
            assert set(put) <= set(own)
            assert len({piece.letter for piece in there if piece}) == 1
            assert any(cell not in stood or cell in gone for cell in line)
        hidden = [piece for piece in found.taken if piece.cell not in own]
        assert bool(found.said.en) == bool(found.said.de)
        assert found.said.en or not (hidden or found.lines)
        assert before.told(name).en.startswith(before.spoken(name).en)
        assert before.notation(name).split(" ")[0] == name
        assert (before.notation(name) == name) == (not found.sign)


@pytest.mark.parametrize("id", ALL_IDS)
def test_rules(id: str) -> None:
    """The rules have headings and paragraphs in both languages, whatever the options are."""
    sections = load(id).rules
    assert sections
    for section in sections:
        assert section.heading.en
        assert section.heading.de
        for paragraph in section.paragraphs:
            assert paragraph.mark in ("", *MARKS)
            for text in paragraph.text:
                assert text.endswith((".", ":", "!"))
                assert not set("{}[]#") & set(text)


@pytest.mark.parametrize("id", ALL_IDS)
def test_board(id: str) -> None:
    """Cells have names and places of their own, and pieces stand on them, one on each."""
    game = load(id)
    board = game.board
    assert len({cell.name for cell in board.cells}) == len(board.cells)
    assert len({(cell.x, cell.y) for cell in board.cells}) == len(board.cells)
    assert len(board.scene) in (0, len(board.cells))
    for position in random_game(game, 9)[::5]:
        cells = [piece.cell for piece in position.pieces()]
        assert len(set(cells)) == len(cells)
        assert all(0 <= cell < len(board.cells) for cell in cells)
        assert all(cell in cells for line in position.winning for cell in line)
        for count in position.counts():
            assert count.player in (None, *range(game.players))
            assert count.what.en
            assert count.what.de
            assert count.number >= 0
