"""What a game says to people, in both languages."""

from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.rules.language import Words
from steinreich.rules.text.rulebook import MARKS


def check_words(trial: Trial) -> None:
    """A game says in both languages what a person needs."""
    about, position = trial.game.about, trial.line(0)[0].position
    texts = {"title": about.title, "summary": about.summary, "rules": about.rules}
    texts |= {f"players[{number}]": name for number, name in enumerate(about.players)}
    for option in about.options:
        texts |= {f"{option.name}.about": option.about, f"{option.name}.title": option.title}
        texts |= {
            f"{option.name}.labels[{number}]": label for number, label in enumerate(option.labels)
        }
    texts = {f"ABOUT.{what}": words for what, words in texts.items()} | {"due": position.due}
    for what, words in texts.items():
        if not (words.en.strip() and words.de.strip()):
            raise broken(
                f"{what} has no text in one of the languages",
                f"{what} hat in einer der Sprachen keinen Text",
            )
    if bool(position.info.en) != bool(position.info.de):
        raise broken("info speaks one language only", "info spricht nur eine Sprache", position)


def check_options(trial: Trial) -> None:
    """Values and labels of an option are different, and there are names for all players."""
    for option in trial.game.about.options:
        if len({*option.values}) < len(option.values) or len({*option.labels}) < len(option.labels):
            raise broken(
                f"option {option.name} has a value or a label twice",
                f"Option {option.name} hat einen Wert oder eine Bezeichnung zweimal",
            )
    players, named = trial.game.players, len(trial.game.about.players)
    if not 1 <= players <= named:
        raise broken(
            f"{players} players, but ABOUT.players names {named}",
            f"{players} Spieler, aber ABOUT.players nennt {named}",
        )


def check_rules(trial: Trial) -> None:
    """The rules have headings and whole paragraphs in both languages, whatever the options are."""
    sections = trial.game.lesson
    if not trial.game.rules or not all(all(section.heading) for section in sections):
        raise broken(
            "the rules are empty, or a heading is", "die Regeln oder eine Überschrift sind leer"
        )
    for paragraph in (paragraph for section in sections for paragraph in section.paragraphs):
        for text in (*paragraph.text, *filter(None, paragraph.done)):
            if not text.endswith((".", ":", "!")) or {*"{}[]#"} & {*text}:
                raise broken(
                    f"a paragraph of the rules is not a whole sentence, or has {{}}[]# left in it: "
                    f"{text[:60]!r}",
                    f"ein Absatz der Regeln ist kein ganzer Satz, oder {{}}[]# steht noch darin: "
                    f"{text[:60]!r}",
                )
        if paragraph.mark not in ("", *MARKS):
            raise broken(
                f"a paragraph of the rules is marked {paragraph.mark!r}",
                f"ein Absatz der Regeln ist als {paragraph.mark!r} bezeichnet",
            )


def check_spoken(trial: Trial) -> None:
    """Every action and every kind of piece can be read aloud, and no two sound the same."""
    for moment in (*trial.line(2)[:-1:4], *trial.line(3)[:-1:4]):
        said = [moment.position.spoken(action) for action in moment.actions]
        if not all_different(said):
            raise broken(
                "two actions are spoken alike, or one not at all",
                "zwei Aktionen klingen gleich, oder eine nach nichts",
                moment.position,
            )
        check_kinds(moment)


def check_kinds(moment: Moment) -> None:
    """What the pieces are called."""
    position, called = moment.position, moment.position.game.definition.kinds
    letters = sorted({piece.letter for piece in moment.standing})
    if not all_different([called.get(letter, Words(letter, letter)) for letter in letters]):
        raise broken(
            "two kinds of pieces are called alike, or one has no name in KINDS",
            "zwei Arten von Steinen heißen gleich, oder eine hat in KINDS keinen Namen",
            position,
        )


def all_different(said: list[Words]) -> bool:
    """Whether texts say something in both languages, each something else."""
    return all(
        all(map(str.strip, texts)) and len({*texts}) == len(texts)
        for texts in zip(*said, strict=True)
    )
