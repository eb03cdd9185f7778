"""Checks of the texts of a game in all languages, and of the boards beside its rules.

Positions on those boards, their tasks and refusals must agree with the rules.
"""

from steinreich.core.checking.trial import Moment, Trial, broken, check_translation
from steinreich.core.game import SHOWN_SEED, Game
from steinreich.core.position import NOT_ALLOWED, Position
from steinreich.rules.about import Figure, Paragraph
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import LANGUAGES, Text, Verbatim
from steinreich.rules.rulebook import MARKS


def check_words(trial: Trial) -> None:
    """Check that every required text exists."""
    about, position = trial.game.about, trial.line(0)[0].position
    texts = {"title": about.title, "summary": about.summary, "rules": about.rules}
    texts |= {f"players[{number}]": name for number, name in enumerate(about.players)}
    for option in about.options:
        texts |= {f"{option.name}.about": option.about, f"{option.name}.title": option.title}
        texts |= {
            f"{option.name}.labels[{number}]": label for number, label in enumerate(option.labels)
        }
    texts = {f"ABOUT.{what}": words for what, words in texts.items()} | {"prompt": position.prompt}
    for what, words in texts.items():
        check_translation(what, words)
    if position.info:
        check_translation("info", position.info, position)


def check_options(trial: Trial) -> None:
    """Check that values and labels of an option are different, and all players have names."""
    for option in trial.game.about.options:
        if len({*option.values}) < len(option.values) or len({*option.labels}) < len(option.labels):
            raise broken(Text("option {option} has a value or a label twice", option=option.name))
    players, named = trial.game.players, len(trial.game.about.players)
    if not 1 <= players <= named:
        raise broken(
            Text("{players} players, but ABOUT.players names {named}", players=players, named=named)
        )


def check_rules(trial: Trial) -> None:
    """Check that the rules have headings and complete paragraphs with all options."""
    sections = trial.game.lesson
    if not trial.game.rules:
        raise broken(Text("the rules are empty"))
    for section in sections:
        check_translation("a heading of the rules", section.heading)
    for paragraph in (paragraph for section in sections for paragraph in section.paragraphs):
        both = [
            *paragraph.text.in_all_languages().values(),
            *paragraph.done.in_all_languages().values(),
        ]
        for text in filter(None, both):
            if not text.endswith((".", ":", "!")) or {*"{}[]#"} & {*text}:
                raise broken(
                    Text(
                        "a paragraph of the rules is not a whole sentence, or has {{}}[]# left in "
                        "it: {given}",
                        given=repr(text[:60]),
                    )
                )
        if paragraph.mark not in ("", *MARKS):
            raise broken(
                Text("a paragraph of the rules is marked {mark}", mark=repr(paragraph.mark))
            )


def check_spoken(trial: Trial) -> None:
    """Check that every action and kind of piece has a spoken form, different from all others."""
    for moment in (*trial.line(2)[:-1:4], *trial.line(3)[:-1:4]):
        said = [moment.position.spoken_name(action) for action in moment.actions]
        for name, text in zip(moment.names, said, strict=True):
            check_translation(f"spoken_name({name!r})", text, moment.position)
        if not all_different(said):
            raise broken(Text("two actions are spoken alike"), moment.position)
        check_kinds(moment)


def check_kinds(moment: Moment) -> None:
    """Check the names of pieces."""
    position, called = moment.position, moment.position.game.definition.kinds
    letters = sorted({piece.letter for piece in moment.standing})
    names = {letter: called.get(letter, Verbatim(letter)) for letter in letters}
    for letter, name in names.items():
        check_translation(f"KINDS[{letter!r}]", name)
    if not all_different([*names.values()]):
        raise broken(Text("two kinds of pieces are called alike"), position)


def all_different(said: list[Text]) -> bool:
    """Return whether no two texts are the same in a language."""
    return all(len({text.within(one) for text in said}) == len(said) for one in LANGUAGES)


ANY = "*"  # in goals: any legal action


def check_figures(trial: Trial) -> None:
    """Check that every board mentioned in the rules exists and agrees with them."""
    game = trial.game
    for section in game.lesson:
        for paragraph in section.paragraphs:
            if not paragraph.figure:
                continue
            figure = game.figures.get(paragraph.figure)
            if figure is None:
                raise broken(
                    Text(
                        "the rules speak of a figure {figure} that there is not",
                        figure=repr(paragraph.figure),
                    )
                )
            check_figure(trial, paragraph, figure)


def check_figure(trial: Trial, paragraph: Paragraph, figure: Figure) -> None:
    """Check that actions and goals on a board are legal, and refused actions are illegal."""
    try:
        position = shown_on(trial.game, figure)
        for goal in figure.goals:
            play_goal(position, goal)
    except SteinreichError as error:
        raise broken(
            Text("figure {figure}: {words}", figure=repr(paragraph.figure), words=error.words)
        ) from error
    for name in figure.refused:
        if position.find_move(name) is not None or position.why_not(name) == NOT_ALLOWED:
            raise broken(
                Text(
                    "figure {figure}: {name} is legal, or no reason says why it is not",
                    figure=repr(paragraph.figure),
                    name=repr(name),
                ),
                position,
            )
    if bool(figure.goals) != bool(paragraph.done):
        raise broken(
            Text(
                "figure {figure}: goals, and what is said then, belong together",
                figure=repr(paragraph.figure),
            )
        )


def shown_on(game: Game, figure: Figure) -> Position:
    """Return the position that a figure shows."""
    position = game.position(figure.position) if figure.position else game.start(SHOWN_SEED)
    for action in figure.actions:
        position = position.play(action)
    return position


def play_goal(position: Position, goal: str) -> Position:
    """Return the position after a goal; for any action, one after which the game goes on."""
    for action in goal.split():
        if action != ANY:
            position = position.play(action)
            continue
        following = [position.play(name) for name in position.legal_moves()]
        going_on = [after for after in following if not after.is_over]
        position = next(iter(going_on or following), position)
    return position
