"""Checks of the texts of a game in all languages, and of the figures of its rules.

The positions, goals and illegal actions of figures must agree with the rules.
"""

from steinreich.core.checking.trial import SampledPosition, Trial, check_translation, contract_error
from steinreich.core.game import SHOWN_SEED, Game
from steinreich.core.position import NOT_ALLOWED, Position
from steinreich.rules.about import Figure, Paragraph
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import LANGUAGES, Text, Verbatim
from steinreich.rules.rulebook import MARKS


def check_about(trial: Trial) -> None:
    """Check that every text in `ABOUT`, the prompt and the information are not empty."""
    about, position = trial.game.about, trial.positions(0)[0].position
    texts = {"title": about.title, "summary": about.summary, "rules": about.rules}
    texts |= {f"players[{number}]": name for number, name in enumerate(about.players)}
    for option in about.options:
        texts |= {f"{option.name}.about": option.about, f"{option.name}.title": option.title}
        texts |= {
            f"{option.name}.labels[{number}]": label for number, label in enumerate(option.labels)
        }
    texts = {f"ABOUT.{path}": text for path, text in texts.items()} | {"prompt": position.prompt}
    for path, text in texts.items():
        check_translation(path, text)
    if position.info:
        check_translation("info", position.info, position)


def check_options(trial: Trial) -> None:
    """Check that values and labels of an option are unique, and all players have names."""
    for option in trial.game.about.options:
        if len({*option.values}) < len(option.values) or len({*option.labels}) < len(option.labels):
            raise contract_error(
                Text("option {option} has a duplicate value or label", option=option.name)
            )
    players, named = trial.game.players, len(trial.game.about.players)
    if not 1 <= players <= named:
        raise contract_error(
            Text(
                "the game has {players} players, but ABOUT.players has {named} names",
                players=players,
                named=named,
            )
        )


def check_rules(trial: Trial) -> None:
    """Check that the rules with the chosen options have headings and whole sentences."""
    sections = trial.game.lesson
    if not trial.game.rules:
        raise contract_error(Text("the rules are empty"))
    for section in sections:
        check_translation("a heading of the rules", section.heading)
    for paragraph in (paragraph for section in sections for paragraph in section.paragraphs):
        texts = [
            *paragraph.text.in_all_languages().values(),
            *paragraph.done.in_all_languages().values(),
        ]
        for text in filter(None, texts):
            if not text.endswith((".", ":", "!")) or {*"{}[]#"} & {*text}:
                raise contract_error(
                    Text(
                        "a paragraph of the rules is not a complete sentence, or contains one "
                        "of {{}}[]#: {given}",
                        given=repr(text[:60]),
                    )
                )
        if paragraph.mark not in ("", *MARKS):
            raise contract_error(
                Text(
                    "a paragraph of the rules has the unknown mark {mark}",
                    mark=repr(paragraph.mark),
                )
            )


def check_spoken_names(trial: Trial) -> None:
    """Check that every action and kind of piece has a spoken name, different from all others."""
    for sample in (*trial.positions(2)[:-1:4], *trial.positions(3)[:-1:4]):
        spoken = [sample.position.spoken_name(action) for action in sample.actions]
        for name, text in zip(sample.names, spoken, strict=True):
            check_translation(f"spoken_name({name!r})", text, sample.position)
        if not are_all_different(spoken):
            raise contract_error(Text("two actions have the same spoken name"), sample.position)
        check_kinds(sample)


def check_kinds(sample: SampledPosition) -> None:
    """Check that the names of the kinds of pieces are not empty and different."""
    position, kind_names = sample.position, sample.position.game.definition.kinds
    letters = sorted({piece.letter for piece in sample.pieces})
    names = {letter: kind_names.get(letter, Verbatim(letter)) for letter in letters}
    for letter, name in names.items():
        check_translation(f"KINDS[{letter!r}]", name)
    if not are_all_different([*names.values()]):
        raise contract_error(Text("two kinds of pieces have the same name"), position)


def are_all_different(texts: list[Text]) -> bool:
    """Return whether the texts are different in every language."""
    return all(
        len({text.in_language(language) for text in texts}) == len(texts) for language in LANGUAGES
    )


ANY_ACTION = "*"  # in goals


def check_figures(trial: Trial) -> None:
    """Check that every figure mentioned in the rules exists and agrees with them."""
    game = trial.game
    for section in game.lesson:
        for paragraph in section.paragraphs:
            if not paragraph.figure:
                continue
            figure = game.figures.get(paragraph.figure)
            if figure is None:
                raise contract_error(
                    Text(
                        "the rules refer to the figure {figure}, which does not exist",
                        figure=repr(paragraph.figure),
                    )
                )
            check_figure(trial, paragraph, figure)


def check_figure(trial: Trial, paragraph: Paragraph, figure: Figure) -> None:
    """Check that the actions and goals of a figure are legal, and its `refused` actions are not."""
    try:
        position = get_figure_position(trial.game, figure)
        for goal in figure.goals:
            play_goal(position, goal)
    except SteinreichError as error:
        raise contract_error(
            Text("figure {figure}: {words}", figure=repr(paragraph.figure), words=error.message)
        ) from error
    for name in figure.refused:
        if (
            position.find_move(name) is not None
            or position.explain_illegal_name(name) == NOT_ALLOWED
        ):
            raise contract_error(
                Text(
                    "figure {figure}: {name} is legal, or illegal without a stated reason",
                    figure=repr(paragraph.figure),
                    name=repr(name),
                ),
                position,
            )
    if bool(figure.goals) != bool(paragraph.done):
        raise contract_error(
            Text(
                "figure {figure}: goals and a message on success must be given together",
                figure=repr(paragraph.figure),
            )
        )


def get_figure_position(game: Game, figure: Figure) -> Position:
    """Return the position that a figure shows."""
    position = game.position(figure.position) if figure.position else game.start(SHOWN_SEED)
    for action in figure.actions:
        position = position.play(action)
    return position


def play_goal(position: Position, goal: str) -> Position:
    """Return the position after the actions of a goal.

    For `ANY_ACTION`, play one after which the game is not over, if possible.
    """
    for action in goal.split():
        if action != ANY_ACTION:
            position = position.play(action)
            continue
        following = [position.play(name) for name in position.legal_moves()]
        ongoing = [after for after in following if not after.is_over]
        position = next(iter(ongoing or following), position)
    return position
