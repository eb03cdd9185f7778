"""The public interface of players: engines by name, named actions, context managers, asyncio."""

import asyncio
from threading import Event

import pytest

from steinreich import (
    Analysis,
    AsyncEngine,
    BadOption,
    Engine,
    Player,
    UnknownGame,
    load,
    player,
)
from steinreich.players.player import Limit, Question
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict

START = load("vier3d").start()
WON = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")


class BlockingPlayer(Player):
    """A player that reports three lines and, without a limit, waits until it is stopped."""

    def __init__(self) -> None:
        self.name = "blocking"
        self.questions: list[Question] = []
        self.is_thinking = Event()
        self.is_closed = False

    def answer(self, question: Question) -> SearchResult:
        self.questions.append(question)
        verdicts = proven_verdict(0, 2, 3), Verdict((0.24, -0.24)), proven_verdict(1, 2)
        actions = question.position.actions()
        lines = tuple(
            Line((action, actions[0]), verdict)
            for action, verdict in zip(actions, verdicts, strict=False)
        )
        for number in range(1, len(lines) + 1):
            if question.progress:
                question.progress(SearchResult(lines[:number], depth=number))
        self.is_thinking.set()
        if question.limit == Limit() and question.stop:
            assert question.stop.wait(60)
        return SearchResult(lines[: question.lines], nodes=7, depth=3, seconds=0.5)

    def close(self) -> None:
        self.is_closed = True


def test_analysis_has_names_scores_and_words() -> None:
    with BlockingPlayer() as blocking:
        analysis = blocking.analyse(START, lines=3, nodes=5)
    assert blocking.is_closed
    assert blocking.questions[0].limit == Limit(nodes=5)
    assert analysis.best == "a1"
    assert (analysis.score, analysis.is_proven, analysis.nodes, analysis.depth) == (1, True, 7, 3)
    assert [line.moves for line in analysis.lines] == [("a1", "a1"), ("b1", "a1"), ("c1", "a1")]
    assert [line.is_proven for line in analysis.lines] == [True, False, True]
    assert [line.words.in_language("en") for line in analysis.lines] == [
        "wins by force in at most 3 turns (proven)",
        "about 62 % (estimated)",
        "Blue wins by force (proven)",
    ]
    assert str(analysis).splitlines()[1] == "b1 a1: about 62 % (estimated)"
    assert analysis.lines[0].why.in_language("de").startswith("a1 ")


def test_score_is_for_the_player_to_move() -> None:
    after = START.play("d4")
    assert BlockingPlayer().analyse(after, lines=2).lines[1].score == -0.24


def test_progress_reports_have_names_of_moves() -> None:
    reports: list[Analysis] = []
    BlockingPlayer().analyse(START, lines=3, progress=reports.append)
    assert [report.lines[-1].moves[0] for report in reports] == ["a1", "b1", "c1"]


def test_engine_accepts_the_name_of_a_game() -> None:
    with Engine("vier3d") as engine:
        assert engine.play(WON, nodes=50) == "a1"
        assert engine.default_limit.seconds == 1
    with pytest.raises(UnknownGame, match="no game is called 'vier'"):
        Engine("vier")
    with pytest.raises(BadOption):
        player("level1", "vier3d(players=7)")


def test_player_rejects_invalid_positions_and_limits() -> None:
    with pytest.raises(TypeError, match=r"position must be a Position, as .*, not 'vier3d'"):
        BlockingPlayer().play("vier3d")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the game is over: there is nothing to analyse"):
        BlockingPlayer().analyse(WON.play("a1"))
    with pytest.raises(TypeError, match="second"):
        BlockingPlayer().play(START, second=1)  # type: ignore[call-arg]


def test_event_loop_continues_while_an_engine_thinks() -> None:
    async def main() -> tuple[str, Analysis]:
        async with AsyncEngine(blocking) as engine:
            return await asyncio.gather(
                engine.play(START, nodes=1), engine.analyse(START, lines=2, nodes=1)
            )

    blocking = BlockingPlayer()
    move, analysis = asyncio.run(main())
    assert (move, len(analysis.lines), blocking.is_closed) == ("a1", 2, True)


def test_cancelling_a_call_stops_the_search() -> None:
    async def main() -> None:
        async with AsyncEngine(blocking) as engine:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.play(START), 0.01)
            assert await engine.play(START, nodes=1) == "a1"  # the engine is free again

    blocking = BlockingPlayer()
    asyncio.run(main())
    stopped = blocking.questions[0].stop
    assert stopped is not None
    assert stopped.is_set()


def test_search_stops_when_the_iteration_ends() -> None:
    async def main() -> list[int]:
        depths = []
        async with AsyncEngine(blocking) as engine:
            async for analysis in engine.analyses(START, lines=3):
                depths.append(analysis.depth)
                if analysis.depth == 2:
                    break
            depths += [analysis.depth async for analysis in engine.analyses(START, nodes=1)]
        return depths

    blocking = BlockingPlayer()
    assert asyncio.run(main()) == [1, 2, 1, 2, 3, 3]


def test_awaiting_a_player_raises_its_errors() -> None:
    async def main() -> None:
        async with AsyncEngine(BlockingPlayer()) as engine:
            with pytest.raises(ValueError, match="the game is over"):
                await engine.play(WON.play("a1"))
            with pytest.raises(ValueError, match="the game is over"):
                async for _ in engine.analyses(WON.play("a1")):
                    pass

    asyncio.run(main())
